/** Annotations of GitHub Actions: one workflow command for each finding. */
import type { Finding } from '../../spec-diff/finding.ts'
import type { Severity } from '../../spec-diff/severity.ts'
import { printable } from '../../support/printable.ts'
import { operationOf, type SpecDiffReport, worstFirst } from './spec-diff-report.ts'

const COMMANDS: Readonly<Record<Severity, string>> = { ERR: 'error', WARN: 'warning', INFO: 'notice' }

export function specDiffActions({ findings, new: file, lines }: SpecDiffReport): string {
  // Forges show a limited number of annotations: the worst come first.
  return worstFirst
    .flatMap((severity) => findings.filter((finding) => finding.severity === severity))
    .map((finding) => annotation(finding, file, lines.get(operationOf(finding))))
    .join('\n')
}

function annotation(finding: Finding, file: string, line: number | undefined): string {
  const { severity, rule, message } = finding
  const name = operationOf(finding)
  const place = [`file=${property(file)}`, ...(line === undefined ? [] : [`line=${line}`]), `title=${property(rule)}`]
  return `::${COMMANDS[severity]} ${place.join(',')}::${data(name === '' ? message : `${name} ${message}`)}`
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
