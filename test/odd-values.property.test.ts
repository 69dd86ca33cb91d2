/** Values of any form at any place of a body: no later request may fail over what was stored of them. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SampleRequests } from '../src/sandbox/scenarios/sample-requests.ts'
import { serve } from '../src/sandbox/serve.ts'
import { requestAt } from './support/play.ts'
import { credential, importCorpusFile, listCorpus, makeLive } from './support/simulated.ts'
import { spoiled } from './support/spoiled.ts'

const all = await Promise.all(listCorpus().map(async (file) => [file, await importCorpusFile(file)] as const))
const models = new Map(all.filter(([, model]) => model.head.operations.length > 0))
const files = [...models.keys()]

const runs = fc.record({
  file: fc.constantFrom(...files),
  validation: fc.constantFrom('off', 'lenient', 'strict'),
  unknownIds: fc.constantFrom('not-found', 'synthesize'),
  turns: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 5, maxLength: 40 }),
})

it('answers no 5xx, whatever was stored before', () => {
  fc.assert(
    fc.property(runs, ({ file, validation, unknownIds, turns }) => {
      const model = models.get(file)
      if (model === undefined) throw new Error(`no model of ${file}`)
      const live = makeLive(model, { validation, unknownIds })
      const client = new SampleRequests(live.api, credential)
      for (const [turn, [number, how]] of turns.entries()) {
        const { request } = requestAt(live, client, turn, number)
        const { response, operation } = serve(spoiled(request, how), live, turn)
        const head = live.api.head.operations.find(({ id }) => id === operation)
        if (head !== undefined) client.learn(head, response)
        expect(response.status, `${file} ${request.method} ${request.path}`).toBeLessThan(500)
      }
    }),
    { numRuns: 150 },
  )
})
