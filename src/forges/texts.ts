/** What is written into comments, pull requests and commits. */
import { shownAddress } from '../support/shown-address.ts'
import type { PullText } from './forge.ts'
import type { Handoff, HandoffChange } from './handoff.ts'
import { codeBlock, codeSpan } from './markdown.ts'
import { encoded, sourceKey, writeMarker } from './marker.ts'

/** GitHub takes 65,536 characters in a comment or a description. */
const MOST_TEXT = 60_000
const MOST_EDIT = 2_000
const MOST_TITLE = 250

export function commentText(handoff: Handoff, sha: string): string {
  return `${writeMarker({ source: sourceKey(handoff), sha })}\n${changesText(handoff)}`
}

/** The same text where nobody edits it again: a step summary, a terminal. */
export function changesText(handoff: Handoff): string {
  const { applied, suggestions, skipped } = handoff
  const count = applied.length + suggestions.length + skipped.length
  const of = `the description${handoff.upstream === '' ? '' : ` of ${codeSpan(handoff.upstream)}`} and its traffic`
  if (count === 0) return `### ${capital(of)} agree\n`
  const summary = `${count} change(s): ${applied.length} applied (additive), ${suggestions.length} suggestion(s), ${skipped.length} skipped`
  const { specSource, baseSha256 } = handoff
  const version = baseSha256 === '' ? '' : `, SHA-256 ${codeSpan(baseSha256.slice(0, 12))}`
  const description = `Description: ${codeSpan(shownAddress(specSource))}${version}`
  const head = [`### ${capital(of)} differ`, '', summary, '', description]
  const parts = [
    ['Applied', applied, lineOf],
    ['Suggested, to be done by hand', suggestions, withEdit],
    ['Skipped', skipped, lineOf],
  ] as const
  return bounded(head.join('\n'), parts)
}

export function pullText(handoff: Handoff, title: string | undefined): PullText {
  const name = handoff.upstream === '' ? handoff.source : handoff.upstream
  const made = `Update the description of ${plain(name)} from its traffic`
  const body = `${PULL_BEGIN}\n${changesText(handoff)}\nThis branch contains the applied changes. It is updated when traffic shows more, until somebody else commits to it.\n${PULL_END}`
  return { title: oneLine(title ?? made), body }
}

const PULL_BEGIN = '<!-- tool:spec-update begin -->'
const PULL_END = '<!-- tool:spec-update end -->'

/** A description with our part written anew; what people wrote around it stays. undefined where they took ours out. */
export function renewedBody(before: string, ours: string): string | undefined {
  const begin = before.indexOf(PULL_BEGIN)
  const end = before.indexOf(PULL_END, begin)
  if (begin === -1 || end === -1) return undefined
  return before.slice(0, begin) + ours + before.slice(end + PULL_END.length)
}

const TRAILER = 'Tool-Spec-Update'

/** The trailer names the tree: who amends the commit makes another. */
export function commitMessage(handoff: Handoff, title: string, tree: string): string {
  return `${title}\n\nMade by tool spec-update.\n\n${TRAILER}: ${encoded(sourceKey(handoff))} ${tree}\n`
}

/** True for a commit that `commitMessage` was written for and that nobody has changed since. */
export function isOurCommit(handoff: Handoff, message: string, tree: string): boolean {
  return message.trimEnd().split('\n').pop() === `${TRAILER}: ${encoded(sourceKey(handoff))} ${tree}`
}

export function defaultBranch({ upstream, source }: Handoff): string {
  return `tool/spec-update-${plain(upstream === '' ? source : upstream).replace(/\.+/g, '-')}`
}

/** Letters, digits and what stands between them; anything else is a hyphen. */
function plain(text: string): string {
  const kept = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
  return kept === '' ? 'api' : kept.slice(0, 80)
}

function oneLine(title: string): string {
  const line = title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.length <= MOST_TITLE ? line : `${line.slice(0, MOST_TITLE)}…`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Part = readonly [title: string, changes: readonly HandoffChange[], line: (change: HandoffChange) => string]

/** As many changes as fit; the rest is counted. */
function bounded(head: string, parts: readonly Part[]): string {
  let text = head
  for (const [title, changes, line] of parts) {
    if (changes.length === 0) continue
    text += `\n\n**${title}**\n`
    for (const [i, change] of changes.entries()) {
      const next = `\n${line(change)}`
      if (text.length + next.length > MOST_TEXT) {
        text += `\n- and ${changes.length - i} more`
        break
      }
      text += next
    }
  }
  return `${text}\n`
}

function lineOf({ class: kind, operation, location, pointer, evidence, reason }: HandoffChange): string {
  const where = [`${operation.method.toUpperCase()} ${operation.path}`, location, pointer]
  const facts = [...where.filter((text) => text !== '').map(codeSpan)].join(' ')
  const told = [evidence, reason].filter((text) => text !== '').map(codeSpan)
  return `- ${codeSpan(kind)} ${facts}${told.length === 0 ? '' : `: ${told.join(', ')}`}`
}

/** A block inside an item of a list stands two columns further in. */
function withEdit(change: HandoffChange): string {
  if (change.ops.length === 0) return lineOf(change)
  const block = codeBlock(JSON.stringify(change.ops, undefined, 2), 'json', MOST_EDIT)
  return `${lineOf(change)}\n\n${block.replace(/^/gm, '  ')}\n`
}
