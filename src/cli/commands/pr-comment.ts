import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Handoff } from '../../forges/handoff.ts'
import { changesText, commentText } from '../../forges/texts.ts'
import { tokenVariables } from '../../forges/token.ts'
import { statusOf } from '../../server/forges/refusal.ts'
import { type Commented, writeComment } from '../../server/forges/write-comment.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'
import type { Call, Command, ExitCode } from '../command.ts'
import { plannedText } from '../print/planned-request.ts'
import {
  type Addressed,
  clientOf,
  findPlace,
  handoffFlag,
  placeFlags,
  plannedOf,
  readHandoffFile,
} from '../pull-requests.ts'

/** Answers that mean that the token does not reach so far. */
const NOT_PERMITTED = [401, 403, 404]

export const prComment: Command = {
  name: 'pr comment',
  summary: 'Comment on a pull request where description and traffic differ',
  details:
    'There is one comment per source. Later runs update it, unless another account wrote it or it is about a newer commit. In GitHub Actions and GitLab CI, everything else is found automatically. The token comes from GITHUB_TOKEN or GH_TOKEN, GITLAB_TOKEN or CI_JOB_TOKEN. If its permissions are not sufficient, the text goes to GITHUB_STEP_SUMMARY or standard output, and the exit code is 0.',
  arguments: [],
  flags: [
    handoffFlag,
    { name: 'number', value: '<n>', summary: 'the pull request or merge request (default: from CI)' },
    { name: 'sha', value: '<id>', summary: 'the commit that was checked (default: from CI)' },
    ...placeFlags,
  ],
  examples: [
    'tool pr comment --handoff handoff.json',
    'tool pr comment --handoff handoff.json --platform github --repo acme/api --number 12',
    'tool pr comment --handoff handoff.json --dry-run',
  ],
  async run(call): Promise<ExitCode> {
    const handoff = await readHandoffFile(call)
    const place = findPlace(call)
    const { number, forge } = place
    if (number === undefined)
      throw new ToolError('usage', `Cannot tell which ${forge.pullWords} is meant: set --number, or run in CI for one`)
    if (call.flags.has('dry-run')) return plan(call, place, handoff, number)
    if (place.token === undefined)
      return tellHere(call, handoff, `there is no token (${tokenVariables(place.platform)})`)
    try {
      const client = clientOf(place, call.terminal.interrupted())
      return report(call, place, await writeComment({ ...place, client, handoff, number }))
    } catch (error) {
      if (NOT_PERMITTED.includes(statusOf(error) ?? 0)) return tellHere(call, handoff, messageOf(error))
      throw error
    }
  },
}

function report({ flags, terminal }: Call, { platform, repo, number, forge }: Addressed, done: Commented): ExitCode {
  const { action, url, sha } = done
  if (flags.has('json')) {
    terminal.out(JSON.stringify({ action, platform, repo, number, sha, url: url === '' ? null : url }, undefined, 2))
    return 0
  }
  const where = `${forge.pullWords} ${number} of ${repo}`
  const lines: Readonly<Record<Commented['action'], string>> = {
    added: `commented on ${where}: ${url}`,
    updated: `updated the comment on ${where}: ${url}`,
    unchanged: `the comment on ${where} is already up to date: ${url}`,
    kept: `the comment on ${where} is about a newer commit (${sha.slice(0, 12)}) and stays: ${url}`,
    none: `the description and its traffic agree: no comment on ${where}`,
  }
  terminal.out(lines[action])
  return 0
}

/** The text goes where it may be read without a permission. */
function tellHere({ flags, terminal }: Call, handoff: Handoff, reason: string): ExitCode {
  const text = changesText(handoff)
  const summary = terminal.env['GITHUB_STEP_SUMMARY']
  const isWritten = summary !== undefined && summary !== '' && append(resolve(terminal.cwd, summary), `${text}\n`)
  const where = isWritten ? 'in the step summary' : 'on standard output'
  terminal.err(printable(`no comment was written: ${reason}; its text is ${where}`))
  if (flags.has('json'))
    terminal.out(JSON.stringify({ action: 'not-permitted', reason, ...(!isWritten && { text }) }, undefined, 2))
  else if (!isWritten) terminal.out(text.trimEnd())
  return 0
}

function append(file: string, text: string): boolean {
  try {
    appendFileSync(file, text)
    return true
  } catch {
    return false
  }
}

function plan({ flags, terminal }: Call, place: Addressed, handoff: Handoff, number: number): ExitCode {
  const { forge, sha } = place
  const body = commentText(handoff, sha ?? UNKNOWN_SHA)
  const calls = [forge.account(), forge.pull(number), forge.comments(number), forge.addComment(number, body)]
  const requests = plannedOf(place, calls)
  if (flags.has('json')) terminal.out(JSON.stringify({ requests }, undefined, 2))
  else terminal.out(requests.map(plannedText).join('\n'))
  terminal.err(
    `nothing was sent; an existing comment of this tool would be updated${sha === undefined ? `, and the commit is that of the ${forge.pullWords}` : ''}`,
  )
  return 0
}

/** Stands where only the forge knows the commit. */
const UNKNOWN_SHA = '0'.repeat(40)
