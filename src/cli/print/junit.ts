/** Verdicts as a JUnit report, as CI services read it: valid against the schemas of Ant and of Jenkins, of which Ant's asks for more. */
import { resolve } from 'node:path'
import { escapeXml } from '../../http/xml.ts'
import type { Finding as RuleFinding } from '../../sandbox/rules/checks/check.ts'
import type { RuleSet } from '../../sandbox/rules/rule.ts'
import type { Finding } from '../../sandbox/scenarios/verdict.ts'
import { writeReportFile } from '../../stores/report-file.ts'
import { visible } from '../../support/printable.ts'
import type { Call, Flag } from '../command.ts'

export interface JunitCase {
  readonly name: string
  readonly group: string
  /** Absent: it passed. An error is what cannot be said. */
  readonly outcome?: { readonly is: 'failure' | 'error'; readonly type: string; readonly message: string }
}

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  readonly at: Date
}

export const junitFlag: Flag = {
  name: 'junit',
  value: '<file>',
  summary: 'write a JUnit report there as well, for CI services',
}

/** Writes the report where the flag says; nothing without the flag. */
export function writeJunit({ flags, terminal }: Call, suite: Omit<JunitSuite, 'at'>): void {
  const path = flags.text('junit')
  if (path !== undefined) writeReportFile(resolve(terminal.cwd, path), junitText({ ...suite, at: new Date() }))
}

export function junitText({ name, cases, at }: JunitSuite): string {
  const count = (is: string): number => cases.filter(({ outcome }) => outcome?.is === is).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') }
  const [timestamp = ''] = at.toISOString().split('.')
  const suite = { name, package: 'tool', id: 0, hostname: 'localhost', timestamp, ...counts, time: 0 }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${attributes(suite)}>`,
    '    <properties/>',
    ...cases.flatMap(caseLines),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseLines({ name, group, outcome }: JunitCase): readonly string[] {
  const head = `    <testcase${attributes({ classname: group, name, time: 0 })}`
  if (outcome === undefined) return [`${head}/>`]
  const { is, type, message } = outcome
  return [
    `${head}>`,
    `      <${is}${attributes({ type, message })}>${escapeXml(visible(message))}</${is}>`,
    '    </testcase>',
  ]
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(visible(String(value)))}"`)
    .join('')
}

/** One case an expectation. */
export function verdictSuite(sandbox: string, mode: string, findings: readonly Finding[]): Omit<JunitSuite, 'at'> {
  const cases = findings.map(({ expect, role, operation, verdict, message = '' }): JunitCase => {
    const one = { name: `${operation} ${expect}`, group: `${sandbox}.${mode}.${role}` }
    if (verdict === 'kept') return one
    return { ...one, outcome: { is: verdict === 'broken' ? 'failure' : 'error', type: verdict, message } }
  })
  return { name: `mode verify ${sandbox}`, cases }
}

/** One case a rule. */
export function ruleSuite(sandbox: string, { rules }: RuleSet, found: readonly RuleFinding[]): Omit<JunitSuite, 'at'> {
  const cases = rules.map(({ id }): JunitCase => {
    const own = found.filter(({ rule }) => rule === id)
    const one = { name: id, group: `${sandbox}.rules` }
    if (own.length === 0) return one
    const message = own.map(({ category, message }) => `${category}: ${message}`).join('\n')
    return { ...one, outcome: { is: 'failure', type: own[0]?.category ?? '', message } }
  })
  return { name: `rule check ${sandbox}`, cases }
}

/** Rules that cannot be loaded: one case, an error, so that no report of another time is taken for this one. */
export function unloadableSuite(sandbox: string, error: unknown): Omit<JunitSuite, 'at'> {
  const message = error instanceof Error ? error.message : String(error)
  const outcome = { is: 'error', type: 'unloadable', message } as const
  return { name: `rule check ${sandbox}`, cases: [{ name: 'rules', group: `${sandbox}.rules`, outcome }] }
}
