/** What recordings violate, as text and as Markdown. */
import type { Conformance, OperationConformance, Violation } from '../../spec-update/conformance.ts'
import { printable } from '../../support/printable.ts'

export function conformanceLines(upstream: string, spec: string, conformance: Conformance): readonly string[] {
  const { operations, violations } = conformance
  const lines = operations.flatMap((operation) => {
    const own = ofOperation(violations, operation)
    if (own.length === 0) return []
    return [`${operation.method} ${operation.path}: ${exchanges(operation)}`, ...own.map(lineOf), '']
  })
  return [...lines.map((line) => printable(line)), printable(summaryOf(upstream, spec, conformance))]
}

export function conformanceMarkdown(upstream: string, spec: string, conformance: Conformance): string {
  const { operations, violations } = conformance
  const sections = operations.flatMap((operation) => {
    const own = ofOperation(violations, operation)
    if (own.length === 0) return []
    return [
      `### \`${printable(`${operation.method} ${operation.path}`).replaceAll('`', "'")}\``,
      '',
      '| severity | side | violation | in the description |',
      '|---|---|---|---|',
      ...own.map((one) => `| ${one.severity} | ${one.side} | ${escaped(one.message)} | ${escaped(placeOf(one))} |`),
      '',
    ]
  })
  return ['## Conformance', '', ...sections, escaped(summaryOf(upstream, spec, conformance))].join('\n')
}

function ofOperation(violations: readonly Violation[], { method, path }: OperationConformance): readonly Violation[] {
  return violations.filter((one) => one.method === method && one.path === path)
}

function exchanges({ exchanges: count }: OperationConformance): string {
  return count === 1 ? '1 exchange' : `${count} exchanges`
}

function lineOf(violation: Violation): string {
  const { severity, message } = violation
  return `  ${severity.padEnd(7)}  ${message} (${placeOf(violation)})`
}

function placeOf({ location, pointer }: Violation): string {
  return `${location}#${pointer}`
}

/** `pay against api.yaml: 12 exchanges of 3 operations, 2 errors, 1 warning`. */
function summaryOf(upstream: string, spec: string, { recordings, operations, violations }: Conformance): string {
  const countOf = (wanted: string): number => violations.filter(({ severity }) => severity === wanted).length
  const seen = `${counted(recordings, 'exchange')} of ${counted(operations.length, 'operation')}`
  const found =
    violations.length === 0
      ? 'no violations'
      : `${counted(countOf('error'), 'error')}, ${counted(countOf('warning'), 'warning')}`
  return `${upstream} against ${spec}: ${seen}, ${found}`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** What was sent must not become markup. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replace(/[<>|[\]*_`\\~@!]/g, (char) => `&#${char.codePointAt(0)};`)
}
