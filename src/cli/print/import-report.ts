/** What an import made of a document, in a few lines. */
import { declaredOperations } from '../../api/declared.ts'
import type { ApiHead, ImportProblem } from '../../api/description.ts'
import type { JsonObject } from '../../support/json.ts'
import { printable } from '../../support/printable.ts'
import { counted } from './block.ts'
import { problemTexts } from './problem-text.ts'
import { improvement, schemeText, styleName, titleLine } from './sandbox-facts.ts'

const MOST_TYPES = 12
const MOST_PROBLEMS = 5
const MOST_FIELDS = 3
const MOST_SCHEMES = 5

/** The same as data, with all problems and all types: what `--json` prints. */
export function importFacts(head: ApiHead): JsonObject {
  const { report, events } = head
  const { stated, derived, filler } = report.realism
  return {
    title: head.title,
    version: head.version,
    format: head.format,
    ...(head.overlays !== undefined && { overlays: head.overlays.map(({ title, location }) => ({ title, location })) }),
    operations: declaredOperations(head.operations).length,
    kinds: Object.fromEntries(counts(declaredOperations(head.operations).map(({ plan }) => plan.kind))),
    types: head.resources.map(({ type, why }) => ({ type, why })),
    lists: Object.fromEntries(counts(listStyles(head))),
    auth: Object.entries(head.securitySchemes).map(([name, scheme]) => ({ name, scheme: schemeText(scheme) })),
    events: { triggered: events.length - emitOnly(head), emit_only: emitOnly(head) },
    response_fields: { total: stated + derived + filler, stated, derived, unfounded: filler },
    problems: report.problems.map((problem) => ({ ...problem })),
  }
}

export function importReport(head: ApiHead): readonly string[] {
  const lines = [
    titleLine(head),
    `  ${operationsLine(head)}`,
    `  ${counted(head.resources.length, 'resource type')}${head.resources.length === 0 ? '' : ':'}`,
    ...typeLines(head),
    `  lists: ${listLine(head)}`,
    `  auth: ${authLine(head)}`,
    `  events: ${eventLine(head)}`,
    `  ${realismLine(head)}`,
    ...problemLines(head.report.problems),
  ]
  return lines.map(printable)
}

export function operationsLine(head: ApiHead): string {
  const operations = declaredOperations(head.operations)
  if (operations.length === 0) return 'no operations: every request will be answered 404'
  return `${counted(operations.length, 'operation')} (${tally(operations.map(({ plan }) => plan.kind))})`
}

function typeLines(head: ApiHead): readonly string[] {
  const shown = head.resources.slice(0, MOST_TYPES).map(({ type, why }) => `    ${type}: ${why}`)
  const rest = head.resources.length - MOST_TYPES
  return rest > 0 ? [...shown, `    and ${rest} more (see tool sandbox show --full)`] : shown
}

export function listLine(head: ApiHead): string {
  const styles = listStyles(head)
  return styles.length === 0 ? 'none' : tally(styles)
}

function listStyles(head: ApiHead): readonly string[] {
  return head.operations.flatMap(({ plan }) => (plan.list ? [styleName(plan.list.style)] : []))
}

export function authLine(head: ApiHead): string {
  const schemes = Object.entries(head.securitySchemes).map(([name, scheme]) => `${name} (${schemeText(scheme)})`)
  const rest = schemes.length - MOST_SCHEMES
  const more = rest > 0 ? [`and ${rest} more`] : []
  return schemes.length === 0 ? 'none' : [...schemes.slice(0, MOST_SCHEMES), ...more].join(', ')
}

export function eventLine(head: ApiHead): string {
  const { length } = head.events
  return length === 0 ? 'none' : `${length - emitOnly(head)} triggered, ${emitOnly(head)} emit-only`
}

function emitOnly({ events }: ApiHead): number {
  return events.filter(({ trigger }) => trigger === 'emit-only').length
}

/** How much is stated, derived or filler, and what would make it better. */
export function realismLine({ report: { realism } }: ApiHead): string {
  const { stated, derived, filler } = realism
  const all = stated + derived + filler
  if (all === 0) return 'response fields: none'
  const told = `response fields: ${all} (${stated} stated, ${derived} derived by convention, ${filler} filler)`
  return [told, ...improvement(realism, MOST_FIELDS)].join('; ')
}

function problemLines(problems: readonly ImportProblem[]): readonly string[] {
  if (problems.length === 0) return []
  const shown = problemTexts(problems, MOST_PROBLEMS).map((text) => `    ${text}`)
  return [`  ${counted(problems.length, 'problem')} in the document, left out or repaired:`, ...shown]
}

/** What of a document was left out or mended, said of a sandbox that is made besides other work; [] where nothing was. */
export function problemReport(name: string, { report }: ApiHead): readonly string[] {
  return problemLines(report.problems).map((line, index) => printable(index === 0 ? `${name}: ${line.trim()}` : line))
}

/** `3 read, 2 create` */
function tally(words: readonly string[]): string {
  return counts(words)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ')
}

/** How often each, the most frequent first. */
function counts(words: readonly string[]): readonly (readonly [word: string, count: number])[] {
  const found = new Map<string, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return [...found].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}
