import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeHead } from '../../test/support/fake-sandboxes.ts'
import { modelOf } from '../../test/support/inline.ts'
import { type ApiModel, describe as describeApi } from '../api/model.ts'
import { fieldsOf, type HttpResponse, responseField } from '../http/message.ts'
import { type JournalEntry, makeJournal } from '../sandbox/journal/journal.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { SandboxSettings } from '../sandbox/sandbox.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import { createMemoryStore } from '../sandbox/state/memory-store.ts'
import { NOTHING_ATTACHED, type WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import type { Occurrence } from '../sandbox/webhooks/occurrence.ts'
import { ToolError } from '../support/errors.ts'
import { at, field } from '../support/json.ts'
import { dispatch } from './dispatch.ts'
import { type ControlAnswer, isPieced, isStream, type PiecedAnswer } from './endpoint.ts'
import type { ControlHost } from './host.ts'
import { listingOf, unservedListing } from './listing.ts'
import { type Metrics, prometheusText } from './metrics.ts'
import { controlDescription } from './openapi.ts'
import { routes } from './routes.ts'

const metrics: Metrics = {
  sandboxes: [
    {
      name: 'pay',
      answers: [0, 7, 0, 2, 1, 3],
      durations: { counts: [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], sumSeconds: 1.5 },
      journalEntries: 10,
      journalEvicted: 3,
      commits: 5,
      commitFailures: 1,
    },
  ],
  other: [0, 1, 0, 0, 0, 0],
  internalErrors: 1,
  openConnections: 2,
  eventStreams: 0,
  forks: 2,
  budgets: [
    { of: 'journals', used: 7, limit: 100, letGo: 2 },
    { of: 'copies', used: 0, limit: 50, letGo: undefined },
  ],
  snapshots: 1,
  uptimeSeconds: 60,
  residentBytes: 1,
  heapBytes: 1,
}

/** One sandbox that is served, "pay", and one that is not, "broken". */
class FakeHost implements ControlHost {
  readonly calls: string[] = []
  #name = 'pay'
  #isThere = true
  #live: LiveSandbox = {
    settings: settings('pay'),
    api: describeApi({ head: fakeHead('Pay'), operations: new Map(), schemas: new Map() }),
    store: createMemoryStore(),
    wall: { now: () => 0 },
    journal: makeJournal(4),
  }

  get journal() {
    return this.#live.journal
  }

  list() {
    return [...(this.#isThere ? [this.#listing()] : []), unservedListing('broken', 'it is cut off', 'http://h')]
  }

  find(name: string) {
    return this.list().find((one) => one.name === name)
  }

  live(name: string): LiveSandbox {
    if (name !== this.#name) throw new ToolError('unavailable', 'it is cut off')
    return this.#live
  }

  serve(model: ApiModel): void {
    this.#live = { ...this.#live, api: describeApi(model) }
  }

  saveRules(name: string, set: RuleSet): void {
    this.calls.push(`rules ${name}`)
    this.#live = { ...this.#live, rules: set }
  }

  change<T>(name: string, work: (live: LiveSandbox) => T): T {
    this.calls.push(`change ${name}`)
    return work(this.live(name))
  }

  remove(name: string): void {
    this.calls.push(`remove ${name}`)
    this.#isThere = false
  }

  rename(name: string, to: string): void {
    if (to === 'broken') throw new ToolError('conflict', 'Sandbox "broken" already exists')
    this.calls.push(`rename ${name} ${to}`)
    this.#name = to
  }

  reload(name: string): void {
    this.calls.push(`reload ${name}`)
  }

  #attachment: WebhookAttachment = NOTHING_ATTACHED

  attachment(): WebhookAttachment {
    return this.#attachment
  }

  lease(): void {}

  saveWebhooks(name: string, attachment: WebhookAttachment): void {
    this.calls.push(`webhooks ${name}`)
    this.#attachment = attachment
  }

  emit(name: string, occurrence: (live: LiveSandbox) => Occurrence): string {
    this.calls.push(`emit ${name} ${occurrence(this.live(name)).event.name}`)
    return 'evt_1'
  }

  deliveryEnded(): Promise<void> {
    return Promise.resolve()
  }

  redeliver(name: string, id: string): number {
    this.calls.push(`redeliver ${name} ${id}`)
    return 1
  }

  whyGone(name: string): string | undefined {
    return name.includes('--') ? 'The fork has ended: it was deleted' : undefined
  }

  fork(name: string) {
    this.calls.push(`fork ${name}`)
    return { name: `${name}--1`, url: `http://h/${name}--1/`, credential: 'sk_1', expires_in_seconds: 600 }
  }

  forks() {
    return [{ name: 'pay--1', url: 'http://h/pay--1/', created: '2025-01-01T00:00:00.000Z', idle_seconds: 3 }]
  }

  endFork(name: string): void {
    throw new ToolError('conflict', `"${name}" is not a fork`)
  }

  snapshot(name: string): string {
    this.calls.push(`snapshot ${name}`)
    return 'snap_1'
  }

  snapshots() {
    return [{ token: 'snap_1', created: '2025-01-01T00:00:00.000Z' }]
  }

  dropSnapshots(_name: string, token: string | undefined): number {
    return token === undefined ? 2 : 1
  }

  restore(name: string, token: string): void {
    if (token !== 'snap_1') throw new ToolError('not-found', `no snapshot "${token}"`)
    this.calls.push(`restore ${name} ${token}`)
  }

  async add(body: Uint8Array) {
    const { name } = JSON.parse(new TextDecoder().decode(body)) as { name: string }
    if (name === 'taken') throw new ToolError('conflict', 'Sandbox "taken" exists already')
    this.calls.push(`add ${name}`)
    return { name, problems: ['line 3: mended'] }
  }

  packs() {
    return Promise.resolve({
      scenarios: [],
      problems: [{ name: 'outage', message: 'Cannot use the pack scenarios/outage.yaml: it is empty' }],
    })
  }

  metrics() {
    return metrics
  }

  #listing() {
    return listingOf(settings(this.#name), this.#live.api.head, 'http://h')
  }
}

function settings(name: string): SandboxSettings {
  return {
    name,
    id: 'sbx_0a',
    seed: '5eed',
    credential: 'sk_1',
    clock: 'virtual',
    validation: 'strict',
    unknownIds: 'not-found',
    auth: 'on',
    authErrors: 'standard',
  }
}

let host = new FakeHost()
beforeEach(() => {
  host = new FakeHost()
})

function entry(path: string): JournalEntry {
  return {
    seq: 0,
    method: 'GET',
    path,
    template: null,
    status: 200,
    headers: {},
    query: {},
    body: null,
    operation: null,
    at_ms: 1,
    duration_ms: 1,
    violations: [],
    rule: null,
    faults: [],
    scope: null,
  }
}

function send(method: string, target: string, body = '', headers: Record<string, string> = {}): ControlAnswer {
  const [path = '', search = ''] = target.split('?')
  const fields = fieldsOf(Object.entries(headers))
  const answer = dispatch({ method, path, search, fields, body: new TextEncoder().encode(body) }, host)
  if (answer instanceof Promise) throw new Error('an answer that waits')
  return answer
}

function ask(method: string, target: string, body = ''): [status: number, value: unknown] {
  const answer = send(method, target, body)
  if (isStream(answer)) throw new Error('a stream')
  const whole = isPieced(answer) ? { ...answer, body: wholeOf(answer) } : answer
  expect(responseField(whole, 'content-type')).toBe('application/json; charset=utf-8')
  return [whole.status, JSON.parse(String(whole.body))]
}

function wholeOf({ pieces }: PiecedAnswer): string {
  let text = ''
  for (let i = 0, next = pieces.at(0); next !== undefined; next = pieces.at(++i)) text += next
  return text
}

const PAY = '/_tool/sandboxes/pay'

describe('the journal', () => {
  it('gives the newest 50 entries, newest last, with what was evicted', () => {
    for (const path of ['/a', '/b', '/c', '/d', '/e']) host.journal.append(entry(path))
    const [status, value] = ask('GET', `${PAY}/requests`)
    expect(status).toBe(200)
    expect(value).toEqual({
      requests: ['/b', '/c', '/d', '/e'].map((path, i) => ({ ...entry(path), seq: i + 2 })),
      evicted: 1,
    })
    expect(ask('GET', `${PAY}/requests?limit=1`)).toEqual([200, { requests: [{ ...entry('/e'), seq: 5 }], evicted: 1 }])
    expect(ask('GET', `${PAY}/requests?limit=0`)).toEqual([200, { requests: [], evicted: 1 }])
  })

  it.each(['-1', '1.5', 'all', '', '1e3', '99999999999', '0x10'])('refuses a limit of %j', (limit) => {
    expect(ask('GET', `${PAY}/requests?limit=${limit}`)).toEqual([
      400,
      { message: 'limit must be a whole number from 0 to 999999999' },
    ])
  })

  it('is emptied, and counts on', () => {
    host.journal.append(entry('/a'))
    expect(ask('DELETE', `${PAY}/requests`)).toEqual([200, { reset: true }])
    expect(ask('GET', `${PAY}/requests`)).toEqual([200, { requests: [], evicted: 0 }])
    host.journal.append(entry('/b'))
    expect(ask('GET', `${PAY}/requests`)[1]).toMatchObject({ requests: [{ seq: 2 }] })
  })

  it('is shown, emptied and followed by scope', () => {
    for (const scope of ['a', 'b', null, 'a']) host.journal.append({ ...entry('/'), scope })
    const seqs = (query: string) => {
      const [, value] = ask('GET', `${PAY}/requests${query}`)
      return (field(value, 'requests') as JournalEntry[]).map(({ seq }) => seq)
    }
    expect([seqs(''), seqs('?scope=a'), seqs('?scope='), seqs('?scope=c'), seqs('?scope=a&limit=1')]).toEqual([
      [1, 2, 3, 4],
      [1, 4],
      [3],
      [],
      [4],
    ])
    const answer = send('GET', `${PAY}/events?scope=b`, '', { 'Last-Event-ID': '0' })
    if (!isStream(answer)) throw new Error('no stream')
    const ids: string[] = []
    const stop = answer.start(
      (text) => ids.push(/id: (\d+)/.exec(text)?.[1] ?? ''),
      () => {},
    )
    for (const scope of ['a', 'b', null]) host.journal.append({ ...entry('/'), scope })
    stop()
    expect(ids).toEqual(['2', '6'])
    expect(ask('DELETE', `${PAY}/requests?scope=a`)).toEqual([200, { reset: true }])
    expect(seqs('')).toEqual([2, 3, 6, 7])
    expect(ask('DELETE', `${PAY}/requests?scope=`)).toEqual([200, { reset: true }])
    expect(seqs('')).toEqual([2, 6])
  })

  it('is followed until the client leaves, from where it left off', () => {
    host.journal.append(entry('/a'))
    host.journal.append(entry('/b'))
    const answer = send('GET', `${PAY}/events`, '', { 'Last-Event-ID': '1' })
    if (!isStream(answer)) throw new Error('no stream')
    const events: string[] = []
    const stop = answer.start(
      (text) => events.push(text),
      () => {},
    )
    host.journal.append(entry('/c'))
    stop()
    host.journal.append(entry('/d'))
    expect(events).toEqual(
      ['/b', '/c'].map((path, i) => {
        const seq = i + 2
        return `event: request\nid: ${seq}\ndata: ${JSON.stringify({ ...entry(path), seq })}\n\n`
      }),
    )
  })
})

describe('sandboxes', () => {
  it('are listed with the fields of the interface, served or not', () => {
    const [, value] = ask('GET', '/_tool/sandboxes')
    expect(value).toEqual({
      sandboxes: [
        {
          name: 'pay',
          id: 'sbx_0a',
          mode: 'deterministic',
          seed: '5eed',
          route: '/pay/',
          ir: 'apis/pay.ir.json',
          credential: 'sk_1',
          webhooks: expect.objectContaining({ declared: 0, triggered: 0, emit_only: 0 }) as unknown,
          draft: false,
          title: 'Pay',
          version: '1',
          operations: 0,
          url: 'http://h/pay/',
          served: true,
        },
        { name: 'broken', route: '/broken/', url: 'http://h/broken/', served: false, problem: 'it is cut off' },
      ],
    })
    const [first] = field(value, 'sandboxes') as unknown[]
    expect(ask('GET', PAY)).toEqual([200, { sandbox: first }])
  })

  it('are removed, renamed and read anew', () => {
    expect(ask('POST', `${PAY}/reload`)).toEqual([200, { reloaded: true }])
    expect(ask('POST', `${PAY}/rename`, '{"name":"mail"}')).toMatchObject([200, { sandbox: { name: 'mail' } }])
    expect(ask('DELETE', '/_tool/sandboxes/mail')).toEqual([200, { removed: 'mail' }])
    expect(host.calls).toEqual(['reload pay', 'rename pay mail', 'remove mail'])
    expect(ask('GET', '/_tool/sandboxes/mail')).toEqual([404, { message: 'unknown sandbox mail' }])
  })

  it('keep their name when the new one is taken', () => {
    expect(ask('POST', `${PAY}/rename`, '{"name":"broken"}')).toEqual([
      409,
      { message: 'Sandbox "broken" already exists' },
    ])
    expect(ask('POST', `${PAY}/rename`, '{}')).toEqual([400, { message: 'name must be a string' }])
  })

  it('that are not served answer 503 with the reason', () => {
    expect(ask('GET', '/_tool/sandboxes/broken/requests')).toEqual([503, { message: 'it is cut off' }])
    expect(ask('POST', '/_tool/sandboxes/broken/reset')).toEqual([503, { message: 'it is cut off' }])
  })
})

describe('rules', () => {
  const rule = (id: string) =>
    JSON.stringify({ id, when: { method: 'GET', path: '/things' }, respond: { status: 402 } })
  const many = (...ids: string[]) => `{"rules":[${ids.map(rule).join(',')}]}`
  beforeEach(async () => host.serve(await modelOf('paths: {/things: {get: {responses: {}}}}')))

  it('are added one by one and in lists, replaced, dropped, each in one step of the version', () => {
    const RULES = `${PAY}/rules`
    expect(ask('GET', RULES)).toEqual([200, { version: 0, rules: [] }])
    expect(ask('POST', RULES, rule('a'))).toEqual([201, { added: ['a'], version: 1 }])
    expect(ask('POST', RULES, many('b', 'c'))).toEqual([201, { added: ['b', 'c'], version: 2 }])
    expect(ask('POST', RULES, many('d', 'c'))).toMatchObject([
      409,
      { message: expect.stringMatching(/^Cannot add rule "c": /) as unknown },
    ])
    expect(ask('POST', `${RULES}?replace=true`, rule('c'))).toEqual([201, { added: ['c'], version: 3 }])
    expect(ask('DELETE', `${RULES}?id=a`)).toEqual([200, { dropped: 'a', version: 4 }])
    expect(ask('GET', RULES)).toMatchObject([200, { version: 4, rules: [{ id: 'b' }, { id: 'c', version: 2 }] }])
    expect(ask('PUT', RULES, many())).toEqual([200, { version: 5, rules: [] }])
  })

  it.each([
    ['POST', '?replace=yes', rule('a'), 400, 'replace must be true or false'],
    ['POST', '', '{"rules":[]}', 400, 'Cannot add rules: the list holds none'],
    ['POST', '', '{"id":"a"}', 400, 'Cannot add rule "a": needs when: at least method and path of an operation'],
    ['PUT', '', '{"rules":7}', 400, 'Cannot add rules: they must be a list of rules'],
    ['DELETE', '', '', 400, 'id is required: the id of the rule to take out'],
    ['DELETE', '?id=decline', '', 404, 'No rule "decline" on "pay" (did you mean declined?)'],
  ])('%s rules%s with %s is answered %i', (method, query, body, status, message) => {
    ask('POST', `${PAY}/rules`, rule('declined'))
    host.calls.length = 0
    expect(ask(method, `${PAY}/rules${query}`, body)).toEqual([status, { message }])
    expect(host.calls).toEqual([])
  })
})

describe('refusals', () => {
  it.each([
    ['GET', '/_tool/sandboxes/nobody/requests', 404, 'unknown sandbox nobody'],
    ['DELETE', '/_tool/sandboxes/nobody', 404, 'unknown sandbox nobody'],
    ['GET', '/_tool/sandboxes/__proto__', 404, 'unknown sandbox __proto__'],
    ['GET', '/_tool/nothing', 404, 'Not Found'],
    ['GET', '/_tool', 404, 'Not Found'],
    ['GET', '/_tool/', 404, 'Not Found'],
    ['GET', `${PAY}/nothing`, 404, 'Not Found'],
    ['PATCH', `${PAY}/requests`, 405, 'Method Not Allowed'],
    ['POST', '/_tool/healthz', 405, 'Method Not Allowed'],
    ['DELETE', `${PAY}/requests?scop=a`, 400, 'Unknown query parameter "scop" (did you mean scope?)'],
    ['DELETE', `${PAY}/snapshot?id=snap_1`, 400, 'Unknown query parameter "id" (there is token)'],
    ['DELETE', `${PAY}/mode?name=x`, 400, 'Unknown query parameter "name" (none is taken)'],
    ['DELETE', `${PAY}/faults?id=f1&id=f2`, 400, 'Query parameter "id" is given twice'],
    ['GET', `${PAY}/requests?limt=5`, 400, 'Unknown query parameter "limt" (did you mean limit?)'],
    ['GET', `${PAY}/events?scop=a`, 400, 'Unknown query parameter "scop" (did you mean scope?)'],
    ['POST', `${PAY}/rules?replce=true`, 400, 'Unknown query parameter "replce" (did you mean replace?)'],
    ['POST', `${PAY}/reset?everything=true`, 400, 'Unknown query parameter "everything" (none is taken)'],
    ['POST', `${PAY}/clock`, 400, 'The request has no body; a JSON object is wanted'],
    ['POST', `${PAY}/faults`, 400, 'method and path are required'],
  ])('%s %s is answered %i', (method, target, status, message) => {
    expect(ask(method, target)).toEqual([status, { message }])
  })

  it.each([
    ['rename', { nme: 'mail' }, 'A rename has no "nme" (did you mean name?)'],
    ['rename', { name: 'mail', force: true }, 'A rename has no "force" (it has name)'],
    ['restore', { tokn: 'snap_1' }, 'A restore has no "tokn" (did you mean token?)'],
    ['clock', { advance: 5 }, 'A clock has no "advance" (it has advance_seconds)'],
  ])('name what %s does not know', (path, body, message) => {
    expect(ask('POST', `${PAY}/${path}`, JSON.stringify(body))).toEqual([400, { message }])
  })

  it.each([
    ['POST', 'reset'],
    ['POST', 'reload'],
    ['POST', 'snapshot'],
    ['DELETE', 'faults'],
    ['DELETE', 'mode'],
    ['GET', 'requests'],
  ])('take no members in %s %s', (method, path) => {
    const message = 'Unknown member "id" (none is taken)'
    expect(ask(method, `${PAY}/${path}`, '{"id":"f1"}')).toEqual([400, { message }])
    expect(ask(method, `${PAY}/${path}`, '[]')).toEqual([400, { message: 'The request body must be a JSON object' }])
    expect(ask(method, `${PAY}/${path}`, '{}')[0]).toBeLessThan(300)
  })

  it('name the methods that are allowed', () => {
    const allow = (method: string, path: string) => responseField(send(method, path) as HttpResponse, 'allow')
    expect(allow('PUT', `${PAY}/requests`)).toBe('GET, DELETE, HEAD')
    expect(allow('GET', `${PAY}/clock`)).toBe('POST')
  })

  it.each([
    ['{', 'The request body is not JSON: '],
    ['[]', 'The request body must be a JSON object'],
    ['null', 'The request body must be a JSON object'],
    ['{"advance_seconds":"1"}', 'advance_seconds must be a whole number from 0 to 248'],
    ['{"advance_seconds":-1}', 'advance_seconds must be a whole number from 0 to 248'],
    ['{"advance_seconds":0.5}', 'advance_seconds must be a whole number from 0 to 248'],
    ['{"advance_seconds":1e300}', 'advance_seconds must be a whole number from 0 to 248'],
    ['{}', 'advance_seconds must be a whole number from 0 to 248'],
  ])('say what is wrong with the body %j', (body, message) => {
    const [status, value] = ask('POST', `${PAY}/clock`, body)
    expect(status).toBe(400)
    expect(field(value, 'message')).toContain(message)
  })

  it('refuse a body that is not UTF-8', () => {
    const request = { method: 'POST', path: `${PAY}/seed`, search: '', fields: fieldsOf([]) }
    const answer = dispatch({ ...request, body: new Uint8Array([0x7b, 0xff, 0x7d]) }, host) as HttpResponse
    expect([answer.status, answer.body]).toEqual([400, '{"message":"The request body is not JSON: it is not UTF-8"}'])
  })

  it('refuse a body over 1 MiB', () => {
    expect(ask('POST', `${PAY}/seed`, ' '.repeat(1024 * 1024 + 1))).toEqual([
      413,
      { message: 'The request body is larger than 1048576 bytes' },
    ])
  })

  it('quote only so much of what was sent', () => {
    const sent = { kind: 'error', method: 'GET', path: `/${'x'.repeat(900_000)}` }
    const [status, value] = ask('POST', `${PAY}/faults`, JSON.stringify(sent))
    expect(status).toBe(400)
    expect(JSON.stringify(value).length).toBeLessThan(4_100)
    expect(JSON.stringify(value)).toMatch(/^\{"message":"GET \/xxx.*xxx is not a declared operation/)
  })

  it('leave faults of ours to the server', () => {
    host.reload = () => {
      throw new Error('ours')
    }
    expect(() => send('POST', `${PAY}/reload`)).toThrow('ours')
  })
})

describe('copies', () => {
  it('are made, listed and ended', () => {
    expect(ask('POST', `${PAY}/fork`)).toEqual([
      201,
      { name: 'pay--1', url: 'http://h/pay--1/', credential: 'sk_1', expires_in_seconds: 600 },
    ])
    expect(ask('GET', `${PAY}/forks`)[1]).toMatchObject({ forks: [{ name: 'pay--1', idle_seconds: 3 }] })
    expect(ask('DELETE', `${PAY}/fork`)).toEqual([409, { message: '"pay" is not a fork' }])
    expect(ask('GET', '/_tool/sandboxes/pay--1/requests')).toEqual([
      404,
      { message: 'unknown sandbox pay--1', reason: 'The fork has ended: it was deleted' },
    ])
  })

  it('are snapshots to go back to, too', () => {
    expect(ask('POST', `${PAY}/snapshot`)).toEqual([200, { token: 'snap_1' }])
    expect(ask('GET', `${PAY}/snapshots`)[1]).toMatchObject({ snapshots: [{ token: 'snap_1' }] })
    expect(ask('POST', `${PAY}/restore`, '{"token":"snap_1"}')).toEqual([200, { restored: 'snap_1' }])
    expect(host.calls).toEqual(['snapshot pay', 'restore pay snap_1'])
    expect(ask('POST', `${PAY}/restore`, '{"token":"x"}')).toEqual([404, { message: 'no snapshot "x"' }])
    expect(ask('POST', `${PAY}/restore`, '{}')[0]).toBe(400)
    expect(ask('DELETE', `${PAY}/snapshot?token=snap_1`)).toEqual([200, { dropped: 1 }])
    expect(ask('DELETE', `${PAY}/snapshot`)).toEqual([200, { dropped: 2 }])
  })
})

describe('metrics', () => {
  it('are lines of the Prometheus text format', () => {
    const text = prometheusText(metrics)
    const sample = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?\d+(\.\d+)?(e[+-]?\d+)?$/
    for (const line of text.trimEnd().split('\n')) if (!line.startsWith('# ')) expect(line).toMatch(sample)
    expect(text).toContain('tool_requests_total{sandbox="pay",class="2xx"} 7\n')
    expect(text).toContain('tool_request_duration_seconds_bucket{sandbox="pay",le="0.00025"} 3\n')
    expect(text).toContain('tool_request_duration_seconds_bucket{sandbox="pay",le="+Inf"} 7\n')
    expect(text).toContain('tool_request_duration_seconds_count{sandbox="pay"} 7\n')
    expect(text.match(/^# TYPE (\S+)/gm)).toHaveLength(new Set(text.match(/^# TYPE (\S+)/gm)).size)
  })

  it('are answered as plain text', () => {
    const answer = send('GET', '/_tool/metrics') as HttpResponse
    expect(responseField(answer, 'content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })
})

describe('the control plane described by itself', () => {
  const document = controlDescription(routes)
  const ajv = formats.default(new Ajv2020({ strict: false }))
  ajv.addSchema({ $id: 'control', components: document['components'] })
  const compile = (schema: unknown) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"control#/')) as object)

  it('names every route and no other', () => {
    const described = Object.entries(document['paths'] as object).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    const ids = routes.map(({ endpoint }) => endpoint.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('declares each parameter of a path, and schemas that are schemas', () => {
    for (const { method, path } of routes) {
      const operation = at(document, ['paths', path, method.toLowerCase()])
      const parameters = (field(operation, 'parameters') ?? []) as { in: string; name: string; required?: boolean }[]
      const inPath = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => `{${name}}`)
      expect(path.match(/\{[^}]+\}/g) ?? []).toEqual(inPath)
      const responses = Object.entries(field(operation, 'responses') as object)
      expect(responses.length).toBeGreaterThan(0)
      for (const [status, response] of responses) {
        expect(status).toMatch(/^(\d\d\d|default)$/)
        expect(field(response, 'description')).toEqual(expect.any(String))
        for (const content of Object.values(field(response, 'content') as object)) compile(field(content, 'schema'))
      }
    }
  })

  it.each([
    ['GET', '/_tool/healthz', ''],
    ['GET', '/_tool/openapi.json', ''],
    ['GET', '/_tool/sandboxes', ''],
    ['GET', PAY, ''],
    ['GET', '/_tool/sandboxes/broken', ''],
    ['GET', `${PAY}/requests`, ''],
    ['GET', `${PAY}/requests?limit=x`, ''],
    ['DELETE', `${PAY}/requests`, ''],
    ['POST', `${PAY}/reload`, ''],
    ['POST', `${PAY}/rename`, '{"name":"mail"}'],
    ['POST', `${PAY}/rename`, '{"name":"broken"}'],
    ['POST', `${PAY}/clock`, '{}'],
    ['POST', `${PAY}/fork`, ''],
    ['POST', `${PAY}/explain`, '{"method":"GET","path":"/things"}'],
    ['POST', `${PAY}/explain`, '{"method":"GET"}'],
    ['POST', `${PAY}/mode/check`, '{"name":"flapping"}'],
    ['GET', `${PAY}/forks`, ''],
    ['DELETE', `${PAY}/fork`, ''],
    ['POST', `${PAY}/snapshot`, ''],
    ['GET', `${PAY}/snapshots`, ''],
    ['DELETE', `${PAY}/snapshot`, ''],
    ['POST', `${PAY}/restore`, '{"token":"snap_1"}'],
    ['DELETE', PAY, ''],
    ['DELETE', '/_tool/sandboxes/nobody', ''],
  ])('says what %s %s answers', (method, target, body) => {
    host.journal.append(entry('/a'))
    const [status, value] = ask(method, target, body)
    const path = target.replace(/\?.*/, '').replace(/(sandboxes\/)[^/]+/, '$1{name}')
    const responses = at(document, ['paths', path, method.toLowerCase(), 'responses'])
    const response = field(responses, String(status)) ?? field(responses, 'default')
    const validate = compile(at(response, ['content', 'application/json', 'schema']))
    validate(value)
    expect(validate.errors ?? []).toEqual([])
  })
})

describe('explaining', () => {
  it.each([
    ['{}', 'Cannot explain "": it is not an HTTP method'],
    ['{"method":"GET"}', 'Cannot explain "": a path starts with "/" and is relative to the provider'],
    ['{"method":"GET","path":"/","body":{}}', 'body must be a text'],
    ['{"method":"GET","path":"/","auth":0}', 'auth must be true or false'],
    ['{"method":"GET","path":"/","headers":{"a b":"c"}}', 'headers must be an object of field name to text'],
    ['{"method":"GET","path":"/","queri":""}', 'A request has no "queri" (did you mean query?)'],
  ])('refuses %s', (body, message) => {
    expect(ask('POST', `${PAY}/explain`, body)).toEqual([400, { message }])
  })

  it('answers on a copy, with the decisions, and keeps nothing', async () => {
    host.serve(await modelOf('paths: {/things: {post: {operationId: make, responses: {}}}}'))
    const body = JSON.stringify({ method: 'post', path: '/things', body: '{"a":1}', auth: false })
    const [status, value] = ask('POST', `${PAY}/explain`, body)
    expect([status, value]).toMatchObject([200, { operation: 'make', template: '/things', response: { status: 401 } }])
    const [, refused] = field(value, 'steps') as { decision: string }[]
    expect(refused).toEqual({ step: 'faults', decision: 'none armed' })
    expect(host.journal.size).toBe(0)
  })
})

describe('the mode', () => {
  it('is null until one is set', () => {
    expect(ask('GET', `${PAY}/mode`)).toEqual([200, { mode: null }])
    expect(ask('DELETE', `${PAY}/mode`)).toEqual([200, { cleared: 0 }])
    expect(ask('GET', `${PAY}/mode/verify`)[0]).toBe(404)
  })

  it.each([
    ['{}', 'name is required: the name of a scenario'],
    ['{"name":"flapping","bnd":{}}', 'A mode has no "bnd" (did you mean bind?)'],
    ['{"name":"flapping","seed":5}', 'seed must be a text'],
    ['{"name":"flapping","bind":{"target":5}}', 'bind must be an object of role name to operationId'],
    ['{"name":"happy_path"}', 'Scenario happy_path has no standing state'],
    ['{"name":"flapping"}', 'Scenario flapping does not fit "pay": role target: there are no operations'],
  ])('refuses %s', (body, message) => {
    const [status, value] = ask('POST', `${PAY}/mode`, body)
    expect([status, field(value, 'message')]).toEqual([400, expect.stringContaining(message)])
  })

  it('reads packs only when the name is no archetype', async () => {
    const request = { method: 'POST', path: `${PAY}/mode`, search: '', fields: fieldsOf([]) }
    const refused = async (name: string): Promise<unknown> => {
      const answer = await dispatch({ ...request, body: new TextEncoder().encode(JSON.stringify({ name })) }, host)
      return 'body' in answer ? [answer.status, JSON.parse(String(answer.body))] : undefined
    }
    expect(await refused('outage')).toEqual([
      400,
      { message: 'Cannot use the pack scenarios/outage.yaml: it is empty' },
    ])
    expect(await refused('outag')).toEqual([400, { message: 'Unknown scenario "outag" (did you mean outage?)' }])
  })
})
