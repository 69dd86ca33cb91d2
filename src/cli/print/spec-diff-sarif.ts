/** SARIF 2.1.0, which code scanning of forges reads. */
import type { Finding } from '../../spec-diff/finding.ts'
import { findRule } from '../../spec-diff/rules/registry.ts'
import type { Severity } from '../../spec-diff/severity.ts'
import { version } from '../version.ts'
import { operationOf, type SpecDiffReport } from './spec-diff-report.ts'

const LEVELS: Readonly<Record<Severity, string>> = { ERR: 'error', WARN: 'warning', INFO: 'note' }

/** The log as a value. */
export function specDiffSarif(report: SpecDiffReport): object {
  const ids = [...new Set(report.findings.map(({ rule }) => rule))]
  const rules = ids.map((id) => {
    const { text, severity } = findRule(id)
    const plain = text.replaceAll('{before}', 'one value').replaceAll('{after}', 'another')
    return { id, shortDescription: { text: plain }, defaultConfiguration: { level: LEVELS[severity] } }
  })
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tool spec-diff', version, rules } },
        results: report.findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule), report)),
      },
    ],
  }
}

function resultOf(finding: Finding, ruleIndex: number, { new: uri, lines }: SpecDiffReport): object {
  const { rule, severity, message, fingerprint } = finding
  const name = operationOf(finding)
  const startLine = lines.get(name) ?? 1
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: name === '' ? message : `${name} ${message}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(uri) }, region: { startLine } },
        ...(name !== '' && { logicalLocations: [{ fullyQualifiedName: name }] }),
      },
    ],
    partialFingerprints: { 'specDiff/v1': fingerprint },
  }
}
