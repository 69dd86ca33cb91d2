import type { ListedFault } from '../../sandbox/faults/book.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'

/** The armed faults, one row each under a head. */
export function faultTable(faults: readonly ListedFault[]): readonly string[] {
  return table([['ID', 'KIND', 'ON', 'HOW'], ...faults.map((rule) => [rule.id, rule.kind, placeOf(rule), howOf(rule)])])
}

/** One fault in a line. */
export function faultLine(rule: ListedFault): string {
  return [`${rule.id}: ${rule.kind} on ${placeOf(rule)}`, howOf(rule)].filter((word) => word !== '').join(', ')
}

function placeOf({ method, path, event }: ListedFault): string {
  if (method === '') return `event ${event === '' ? '(any)' : event}`
  return method === '*' && path === '*' ? 'every operation' : `${method} ${path}`
}

function howOf(rule: ListedFault): string {
  const {
    status,
    delayMs,
    jitterMs,
    probability,
    times,
    per,
    limit,
    windowMs,
    after,
    mode,
    bytesPerSecond,
    struck = 0,
    wallclock,
    body,
    headers = {},
  } = rule
  const parts = [
    status === undefined ? '' : `status ${status}`,
    body === undefined ? '' : `body ${shortened(jsonText(body))}`,
    ...Object.entries(headers).map(([name, value]) => `header ${name}: ${shortened(value)}`),
    delayMs === 0 ? '' : `${delayMs} ms`,
    jitterMs === undefined ? '' : `up to ${jitterMs} ms more`,
    wallclock ? 'in wall-clock time' : '',
    bytesPerSecond === undefined ? '' : `${bytesPerSecond} bytes/s`,
    probability === 1 ? '' : `probability ${probability}`,
    times === 0 ? '' : times === 1 ? 'the first time' : `the first ${times} times`,
    struck === 0 ? '' : struck < times ? `${times - struck} left` : 'spent',
    per === '' ? '' : `per ${per}`,
    limit === undefined ? '' : `beyond ${limit} in ${windowMs} ms`,
    after === true ? 'after the operation' : '',
    mode === undefined ? '' : `of mode ${mode}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Characters of a body or a header field that are shown in a line. */
const SHOWN = 60

function shortened(text: string): string {
  const characters = [...printable(text)]
  return characters.length <= SHOWN ? characters.join('') : `${characters.slice(0, SHOWN).join('')}…`
}
