/** What people are told of an update, on stderr. */
import { jsonText } from '../support/exact-json.ts'
import { textOf } from '../support/json.ts'
import { printable } from '../support/printable.ts'
import type { Change, Skipped } from './changes/change.ts'
import { thresholdText } from './thresholds.ts'
import type { SpecUpdate } from './update.ts'

export interface ReportOptions {
  /** Files or folder the patched documents were written to. Absent: they went to stdout, or nowhere. */
  readonly output?: string
}

/** The lines of the report, without line endings. */
export function reportLines(update: SpecUpdate, { output }: ReportOptions = {}): readonly string[] {
  const { changes, skipped, agrees, thresholds, recordings } = update
  const basis = `${recordings} recording(s); ${thresholdText(thresholds)}`
  if (agrees) return ['the spec and the wire agree', basis]
  const applied = changes.filter(({ disposition }) => disposition === 'APPLIED')
  const suggestions = changes.filter(({ disposition }) => disposition === 'SUGGESTION')
  const total = changes.length + skipped.length
  const lines = [
    `${total} change(s): ${applied.length} applied (additive), ${suggestions.length} suggestion(s), ${skipped.length} skipped (no document anchor)`,
    ...applied.map((change) => lineOf('APPLIED', change)),
    ...suggestions.map((change) => lineOf('SUGGESTION', change)),
    ...skipped.map((change) => lineOf('SKIPPED', change)),
    basis,
  ]
  return output === undefined ? lines : [...lines, `patched spec: ${output}`]
}

export function lineOf(word: string, change: Change | Skipped): string {
  const { id, operation, location, pointer, evidence } = change
  const reason = 'reason' in change ? ` (${change.reason})` : ''
  const line = `  ${word.padEnd(10)} ${change.class.padEnd(9)} ${operation.method} ${operation.path}: ${whatOf(change)} at ${location}#${pointer}, ${evidence.text} [${id}]${reason}`
  return printable(line)
}

/** The change in words. */
function whatOf({ class: kind, pointer, value }: Change): string {
  const name = (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  switch (kind) {
    case 'field':
      return `field ${jsonText(name)} (${schemaText(value)})`
    case 'status':
      return `status ${name}`
    case 'enum':
      return `value ${jsonText(value)}`
    case 'nullable':
      return 'null is sent'
    case 'parameter':
      return `query parameter ${jsonText(textOf(memberOf(value, 'name')))}`
    case 'header':
      return `header ${name}`
    case 'type':
      return `type ${jsonText(value)}`
    case 'required':
      return 'not always there'
    case 'endpoint':
      return 'operation that is not described'
    default:
      return kind satisfies never
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function schemaText(value: unknown): string {
  const type = memberOf(value, 'type')
  const format = memberOf(value, 'format')
  const said = Array.isArray(type) ? type.join(' or ') : textOf(type) || 'any type'
  return typeof format === 'string' ? `${said}, ${format}` : said
}
