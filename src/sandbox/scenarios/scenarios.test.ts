import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { importCorpusFile, listCorpus, makeLive } from '../../../test/support/simulated.ts'
import type { ApiModel } from '../../api/model.ts'
import { yamlText } from '../../cli/print/yaml-text.ts'
import { fieldsOf, type HttpRequest } from '../../http/message.ts'
import { parseDocument } from '../../importers/documents.ts'
import { armedFaults, armFault, clearFaults } from '../faults/book.ts'
import { readFault } from '../faults/read.ts'
import { makeJournal } from '../journal/journal.ts'
import { runtimeOf } from '../runtime.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { bindScenario } from './bind.ts'
import { scenarioFrom } from './from-journal.ts'
import { archetypes } from './index.ts'
import { bindOn, clearMode, findScenario, type ModeWish, setAfter, setMode, storedMode } from './mode.ts'
import { packOf } from './pack.ts'
import { readScenario } from './read.ts'
import { goodManners, type Manners, rehearse } from './rehearse.ts'
import { NO_PACKS, type Scenario } from './scenario.ts'
import { judge } from './verdict.ts'

/** Charges that say of themselves whether they take the money at once. */
const charges = (capture: string) => {
  const answers = (status: string) =>
    `responses: {'${status}': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}}}, '400': {description: no}}`
  const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
  return `
paths:
  /charges:
    post: {requestBody: {content: {application/json: {schema: {type: object, properties: {amount: {type: integer}, ${capture}}}}}}, ${answers('201')}}
  /charges/{id}: {get: {${byId}, ${answers('200')}}}
  /charges/{id}/capture: {post: {${byId}, ${answers('200')}}}
  /charges/{id}/refund: {post: {${byId}, ${answers('200')}}}
components:
  schemas:
    Charge: {type: object, required: [id, amount, captured, status], properties: {id: {type: string}, amount: {type: integer}, captured: {type: boolean}, status: {type: string, enum: [pending, succeeded, failed]}}}
`
}

const model = await importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples'))
const free = { seed: '', bind: {} }
const named = (name: string): Scenario => findScenario(name, NO_PACKS)
const wish = (name: string, more: Partial<ModeWish> = {}): ModeWish => ({ name, ...free, ...more })
const set = (live: LiveSandbox, name: string, more: Partial<ModeWish> = {}) =>
  setMode(live, named(name), wish(name, more), { now: live.wall.now(), mark: live.journal.mark })

describe('a client with good manners', () => {
  it.each(archetypes.map(({ name }) => name))('passes %s', (name) => {
    const { verdict, findings, steps } = rehearse(named(name), makeLive(model), free)
    const delivery = name.endsWith('_delivery')
    expect(findings.filter((one) => one.verdict === 'broken')).toEqual([])
    expect(steps.map((step) => step.verdict)).toEqual(steps.map(() => 'kept'))
    expect(verdict).toBe(delivery ? 'cannot-say' : 'kept')
  })

  it('touches nothing real', () => {
    const live = makeLive(model)
    rehearse(named('lost_response'), live, free)
    expect([armedFaults(live.store), live.journal.size, live.store.range({ from: '', to: '\uffff' })]).toEqual([
      [],
      0,
      [],
    ])
  })

  it('is not disturbed by what is armed by hand', () => {
    const live = makeLive(model)
    armFault(live.store, readFault({ kind: 'error', method: 'POST', path: '/charges' }, runtimeOf(live.api)))
    expect(rehearse(named('downtime_recovery'), live, free).verdict).toBe('kept')
  })
})

describe('on other descriptions', () => {
  it.each(listCorpus())('no archetype is broken on %s, and each says why it does not bind', async (file) => {
    const live = makeLive(await importCorpusFile(file))
    const told = archetypes.map((scenario) => {
      const bound = bindScenario(scenario, runtimeOf(live.api), { bind: {}, dice: undefined })
      if (!bound.ok) return bound.error
      const { verdict, findings } = rehearse(scenario, live, free)
      return verdict === 'broken' ? `broken: ${scenario.name} ${JSON.stringify(findings)}` : verdict
    })
    const good = /^(kept|cannot-say|role \w+: .+)$/
    expect(told.filter((one) => !good.test(one))).toEqual([])
  })
})

describe('a client without manners is told its mistake', () => {
  const wrong: readonly (readonly [mistake: string, scenario: string, manners: Partial<Manners>, told: RegExp])[] = [
    [
      'no back-off',
      'downtime_recovery',
      { wait: () => 1 },
      /does not back off: it waited at most 1 ms between attempts at POST \/charges \(#1 to #4\)/,
    ],
    [
      'the same wait each time',
      'downtime_recovery',
      { wait: () => 300 },
      /does not back off: all 3 waits .* were about 300 ms/,
    ],
    [
      'gives up early',
      'timeouts',
      { attempts: 1 },
      /gives up early: POST \/charges was tried 1 time\(s\), #1 got no answer/,
    ],
    [
      'no key',
      'lost_response',
      { key: () => undefined, retries: (end) => end === 'failed' },
      /not idempotent: #1 \(POST \/charges\) got no answer .* #2 sent it again without an idempotency key/,
    ],
    [
      'ignores Retry-After',
      'rate_limit_backoff',
      { wait: (n) => 100 * 2 ** n },
      /ignores Retry-After: #2 \(POST \/charges\) said to wait 1 s, #3 came after 0.2 s \(and 1 more like it\)/,
    ],
    [
      'changes the key',
      'downtime_recovery',
      { key: (call, n) => `${call}-${n}` },
      /changes the idempotency key: #1 sent "rehearsal-0-0" .* #2 sent key "rehearsal-0-1"/,
    ],
    [
      'retries forever',
      'retry_storm',
      { attempts: 30 },
      /retries without end: POST \/charges was tried 30 times \(#1 to #30\); stop after at most 10/,
    ],
    [
      'hammers',
      'retry_storm',
      { attempts: 8, wait: (n) => (n % 6 === 5 ? 400 : 5) },
      /hammers: 8 attempts at POST \/charges within one second/,
    ],
    [
      'repeats a refusal',
      'declines',
      { retries: () => true },
      /repeats what was refused: #1 \(POST \/charges\) was answered/,
    ],
  ]
  it.each(wrong)('%s', (_, scenario, manners, told) => {
    const { verdict, findings } = rehearse(named(scenario), makeLive(model), free, { ...goodManners, ...manners })
    expect(verdict).toBe('broken')
    expect(findings.map(({ message }) => message ?? '').join('\n')).toMatch(told)
  })
})

describe('roles', () => {
  const bind = (scenario: Scenario, api = makeLive(model).api) =>
    bindScenario(scenario, runtimeOf(api), { bind: {}, dice: undefined })

  it('bind to the most typical operation without a seed', () => {
    expect(bindOn(named('happy_path'), makeLive(model), free)).toEqual({
      create: 'createCustomer',
      read: 'getCustomer',
      list: 'listCustomers',
    })
  })

  it('bind the same for the same seed, and to others for some seed', () => {
    const drawn = (seed: string) => bindOn(named('unauthorized'), makeLive(model), { seed, bind: {} })['target']
    const seeds = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(seeds.map(drawn)).toEqual(seeds.map(drawn))
    expect(new Set(seeds.map(drawn)).size).toBeGreaterThan(1)
  })

  it('follow what is bound by hand', () => {
    const bound = bindOn(named('happy_path'), makeLive(model), { seed: '', bind: { read: 'getCharge' } })
    expect(bound).toEqual({ create: 'createCharge', read: 'getCharge', list: 'listCharges' })
    const event = bindOn(named('duplicate_delivery'), makeLive(model), { seed: '', bind: { trigger: 'captureCharge' } })
    expect(event).toEqual({ event: 'charge.captured', trigger: 'captureCharge' })
  })

  it.each([
    [{ tarqet: 'createCharge' }, 'Scenario retry_storm has no role "tarqet" (did you mean target?)'],
    [
      { target: 'createCharg' },
      'Cannot bind role "target" to "createCharg": it is not an operation (did you mean createCharge?)',
    ],
  ])('refuse %j by name', (wanted, message) => {
    expect(() => bindOn(named('retry_storm'), makeLive(model), { seed: '', bind: wanted })).toThrow(message)
  })

  it('say why they do not bind', async () => {
    const { api } = makeLive(await importCorpusFile('petstore-v3.yaml'))
    expect(bind(named('duplicate_delivery'), api)).toEqual({
      ok: false,
      error: 'role event: the description declares no event',
    })
    const reader = {
      ...named('happy_path'),
      roles: [{ name: 'a', summary: '', needs: ['creates', 'gets'], prefers: [] }],
    }
    expect(bind(reader)).toMatchObject({
      error: expect.stringMatching(/^role a: of \d that creates records none only reads$/),
    })
  })

  it.each([
    ['capture: {type: boolean, default: true}', 'POST /charges/{id}/refund'],
    ['capture: {type: boolean, default: false}', 'POST /charges/{id}/capture'],
  ])('change a record by what its making has not done already (%s)', async (capture, change) => {
    const { steps, verdict } = rehearse(
      named('state_transition_sequence'),
      makeLive(await modelOf(charges(capture))),
      free,
    )
    expect([steps[1]?.operation, verdict]).toEqual([change, 'kept'])
  })

  it('say how much of their time faults take in wall-clock time', () => {
    const waited = (wallclock: boolean) => {
      const rule = { kind: 'latency', delayMs: 700, wallclock }
      const slow = { ...named('happy_path'), head: { faults: [{ role: 'create', rule }], records: [] } }
      const { wallclock_ms, elapsed_ms } = rehearse(slow, makeLive(model), free)
      return [wallclock_ms, elapsed_ms]
    }
    expect([waited(true), waited(false)]).toEqual([
      [700, 700],
      [0, 700],
    ])
  })

  it('do not bind to what was read in prose, unless by hand', () => {
    const api = makeLive(extracted(model)).api
    expect(bind(named('declines'), api)).toMatchObject({ ok: false, error: expect.stringContaining('read from prose') })
    const byHand = { bind: { target: 'createCharge' }, dice: undefined }
    expect(bindScenario(named('declines'), runtimeOf(api), byHand)).toEqual({ ok: true, value: byHand.bind })
  })
})

function extracted({ head, ...rest }: ApiModel): ApiModel {
  const operations = head.operations.map((one) => ({ ...one, plan: { ...one.plan, provenance: 'extracted' as const } }))
  return { ...rest, head: { ...head, operations } }
}

describe('a mode', () => {
  it('is stored as the interface says', () => {
    const live = makeLive(model)
    const mode = set(live, 'lost_response')
    expect(storedMode(live)).toEqual(mode)
    expect(mode).toMatchObject({
      name: 'lost_response',
      seed: '',
      bind: { target: 'createCharge' },
      source: 'built-in',
      revision: 1,
    })
    expect(mode.faults).toEqual(armedFaults(live.store))
    expect(mode.faults[0]).toMatchObject({
      kind: 'connection_reset',
      path: '/charges',
      after: true,
      mode: 'lost_response',
    })
    expect(mode.verify[0]).toEqual({ expect: 'recovers', role: 'target', operation: 'createCharge', settings: {} })
  })

  it('leaves faults armed by hand, and replaces those of the mode before', () => {
    const live = makeLive(model)
    const byHand = armFault(
      live.store,
      readFault({ kind: 'latency', method: 'GET', path: '/charges' }, runtimeOf(live.api)),
    )
    set(live, 'retry_storm')
    const second = set(live, 'downtime_recovery')
    expect(second.revision).toBe(2)
    expect(armedFaults(live.store)).toEqual([byHand, ...second.faults])
    expect([clearMode(live), armedFaults(live.store), storedMode(live)]).toEqual([2, [], undefined])
  })

  it('is refused where there is nothing to set', () => {
    expect(() => set(makeLive(model), 'happy_path')).toThrow('Scenario happy_path has no standing state')
    expect(() => named('retry_strom')).toThrow('Unknown scenario "retry_strom" (did you mean retry_storm?)')
  })

  it.each([
    [
      { faults: [{ role: 'target', rule: { kind: 'latency', status: 500 } }], records: [] },
      'Scenario retry_storm, fault 1: status does not apply to latency, which sends no answer of its own',
    ],
    [
      { faults: [], records: [{ role: 'target', values: [{ amount: 'much' }] }] },
      'Seed data charge[0]/amount must be integer',
    ],
  ])('that the sandbox cannot take leaves the one before', (head, message) => {
    const live = makeLive(model)
    set(live, 'lost_response')
    const before = live.store.range({ from: '', to: '\uffff' })
    expect(() => setMode(live, { ...named('retry_storm'), head }, wish('retry_storm'), { now: 0 })).toThrow(message)
    expect(live.store.range({ from: '', to: '\uffff' })).toEqual(before)
  })

  it('plays out the same when it is set again, and otherwise with another seed', () => {
    const live = makeLive(model)
    const statuses = (seed: string): readonly number[] => {
      set(live, 'flapping', { seed })
      return Array.from({ length: 16 }, () => serve(charge(), live, 0).response.status)
    }
    const first = statuses('monday')
    expect(statuses('monday')).toEqual(first)
    expect(statuses('tuesday')).not.toEqual(first)
  })

  it('takes the refusal that the operation declares', () => {
    const live = makeLive(model)
    expect(set(live, 'declines').faults[0]?.status).toBe(409)
    expect(set(live, 'invalid_request').faults[0]?.status).toBe(400)
  })

  it('plants records and takes them out again', () => {
    const live = makeLive(model)
    const scenario: Scenario = {
      ...named('declines'),
      head: { faults: [], records: [{ role: 'target', values: [{ id: 'ch_seeded', amount: 5, currency: 'eur' }] }] },
    }
    const found = () => serve(get('/charges/ch_seeded'), live, 0).response.status
    setMode(live, scenario, wish('declines'), { now: 0 })
    setMode(live, scenario, wish('declines'), { now: 0 })
    expect(found()).toBe(200)
    clearMode(live)
    expect(found()).toBe(404)
    expect(live.store.range({ from: 's', to: 't' })).toEqual([])
  })
})

function charge(fields: Record<string, string> = {}, amount = 1200): HttpRequest {
  const body = Buffer.from(JSON.stringify({ amount, currency: 'eur' }))
  const all = { authorization: 'Bearer sk_test', 'content-type': 'application/json', ...fields }
  return { method: 'POST', path: '/charges', search: '', fields: fieldsOf(Object.entries(all)), body }
}

function get(path: string): HttpRequest {
  const fields = fieldsOf([['authorization', 'Bearer sk_test']])
  return { method: 'GET', path, search: '', fields, body: new Uint8Array() }
}

describe('the verdict', () => {
  const verdict = (live: LiveSandbox, more: { after?: number; scope?: string; faults?: [] } = {}) => {
    const mode = storedMode(live)
    if (mode === undefined) throw new Error('no mode')
    const { journal } = live
    const evidence = { journal, after: setAfter(mode, journal.mark), faults: mode.faults, ...more }
    return judge(mode.verify, mode.bind, evidence, runtimeOf(live.api))
  }

  it('cannot say when nothing was sent, and names what came nearest', () => {
    const live = makeLive(model)
    set(live, 'downtime_recovery')
    expect(verdict(live)).toMatchObject({ verdict: 'cannot-say', judged: 0 })
    serve(get('/charge'), live, 1)
    const [finding] = verdict(live).findings
    expect(finding?.message).toBe('POST /charges was not called since the mode was set; nearest is #1 GET /charge')
  })

  it('cannot say once entries that count were dropped', () => {
    const live = { ...makeLive(model), journal: makeJournal(2) }
    set(live, 'rate_limit_backoff')
    for (const at of [10, 2000, 4000]) serve(charge({ 'idempotency-key': 'k' }), live, at)
    expect(verdict(live).verdict).toBe('cannot-say')
    expect(verdict(live).findings[0]?.message).toContain('1 older entries of the journal were dropped')
    expect(verdict(live, { after: 2, faults: [] }).verdict).toBe('kept')
  })

  it('says what it can of a scope that lost nothing, and nothing of all', () => {
    const live = { ...makeLive(model), journal: makeJournal(2) }
    set(live, 'retry_storm')
    for (const at of [10, 2000, 4500]) serve(charge({ 'x-tool-scope': 'long', 'idempotency-key': 'k' }), live, at)
    serve(charge({ 'x-tool-scope': 'short' }), live, 5000)
    expect(verdict(live, { scope: 'short' }).verdict).toBe('kept')
    expect([verdict(live, { scope: 'long' }).verdict, verdict(live).verdict]).toEqual(['cannot-say', 'cannot-say'])
  })

  it('cannot say when no fault struck, unless something is wrong all the same', () => {
    const live = makeLive(model)
    set(live, 'rate_limit_backoff')
    clearFaults(live.store)
    serve(charge({ 'idempotency-key': 'k' }), live, 1)
    expect(verdict(live).findings[0]).toMatchObject({
      verdict: 'cannot-say',
      message: 'POST /charges was called, but no fault of the scenario fired, so there is nothing to judge',
    })
    serve(charge({ 'idempotency-key': 'k' }), live, 2)
    expect(verdict(live).verdict).toBe('broken')
  })

  it('judges only what came since, and only the scope that is asked for', () => {
    const live = makeLive(model)
    set(live, 'retry_storm')
    for (const at of [1, 2, 3]) serve(charge({ 'x-tool-scope': 'a' }), live, at)
    serve(charge({ 'x-tool-scope': 'b' }), live, 4)
    expect(verdict(live, { scope: 'a' }).verdict).toBe('broken')
    expect(verdict(live, { scope: 'b' })).toMatchObject({ verdict: 'kept', judged: 1 })
    expect(verdict(live, { after: 3 }).verdict).toBe('kept')
  })

  it('judges by the journal, whatever the clock of the machine is set to', () => {
    const live = makeLive(model)
    for (const at of [9000, 9001]) serve(charge(), live, at)
    set(live, 'retry_storm')
    serve(charge(), live, 1)
    expect(verdict(live)).toMatchObject({ verdict: 'kept', judged: 1 })
    const restarted = { ...live, journal: makeJournal(4, 'another') }
    serve(charge(), restarted, 2)
    const judged = verdict(restarted)
    expect(judged.verdict).toBe('cannot-say')
    expect(judged.findings[0]?.message).toMatch(/^the server was restarted after the mode was set/)
  })

  it('judges a mode that was set while no server ran by the whole journal', () => {
    const live = makeLive(model)
    setMode(live, named('retry_storm'), { name: 'retry_storm', seed: '', bind: {} }, { now: 0 })
    serve(charge(), live, 1)
    expect(verdict(live)).toMatchObject({ verdict: 'kept', judged: 1 })
  })

  it('says when the journal was emptied', () => {
    const live = makeLive(model)
    set(live, 'retry_storm')
    serve(charge(), live, 1)
    live.journal.reset()
    expect(verdict(live).findings[0]?.message).toMatch(/; the journal was emptied since$/)
  })

  it('takes the same words after success for a new call, the same key for a repetition', () => {
    const live = makeLive(model)
    set(live, 'rate_limit_backoff')
    clearFaults(live.store)
    for (const at of [1, 2]) serve(charge(), live, at)
    expect(verdict(live, { faults: [] }).verdict).toBe('kept')
    for (const at of [3, 4]) serve(charge({ 'idempotency-key': 'k' }), live, at)
    expect(verdict(live).findings.find((one) => one.expect === 'stops_after_success')?.message).toContain(
      'repeats a successful call: #3 (POST /charges) was answered 201, #4 sent it again',
    )
  })

  it('takes another key for another call where the client keeps its keys', () => {
    const live = makeLive(model)
    set(live, 'retry_storm')
    const times = [0, 300, 900, 2100]
    for (const key of ['a', 'b'])
      for (const at of times) serve(charge({ 'idempotency-key': key }), live, at + (key === 'b' ? 9000 : 0))
    expect(verdict(live).verdict).toBe('kept')
  })

  it('sees another request under the same key', () => {
    const live = makeLive(model)
    set(live, 'downtime_recovery')
    serve(charge({ 'idempotency-key': 'k' }), live, 1)
    serve(charge({ 'idempotency-key': 'k' }, 999), live, 1000)
    const told = verdict(live).findings.find(({ expect: name }) => name === 'keeps_body')
    expect(told?.message).toContain('#2 (POST /charges) has the key of #1 and another content')
  })
})

describe('a pack', () => {
  it.each(archetypes.map((one) => [one.name, one] as const))('holds all that %s says', (name, scenario) => {
    const text = yamlText(packOf({ ...scenario, name: `my_${name}` }))
    const parsed = parseDocument({ location: 'my.yaml', bytes: Buffer.from(text) })
    const read = readScenario(parsed.ok ? parsed.value.value : undefined, 'my', 'built-in')
    expect(read).toEqual({ ok: true, value: { ...scenario, name: `my_${name}` } })
  })

  it('is read strictly', () => {
    const read = readScenario(
      {
        sumary: 'x',
        roles: { target: { needs: ['create'], neds: [] }, other: { same: 'third' } },
        head: { faults: [{ kind: 'eror', role: 'tarqet', probability: 7 }] },
        verify: [
          { expect: 'ends', role: 'target', mots: 3 },
          { expect: 'recover', role: 'target' },
        ],
        steps: [{ call: 'target', ends: 'sucess' }],
      },
      'outage',
      'scenarios/outage.yaml',
    )
    const problems = read.ok ? [] : read.error.map(({ pointer, message }) => `${pointer} ${message}`)
    expect(problems).toEqual([
      '/sumary a scenario has no "sumary" (did you mean summary?)',
      '/roles/target/neds a role has no "neds" (did you mean needs?)',
      '/roles/target/needs/0 "create" is not a known fact (did you mean creates?)',
      '/roles/other/same "third" is not a known earlier role (there is target)',
      '/head/faults/0/role "tarqet" is not a known role (did you mean target?)',
      expect.stringContaining('/head/faults/0/kind kind must be one of "error"'),
      '/head/faults/0/probability probability must be a number from 0 to 1',
      '/verify/0/mots "ends" has no "mots" (did you mean most?)',
      '/verify/1/expect "recover" is not a known expectation (did you mean recovers?)',
      '/steps/0/ends "sucess" is not a known ending (did you mean success?)',
    ])
  })

  it.each([
    [
      { role: 'call', kind: 'drop_webhook' },
      '/kind drop_webhook strikes an event, and the role "call" is none (event: true)',
    ],
    [{ role: 'news', kind: 'latency' }, '/kind latency strikes an operation, and the role "news" is an event'],
    [{ role: 'call', kind: 'error', status: [] }, '/status must name at least one status'],
    [{ role: 'call', kind: 'hang', status: [503] }, ' status does not apply to hang, which sends no answer of its own'],
    [{ role: 'call', kind: 'rate_limit', limit: 3 }, ' limit and windowMs go together'],
  ])('refuses the fault %j when it is read', (fault, problem) => {
    const read = readScenario({ roles: { call: {}, news: { event: true } }, head: { faults: [fault] } }, 'my', '')
    const problems = read.ok ? [] : read.error.map(({ pointer, message }) => `${pointer} ${message}`)
    expect(problems).toEqual([`/head/faults/0${problem}`])
  })

  it('is a story, not a book', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`r${i}`, {}]))
    expect(readScenario({ roles: many }, 'my', '')).toMatchObject({ error: [{ message: 'are more than 64' }] })
    const steps = Array.from({ length: 257 }, () => ({ call: 'a' }))
    const read = readScenario({ roles: { a: {} }, steps }, 'my', '')
    expect(read).toMatchObject({ error: [{ pointer: '/steps', message: 'has more than 256 entries' }] })
  })

  it('may not take the name of an archetype', () => {
    const read = readScenario({ roles: { a: {} } }, 'flapping', '')
    expect(read).toMatchObject({ error: [{ pointer: '/name', message: '"flapping" is the name of an archetype' }] })
  })
})

describe('a scenario from a journal', () => {
  it('plays again what was seen', () => {
    const live = makeLive(model)
    const mode = set(live, 'downtime_recovery')
    for (const at of [1, 300, 900, 2000]) serve(charge({ 'idempotency-key': 'k' }), live, at)
    serve(get('/charges'), live, 2100)
    const shown = { entries: live.journal.last(100), armed: mode.faults }
    const scenario = scenarioFrom('friday', shown, runtimeOf(live.api))
    expect(scenario.steps).toEqual([
      { call: 'create_charge', ends: 'success' },
      { call: 'list_charges', ends: 'success' },
    ])
    expect(scenario.head.faults).toEqual([{ role: 'create_charge', rule: { kind: 'error', status: 503, times: 3 } }])
    const cleared = scenarioFrom('friday', { ...shown, armed: [] }, runtimeOf(live.api))
    expect(cleared.head).toEqual(scenario.head)
    expect(rehearse(scenario, makeLive(model), free).verdict).toBe('kept')
  })
})
