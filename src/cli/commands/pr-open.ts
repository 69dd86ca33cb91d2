import type { Handoff } from '../../forges/handoff.ts'
import { withoutCredentials } from '../../forges/remote-address.ts'
import { defaultBranch, pullText } from '../../forges/texts.ts'
import {
  type Checkout,
  findRemote,
  knownDefault,
  nameFile,
  openCheckout,
  type Remote,
} from '../../server/forges/checkout.ts'
import { type Opened, openPull } from '../../server/forges/open-pull.ts'
import { ToolError } from '../../support/errors.ts'
import type { Call, Command, ExitCode } from '../command.ts'
import { plannedText } from '../print/planned-request.ts'
import {
  type Addressed,
  clientOf,
  findPlace,
  getToken,
  handoffFlag,
  placeFlags,
  plannedOf,
  readHandoffFile,
} from '../pull-requests.ts'

export const prOpen: Command = {
  name: 'pr open',
  summary: 'Open or update a pull request with the corrected description',
  details:
    'Commits the named files as they are on disk to a branch on top of the base branch of the remote, and nothing else. The working tree, the index and the current branch do not change. Credentials are checked before anything is pushed, and a failure deletes the new branch again. An existing branch is updated only if its last commit is from tool and its pull request is open. The token comes from GITHUB_TOKEN or GH_TOKEN, GITLAB_TOKEN or CI_JOB_TOKEN.',
  arguments: [],
  flags: [
    { name: 'commit', value: '<file>', repeatable: true, summary: 'a file to commit' },
    handoffFlag,
    { name: 'title', value: '<text>', summary: 'title (default: names the corrected description)' },
    { name: 'branch', value: '<name>', summary: 'branch to push (default: tool/spec-update-<upstream>)' },
    { name: 'base', value: '<name>', summary: 'branch to merge into (default: the default branch)' },
    { name: 'remote', value: '<name>', summary: 'git remote to push to (default: origin)' },
    { name: 'draft', summary: 'open it as a draft' },
    ...placeFlags,
  ],
  examples: [
    'tool pr open --commit openapi.yaml --handoff handoff.json',
    'tool pr open --commit openapi.yaml --handoff handoff.json --base main --draft',
    'tool pr open --commit openapi.yaml --handoff handoff.json --dry-run',
  ],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const given = flags.list('commit')
    if (given.length === 0) throw new ToolError('usage', 'Name the file to commit with --commit')
    const handoff = await readHandoffFile(call)
    const checkout = await openCheckout(terminal.cwd, terminal.env)
    const files = given.map((file) => nameFile(checkout, terminal.cwd, file))
    const remote = await getRemote(checkout, flags.text('remote') ?? 'origin')
    const place = findPlace(call, remote.address)
    refuseOther(remote, place)
    const wish = {
      ...place,
      checkout,
      remote,
      handoff,
      files,
      title: flags.text('title'),
      branch: flags.text('branch') ?? defaultBranch(handoff),
      base: flags.text('base'),
      isDraft: flags.has('draft'),
    }
    if (flags.has('dry-run')) return plan(call, wish)
    const token = getToken(place)
    const client = clientOf(place, terminal.interrupted())
    return report(call, place, await openPull({ ...wish, token, client, cleanup: clientOf(place) }))
  },
}

async function getRemote(checkout: Checkout, name: string): Promise<Remote> {
  const remote = await findRemote(checkout, name)
  if (remote !== undefined) return remote
  throw new ToolError('usage', `This repository has no remote "${name}" (--remote names another)`)
}

/** A branch that is pushed elsewhere could not be proposed. A numeric id and a place on this machine tell nothing. */
function refuseOther({ name, address }: Remote, { repo }: Addressed): void {
  if (address === undefined || !repo.includes('/')) return
  const path = `/${address.path.toLowerCase()}`
  if (path.endsWith(`/${repo.toLowerCase()}`)) return
  throw new ToolError('usage', `Remote "${name}" is ${address.path}, not ${repo} (--remote or --repo names another)`)
}

function report({ flags, terminal }: Call, { platform, repo, forge }: Addressed, done: Opened): ExitCode {
  const { action, url, number, branch, base, commit } = done
  if (flags.has('json')) {
    const facts = {
      action,
      platform,
      repo,
      number: number ?? null,
      url: url || null,
      branch,
      base,
      commit: commit || null,
    }
    terminal.out(JSON.stringify(facts, undefined, 2))
    return 0
  }
  const what = `${forge.pullWords} ${number}`
  const lines: Readonly<Record<Opened['action'], string>> = {
    opened: `opened ${what}: ${url}`,
    updated: `updated ${what}: ${url}`,
    unchanged: `${what} is already up to date: ${url}`,
    nothing: `nothing to propose: on "${base}" the files are the same`,
  }
  terminal.out(lines[action])
  return 0
}

interface Wish extends Addressed {
  readonly checkout: Checkout
  readonly remote: Remote
  readonly handoff: Handoff
  readonly files: readonly { readonly path: string }[]
  readonly title: string | undefined
  readonly branch: string
  readonly base: string | undefined
  readonly isDraft: boolean
}

/** Only the forge knows the default branch for sure; a clone remembers it. */
async function plan({ flags, terminal }: Call, wish: Wish): Promise<ExitCode> {
  const { forge, branch, isDraft, handoff, remote, files } = wish
  const base = wish.base ?? (await knownDefault(wish.checkout, remote.name)) ?? '<default branch>'
  const text = pullText(handoff, wish.title)
  const checks = plannedOf(wish, [forge.account(), forge.project()])
  const opening = plannedOf(wish, [forge.makePull({ ...text, branch, base, isDraft })])
  const push = {
    remote: withoutCredentials(remote.url),
    branch,
    base,
    files: files.map(({ path }) => path),
  }
  if (flags.has('json')) terminal.out(JSON.stringify({ requests: [...checks, ...opening], push }, undefined, 2))
  else {
    const pushing = `git push ${push.remote} <a commit of ${push.files.join(', ')} on ${base}>:refs/heads/${branch}`
    terminal.out([...checks.map(plannedText), pushing, ...opening.map(plannedText)].join('\n'))
  }
  terminal.err(`nothing was sent; a ${forge.pullWords} from "${branch}" that is open would be updated`)
  return 0
}
