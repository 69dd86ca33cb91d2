/** For comments on changes: a table for each operation. */
import { printable } from '../../support/printable.ts'
import { byOperation, countLine, type SpecDiffReport } from './spec-diff-report.ts'

export function specDiffMarkdown(report: SpecDiffReport): string {
  const sections = [...byOperation(report.findings)].flatMap(([name, findings]) => [
    `### ${name === '' ? 'The whole description' : code(name)}`,
    '',
    '| severity | change | rule | fingerprint |',
    '|---|---|---|---|',
    ...findings.map(
      ({ severity, message, rule, fingerprint }) =>
        `| ${severity} | ${escaped(message)} | \`${rule}\` | \`${fingerprint}\` |`,
    ),
    '',
  ])
  return ['## Changes of the API description', '', ...sections, countLine(report)].join('\n')
}

function code(text: string): string {
  return `\`${printable(text).replaceAll('`', "'")}\``
}

/** What a description says must not become markup. */
function escaped(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replace(/[<>|[\]*_`\\~@#!]/g, (char) => `&#${char.codePointAt(0)};`)
}
