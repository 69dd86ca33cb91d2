/** A scenario made of traffic passes on that traffic: judged by it, played again under its own mode, and rehearsed. */
import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { importCorpusFile, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf, type HttpRequest } from '../../http/message.ts'
import type { Json } from '../../support/json.ts'
import { armedFaults, armFault } from '../faults/book.ts'
import { readFault } from '../faults/read.ts'
import { runtimeOf } from '../runtime.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { passable, scenarioFrom } from './from-journal.ts'
import { armHead, bindOn, boundExpectations, setMode } from './mode.ts'
import { packOf } from './pack.ts'
import { readScenario } from './read.ts'
import { rehearse } from './rehearse.ts'
import { SampleRequests } from './sample-requests.ts'
import { hasStandingState, type Scenario } from './scenario.ts'
import { judge } from './verdict.ts'

const models = await Promise.all([
  importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples')),
  ...['petstore-v3.yaml', 'museum-31.yaml', 'scalar-galaxy-31.json', 'xero-assets.yaml'].map((file) =>
    importCorpusFile(file),
  ),
])
const free = { seed: '', bind: {} }

/** One request: which operation, what is wrong with it, and how much later than the last it comes. */
interface Turn {
  readonly operation: number
  readonly way: 'good' | 'without credential' | 'broken body' | 'nowhere' | 'again'
  readonly scope: string
  readonly key: string
  readonly wait: number
}

interface Fault {
  readonly operation: number
  readonly rule: Readonly<Record<string, Json>>
}

const turn: fc.Arbitrary<Turn> = fc.record({
  operation: fc.nat(400),
  way: fc.constantFrom('good', 'good', 'good', 'again', 'again', 'without credential', 'broken body', 'nowhere'),
  scope: fc.constantFrom('', '', 'one', 'two'),
  key: fc.constantFrom('', 'k1', 'k2'),
  wait: fc.constantFrom(0, 50, 400, 3000),
})
const fault: fc.Arbitrary<Fault> = fc.record({
  operation: fc.nat(400),
  rule: fc.record(
    {
      kind: fc.constantFrom('error', 'latency', 'connection_reset', 'truncated_json'),
      times: fc.constantFrom(0, 1, 2),
    },
    { requiredKeys: ['kind'] },
  ),
})

/** The requests of a client that learns ids from answers, and how late each comes. */
function play(live: LiveSandbox, turns: readonly Turn[]): readonly { request: HttpRequest; at: number }[] {
  const client = new SampleRequests(live.api, live.settings.credential)
  const { operations } = live.api.head
  const sent: { request: HttpRequest; at: number }[] = []
  let at = 1
  turns.forEach((one, number) => {
    const head = operations[one.operation % operations.length]
    if (head === undefined) return
    at += one.wait
    const before = sent.at(-1)?.request
    const request = one.way === 'again' && before ? before : spoiled(client.make(head, number).request, one)
    sent.push({ request, at })
    const { response, operation, faults } = serve(request, live, at)
    if (operation === head.id && faults.length === 0) client.learn(head, response)
  })
  return sent
}

function spoiled(request: HttpRequest, { way, scope, key }: Turn): HttpRequest {
  const kept = request.fields
    .entries()
    .filter(([name]) => way !== 'without credential' || !/authorization|key|token|cookie/i.test(name))
  const own = [
    ...(scope === '' ? [] : [['x-tool-scope', scope] as const]),
    ...(key === '' ? [] : [['idempotency-key', key] as const]),
  ]
  const fields = fieldsOf([...kept, ...own])
  if (way === 'nowhere') return { ...request, fields, path: `${request.path}/nowhere/at/all` }
  return way === 'broken body' ? { ...request, fields, body: Buffer.from('{"broken":') } : { ...request, fields }
}

function arm(live: LiveSandbox, faults: readonly Fault[]): void {
  const { operations } = live.api.head
  const taken = new Set<number>()
  for (const { operation, rule } of faults) {
    const index = operation % operations.length
    const head = operations[index]
    // Of several on one operation the order is not kept.
    if (head === undefined || taken.has(index)) continue
    taken.add(index)
    armFault(live.store, readFault({ ...rule, method: head.method, path: head.path }, runtimeOf(live.api)))
  }
}

function judged(scenario: Scenario, live: LiveSandbox): unknown {
  const bind = bindOn(scenario, live, free)
  const faults = armHead({ ...live, store: live.store.fork() }, scenario, '', bind)
  return judge(
    boundExpectations(scenario, bind),
    bind,
    { journal: live.journal, after: 0, faults },
    runtimeOf(live.api),
  )
}

it.each(models.map((model, index) => [model.head.title, index] as const))(
  'passes on the traffic of %s that it was made of',
  (_title, index) => {
    const model = models[index]
    if (model === undefined) throw new Error('no model')
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 25 }),
        fc.array(fault, { maxLength: 3 }),
        (turns, faults) => {
          const live = makeLive(model)
          arm(live, faults)
          const sent = play(live, turns)
          const entries = live.journal.last(1000)
          fc.pre(entries.some(({ operation }) => operation !== null))
          const made = scenarioFrom('recorded', { entries, armed: armedFaults(live.store) }, runtimeOf(live.api))
          expect(made.verify.length).toBeGreaterThan(0)
          expect(judged(made, live)).toMatchObject({ verdict: 'kept' })

          const scenario = passable(made, rehearse(made, live, free))
          const read = readScenario(packOf(scenario), 'recorded', '')
          expect(read).toMatchObject({ ok: true })
          expect(rehearse(scenario, live, free)).toMatchObject({ verdict: 'kept' })
          expect(rehearse(scenario, makeLive(model), free).findings).toEqual(rehearse(scenario, live, free).findings)

          if (!hasStandingState(scenario)) return
          const again = makeLive(model)
          const mode = setMode(again, scenario, { name: 'recorded', ...free }, { now: 0, mark: again.journal.mark })
          for (const { request, at } of sent) serve(request, again, at)
          const verdict = judge(
            mode.verify,
            mode.bind,
            { journal: again.journal, after: 0, faults: mode.faults },
            runtimeOf(again.api),
          )
          expect(verdict).toMatchObject({ verdict: 'kept' })
        },
      ),
      { numRuns: 25 },
    )
  },
  120_000,
)

it('tells what a fault for every operation did, for each of those it struck', () => {
  const [model] = models
  if (model === undefined) throw new Error('no model')
  const live = makeLive(model)
  const runtime = runtimeOf(live.api)
  armFault(live.store, readFault({ kind: 'error', status: 503, method: '*', path: '*', times: 2 }, runtime))
  const turns = [0, 1, 0, 1].map((operation) => ({ operation, way: 'good', scope: '', key: '', wait: 400 }) as const)
  play(live, turns)
  const shown = { entries: live.journal.last(100), armed: armedFaults(live.store) }
  const { head } = scenarioFrom('outage', shown, runtime)
  expect(head.faults.map(({ role, rule }) => [role, rule])).toEqual([
    ['create_customer', { kind: 'error', status: 503, times: 1 }],
    ['list_customers', { kind: 'error', status: 503, times: 1 }],
  ])
})
