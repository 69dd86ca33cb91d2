import { expect, it } from 'vitest'
import { explained } from '../../sandbox/explained.ts'
import type { JournalEntry } from '../../sandbox/journal/journal.ts'
import { block } from './block.ts'
import { journalFooter, journalTable } from './journal-table.ts'
import { problemText } from './problem-text.ts'
import { type ListedSandbox, sandboxBlock } from './sandbox-block.ts'
import { traceText } from './trace-text.ts'

const listed: ListedSandbox = {
  name: 'pay',
  id: 'sbx_01ab',
  mode: 'deterministic',
  seed: '5eed',
  route: '/pay/',
  url: 'http://127.0.0.1:4600/pay/',
  ir: 'apis/pay.ir.json',
  credential: 'sk_test',
  sent_as: 'Authorization: Bearer sk_test',
  webhooks: {
    declared: 0,
    triggered: 0,
    emit_only: 0,
    envelope: { algorithm: 'hmac-sha256', in: 'body', field: 'signature', key_env: 'TOOL_WEBHOOK_KEY_PAY' },
  },
  draft: false,
}

it('marks a draft, with the note that shapes are best-effort', () => {
  expect(sandboxBlock(listed).join('\n')).not.toContain('draft')
  expect(sandboxBlock({ ...listed, draft: true }).at(-1)).toBe('note: draft, read from prose: shapes are best-effort')
  expect(sandboxBlock(listed)).toContain('webhooks:    none declared')
})

function entry(seq: number, path: string, template: string | null): JournalEntry {
  const rest = {
    headers: {},
    query: {},
    body: null,
    operation: null,
    at_ms: 0,
    duration_ms: 0,
    violations: [],
    faults: [],
  }
  return { seq, method: 'GET', path, template, status: 200, ...rest, rule: null, faults: [], scope: null }
}

it('shows the template of a request only where it differs, and cannot be made to draw', () => {
  const entries = [entry(9, '/a', '/a'), entry(10, '/a/1\u001b[2J', '/a/{id}'), entry(11, '/nowhere', null)]
  expect(journalTable(entries)).toEqual([
    '9   GET  /a        200           0 ms',
    '10  GET  /a/1 [2J  200  /a/{id}  0 ms',
    '11  GET  /nowhere  200           0 ms',
  ])
})

it('says what made an answer: a fault, a rule, a scope, or why it was refused', () => {
  const told = (more: Partial<JournalEntry>): string | undefined =>
    journalTable([{ ...entry(1, '/a', '/a'), duration_ms: 12.4, ...more }])[0]
  expect([
    told({ status: 503, faults: ['latency', 'error'], scope: 'checkout' }),
    told({ rule: 'r1, r2' }),
    told({ status: 400, reason: 'amount must be integer' }),
    told({ status: 404, template: null, nearest: ['GET /ab', 'GET /b'] }),
    told({ status: 404, template: null, nearest: [] }),
    told({ status: 0, faults: ['hang'] }),
  ]).toEqual([
    '1  GET  /a  503    12 ms  fault latency and error, scope checkout',
    '1  GET  /a  200    12 ms  rule r1, r2',
    '1  GET  /a  400    12 ms  refused: amount must be integer',
    '1  GET  /a  404    12 ms  no such operation (did you mean GET /ab?)',
    '1  GET  /a  404    12 ms  no such operation',
    '1  GET  /a  -    12 ms  fault hang',
  ])
})

it('cuts a path that would push the columns away', () => {
  expect(journalTable([entry(1, `/${'a'.repeat(99)}`, null)])[0]).toBe(`1  GET  /${'a'.repeat(99)}  200    0 ms`)
  expect(journalTable([entry(1, `/${'a'.repeat(100)}`, null)])[0]).toBe(`1  GET  /${'a'.repeat(98)}…  200    0 ms`)
})

it('says how many older entries were evicted, when some were', () => {
  expect(journalFooter(50, 0)).toBe('50 request(s)')
  expect(journalFooter(50, 7)).toBe('50 request(s), 7 older evicted')
})

function traceOf(body: string | Uint8Array): readonly string[] {
  const fields = ['content-type', 'text/plain', 'X-Rate', '9', 'ETag', '"1"', 'X-Tool-Operation', 'getIt']
  const response = { status: 200, fields, body }
  const outcome = { response, template: undefined, operation: undefined, violations: [], faults: [], events: [] }
  const explanation = { outcome, steps: [{ step: 'route', decision: 'GET /it' }] } as const
  return traceText({ sandbox: 'pay', seed: '5eed' }, explained(explanation, { method: 'GET' }))
}

it('prints a trace: what is replayed, the decisions, the answer', () => {
  expect(traceOf('hello')).toEqual([
    'replay of "pay" against a fork with seed 5eed: no real state is touched',
    'route      GET /it',
    '→ 200',
    'Content-Type: text/plain',
    'Etag: "1"',
    'X-Rate: 9',
    'X-Tool-Operation: getIt',
    '',
    'hello',
  ])
})

it('truncates a body over 2000 characters, and says so', () => {
  expect(traceOf('x'.repeat(2000)).at(-1)).toBe('x'.repeat(2000))
  expect(traceOf('x'.repeat(2001)).at(-1)).toBe(`${'x'.repeat(2000)}… (truncated, 2001 characters)`)
  expect(traceOf('😀'.repeat(2000)).at(-1)).toBe('😀'.repeat(2000))
  expect(traceOf('😀'.repeat(2001)).at(-1)).toBe(`${'😀'.repeat(2000)}… (truncated, 2001 characters)`)
  expect(traceOf(Uint8Array.of(0xff, 0xfe)).at(-1)).toBe('(2 bytes that are not text)')
})

it('names the place of a problem as far as it is known', () => {
  const problem = { document: '', pointer: '', message: 'It is odd' }
  expect(problemText(problem)).toBe('It is odd')
  expect(problemText({ ...problem, document: 'a.yaml', line: 3, column: 5, pointer: '/paths' })).toBe(
    'a.yaml: line 3, column 5: /paths: It is odd',
  )
})

it('aligns facts', () => {
  expect(
    block([
      ['a', '1'],
      ['long', ''],
    ]),
  ).toEqual(['a:     1', 'long:'])
})
