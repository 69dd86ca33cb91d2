import fc from 'fast-check'
import { expect, it } from 'vitest'
import { explain } from '../src/sandbox/explain.ts'
import { armFault } from '../src/sandbox/faults/book.ts'
import { faultKinds } from '../src/sandbox/faults/index.ts'
import { readFault } from '../src/sandbox/faults/read.ts'
import type { Outcome } from '../src/sandbox/outcome.ts'
import { runtimeOf } from '../src/sandbox/runtime.ts'
import { SampleRequests } from '../src/sandbox/scenarios/sample-requests.ts'
import { serve } from '../src/sandbox/serve.ts'
import { windowsOf } from '../src/sandbox/windows.ts'
import { requestAt } from './support/play.ts'
import { copyOf, credential, dump, importCorpusFile, makeLive } from './support/simulated.ts'

const files = ['petstore-v3.yaml', 'museum-31.yaml', 'paypal-webhooks-v1.json', 'realworld-conduit.yaml']
const models = new Map(await Promise.all(files.map(async (file) => [file, await importCorpusFile(file)] as const)))

const fault = fc
  .record({
    kind: fc.constantFrom(...faultKinds.filter(({ on }) => on === 'traffic').map(({ kind }) => kind)),
    number: fc.nat(),
    times: fc.nat(3),
    probability: fc.constantFrom(0, 0.5, 1),
    per: fc.constantFrom(...windowsOf),
  })
  // A window without anything to count is refused.
  .map((rule) => (rule.times === 0 && rule.probability === 1 ? { ...rule, per: '' as const } : rule))

const runs = fc.record({
  file: fc.constantFrom(...files),
  faults: fc.array(fault, { maxLength: 4 }),
  turns: fc.array(fc.record({ number: fc.nat(), spoil: fc.constantFrom('nothing', 'credential', 'body', 'path') }), {
    minLength: 1,
    maxLength: 15,
  }),
})

it('explains what serving would answer, and touches nothing', () => {
  fc.assert(
    fc.property(runs, ({ file, faults, turns }) => {
      const model = models.get(file)
      if (model === undefined) throw new Error(`no model of ${file}`)
      const live = makeLive(model)
      const { operations } = live.api.head
      for (const { number, ...rule } of faults) {
        const { method, path } = operations[number % operations.length] ?? { method: '', path: '' }
        armFault(live.store, readFault({ ...rule, method, path }, runtimeOf(live.api)))
      }
      const client = new SampleRequests(live.api, credential)
      turns.forEach(({ number, spoil }, turn) => {
        const request = spoiled(requestAt(live, client, turn, number).request, spoil)
        const twin = copyOf(live, model)
        const before = dump(live.store)
        const { outcome, steps } = explain(request, live)
        expect(dump(live.store)).toEqual(before)
        expect(live.journal.size).toBe(turn)
        expect(steps.length).toBeGreaterThan(1)
        expect(factsOf(serve(request, twin, 0))).toEqual(factsOf(outcome))
        const served = serve(request, live, 0)
        expect(factsOf(served)).toEqual(factsOf(outcome))
        const head = live.api.head.operations.find(({ id }) => id === served.operation)
        if (head !== undefined && served.faults.length === 0) client.learn(head, served.response)
      })
    }),
    { numRuns: 60 },
  )
})

/** What follows from a request, without what the core keeps beside it for itself. */
function factsOf({ response, template, operation, violations, faults }: Outcome) {
  return { response, template, operation, violations, faults }
}

type Request = Parameters<typeof explain>[0]

function spoiled(request: Request, how: string): Request {
  if (how === 'credential') return { ...request, fields: { get: () => undefined, entries: () => [] } }
  if (how === 'body') return { ...request, body: Buffer.from('{"amount":') }
  if (how === 'path') return { ...request, path: `${request.path}/nowhere` }
  return request
}
