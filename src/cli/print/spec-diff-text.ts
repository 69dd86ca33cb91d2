/** For people: by operation, the worst first, and a line of counts. */
import picocolors from 'picocolors'
import type { Severity } from '../../spec-diff/severity.ts'
import { printable } from '../../support/printable.ts'
import { byOperation, countLine, type SpecDiffReport } from './spec-diff-report.ts'

export function specDiffText(report: SpecDiffReport): string {
  const colors = picocolors.createColors(report.color)
  const paint: Readonly<Record<Severity, (text: string) => string>> = {
    ERR: colors.red,
    WARN: colors.yellow,
    INFO: colors.dim,
  }
  const blocks = [...byOperation(report.findings)].map(([name, findings]) => {
    const lines = findings.map(
      ({ severity, message, rule, fingerprint }) =>
        `  ${paint[severity](severity.padEnd(4))}  ${printable(message)}  ${colors.dim(`[${rule} ${fingerprint}]`)}`,
    )
    return [colors.bold(name === '' ? 'the whole description' : printable(name)), ...lines, ''].join('\n')
  })
  return [...blocks, countLine(report)].join('\n')
}
