import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from '../../../test/support/run-command.ts'
import { tempDirectory } from '../../../test/support/temp-directory.ts'
import { parseXml } from '../../http/xml.ts'
import { junitText, ruleSuite, verdictSuite } from './junit.ts'

const at = new Date('2025-01-01T10:00:00.123Z')

it('writes a verdict as Ant and Jenkins read it', () => {
  const found = [
    { expect: 'recovers', role: 'target', operation: 'createCharge', verdict: 'kept' },
    { expect: 'keeps_key', role: 'target', operation: 'createCharge', verdict: 'broken', message: 'a < b & "c"\u0007' },
    { expect: 'acknowledges', role: 'event', operation: 'charge.created', verdict: 'cannot-say', message: 'nothing' },
  ] as const
  expect(junitText({ ...verdictSuite('pay', 'lost_response', found), at })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="mode verify pay" package="tool" id="0" hostname="localhost" timestamp="2025-01-01T10:00:00" tests="3" failures="1" errors="1" time="0">
    <properties/>
    <testcase classname="pay.lost_response.target" name="createCharge recovers" time="0"/>
    <testcase classname="pay.lost_response.target" name="createCharge keeps_key" time="0">
      <failure type="broken" message="a &lt; b &amp; &quot;c&quot;\\u0007">a &lt; b &amp; &quot;c&quot;\\u0007</failure>
    </testcase>
    <testcase classname="pay.lost_response.event" name="charge.created acknowledges" time="0">
      <error type="cannot-say" message="nothing">nothing</error>
    </testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>
`)
})

it('writes one case a rule, with all that is said of it', () => {
  const rule = { when: { method: 'GET', path: '/a' }, provenance: '', version: 1 }
  const rules = [
    { id: 'one', ...rule },
    { id: 'two', ...rule },
  ]
  const found = [
    { rule: 'two', category: 'duplicate', message: 'first' },
    { rule: 'two', category: 'shadows', message: 'second' },
  ]
  const text = junitText({ ...ruleSuite('pay', { version: 1, rules }, found), at })
  expect(text).toContain('tests="2" failures="1" errors="0"')
  expect(text).toContain('<testcase classname="pay.rules" name="one" time="0"/>')
  expect(text.match(/<failure/g)).toHaveLength(1)
  expect(text).toContain('duplicate: first\nshadows: second</failure>')
})

it('is well-formed whatever stands in names', () => {
  const suite = verdictSuite('<pay>', '&', [
    { expect: '"', role: ']]>', operation: '\ud800', verdict: 'broken', message: '<!--' },
  ])
  expect(parseXml(junitText({ ...suite, at })).ok).toBe(true)
})

it('is written by rule check beside what it prints, also where it finds something', async () => {
  using temp = tempDirectory()
  const examples = resolve(import.meta.dirname, '../../../examples')
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', join(examples, 'payments.yaml')])
  await runCommand(temp.path, ['rule', 'add', 'pay', join(examples, 'rules/declined.yaml')])
  const clean = await runCommand(temp.path, ['rule', 'check', 'pay', '--junit', 'rules.xml'])
  expect([clean.exit, clean.stdout]).toEqual([0, 'no problems\n'])
  expect(readFileSync(join(temp.path, 'rules.xml'), 'utf8')).toContain('tests="2" failures="0"')
  writeFileSync(join(temp.path, 'tool-data/apis/pay.rules.json'), '{')
  const broken = await runCommand(temp.path, ['rule', 'check', 'pay', '--junit', 'rules.xml'])
  expect(broken.exit).toBe(2)
  expect(readFileSync(join(temp.path, 'rules.xml'), 'utf8')).toContain('tests="1" failures="0" errors="1"')
  const missing = await runCommand(temp.path, ['rule', 'check', 'pay', '--junit', 'nowhere/rules.xml'])
  expect([missing.exit, missing.stderr]).toEqual([2, expect.stringMatching(/^error: .*nowhere/)])
})
