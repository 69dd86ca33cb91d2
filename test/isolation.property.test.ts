/** Forks, snapshots and scopes against sandboxes that never met each other. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ApiModel } from '../src/api/model.ts'
import { fieldsOf, type HttpRequest, NO_BODY } from '../src/http/message.ts'
import { armFault } from '../src/sandbox/faults/book.ts'
import { readFault } from '../src/sandbox/faults/read.ts'
import { makeJournal } from '../src/sandbox/journal/journal.ts'
import { runtimeOf } from '../src/sandbox/runtime.ts'
import { SampleRequests } from '../src/sandbox/scenarios/sample-requests.ts'
import { type LiveSandbox, serve } from '../src/sandbox/serve.ts'
import type { DurableStore, Fork } from '../src/sandbox/state/store.ts'
import { advanceClock, resetSandbox, restoreSandbox } from '../src/sandbox/upkeep.ts'
import { windowsOf } from '../src/sandbox/windows.ts'
import { openState } from '../src/stores/state/lmdb.ts'
import { type Answered, requestAt } from './support/play.ts'
import { credential, dump, importCorpusFile, makeLive } from './support/simulated.ts'
import { tempDirectory } from './support/temp-directory.ts'

const files = ['petstore-v3.yaml', 'museum-31.yaml', 'paypal-webhooks-v1.json', 'realworld-conduit.yaml']
const models = new Map(await Promise.all(files.map(async (file) => [file, await importCorpusFile(file)] as const)))

function modelOf(file: string): ApiModel {
  const model = models.get(file)
  if (model === undefined) throw new Error(`no model of ${file}`)
  return model
}

/** Something done to a sandbox. */
type Deed =
  | { readonly do: 'ask'; readonly request: HttpRequest }
  | { readonly do: 'arm'; readonly number: number; readonly times: number }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'reset' }

type Done = readonly [deed: Deed, seen: Answered | undefined]

/** Does it; gives what a client saw of it. */
function perform(live: LiveSandbox, deed: Deed): Answered | undefined {
  const answered = performIn(live, deed)
  commit(live)
  return answered
}

/** As a server does between requests; some things are only remembered of what cannot be taken back. */
function commit({ store }: LiveSandbox): void {
  if ('commit' in store) (store as DurableStore).commit()
}

function performIn(live: LiveSandbox, deed: Deed): Answered | undefined {
  switch (deed.do) {
    case 'ask': {
      const { response } = serve(deed.request, live, 0)
      const body = Buffer.from(response.body).toString('latin1')
      return { status: response.status, fields: response.fields, body }
    }
    case 'arm': {
      const { operations } = live.api.head
      const head = operations[deed.number % operations.length]
      const rule = {
        kind: 'error',
        method: head?.method ?? '',
        path: head?.path ?? '',
        times: deed.times,
        probability: 0.5,
      }
      armFault(live.store, readFault(rule, runtimeOf(live.api)))
      return undefined
    }
    case 'advance':
      advanceClock(live, deed.seconds)
      return undefined
    case 'reset':
      resetSandbox(live)
      return undefined
  }
}

/** One of several sandboxes that may share something, and all that was ever done to what it is now. */
class Lane {
  readonly live: LiveSandbox
  deeds: readonly Done[]
  readonly #client: SampleRequests
  #turn = 0
  #snapshot: { readonly store: Fork; readonly deeds: readonly Done[] } | undefined

  constructor(live: LiveSandbox, deeds: readonly Done[]) {
    this.live = live
    this.deeds = deeds
    this.#client = new SampleRequests(live.api, credential)
  }

  run(deed: Deed): void {
    this.deeds = [...this.deeds, [deed, perform(this.live, deed)]]
  }

  ask(number: number): void {
    const { request } = requestAt(this.live, this.#client, this.#turn++, number)
    const { operations } = this.live.api.head
    const head = operations[number % operations.length]
    this.run({ do: 'ask', request })
    const answer = this.deeds.at(-1)?.[1]
    if (head !== undefined && answer !== undefined) this.#client.learn(head, answer)
  }

  fork(): Lane {
    const live = { ...this.live, store: this.live.store.fork(), journal: makeJournal() }
    return new Lane(live, this.deeds)
  }

  take(): void {
    this.#snapshot = { store: this.live.store.fork(), deeds: this.deeds }
  }

  restore(): void {
    if (this.#snapshot === undefined) return
    restoreSandbox(this.live, this.#snapshot.store)
    commit(this.live)
    this.deeds = this.#snapshot.deeds
  }
}

const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('ask' as const), on: fc.nat(), number: fc.nat() }), weight: 12 },
  { arbitrary: fc.record({ do: fc.constant('fork' as const), on: fc.nat() }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('snapshot' as const), on: fc.nat() }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('restore' as const), on: fc.nat() }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('arm' as const), on: fc.nat(), number: fc.nat(), times: fc.nat(2) }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant('advance' as const), on: fc.nat(), seconds: fc.nat(9999) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('reset' as const), on: fc.nat() }), weight: 1 },
)
const runs = fc.record({ file: fc.constantFrom(...files), steps: fc.array(step, { minLength: 1, maxLength: 60 }) })

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function mingle(root: LiveSandbox, steps: readonly Step[]): readonly Lane[] {
  const lanes = [new Lane(root, [])]
  for (const one of steps) {
    const lane = lanes[one.on % lanes.length] as Lane
    if (one.do === 'ask') lane.ask(one.number)
    else if (one.do === 'fork') lanes.push(lane.fork())
    else if (one.do === 'snapshot') lane.take()
    else if (one.do === 'restore') lane.restore()
    else lane.run(one)
  }
  return lanes
}

function checkEach(lanes: readonly Lane[], model: ApiModel): void {
  for (const { live, deeds } of lanes) {
    const alone = makeLive(model, live.settings)
    for (const [deed, seen] of deeds) expect(perform(alone, deed)).toEqual(seen)
    expect(dump(live.store)).toEqual(dump(alone.store))
  }
}

it('forks and restored sandboxes are as if nobody else had been there', () => {
  fc.assert(
    fc.property(runs, ({ file, steps }) => {
      const model = modelOf(file)
      checkEach(mingle(makeLive(model), steps), model)
    }),
    { numRuns: 80 },
  )
})

it('the same over a store on disk', () => {
  using directory = tempDirectory()
  let number = 0
  fc.assert(
    fc.property(runs, ({ file, steps }) => {
      const model = modelOf(file)
      const store = openState(`${directory.path}/${number++}`)
      try {
        checkEach(mingle({ ...makeLive(model), store }, steps), model)
      } finally {
        store.close()
      }
    }),
    { numRuns: 25 },
  )
})

const scoped = fc.record({
  faults: fc.array(
    fc.record({
      times: fc.integer({ min: 1, max: 4 }),
      per: fc.constantFrom(...windowsOf),
      probability: fc.constantFrom(0.4, 1),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  scopes: fc.array(fc.nat(5), { minLength: 1, maxLength: 60 }),
})

it('scopes count faults and keep journals as if each were alone', () => {
  const model = modelOf('petstore-v3.yaml')
  fc.assert(
    fc.property(scoped, ({ faults, scopes }) => {
      const start = (): LiveSandbox => {
        const live = makeLive(model)
        for (const fault of faults) {
          const rule = { kind: 'error', method: 'GET', path: '/pet/findByStatus', ...fault }
          armFault(live.store, readFault(rule, runtimeOf(live.api)))
        }
        return live
      }
      const together = start()
      const lanes = new Map<number, { live: LiveSandbox; statuses: number[] }>()
      for (const number of scopes) {
        const lane = lanes.get(number) ?? { live: start(), statuses: [] }
        lanes.set(number, lane)
        const request = findByStatus(`scope ${number}`)
        const { status } = serve(request, together, 0).response
        expect(serve(request, lane.live, 0).response.status).toBe(status)
        lane.statuses.push(status)
      }
      for (const [number, { statuses }] of lanes)
        expect(together.journal.last(99, `scope ${number}`).map(({ status }) => status)).toEqual(statuses)
    }),
    { numRuns: 60 },
  )
})

function findByStatus(scope: string): HttpRequest {
  const fields: [string, string][] = [
    ['authorization', `Bearer ${credential}`],
    ['x-tool-scope', scope],
  ]
  return {
    method: 'GET',
    path: '/pet/findByStatus',
    search: 'status=available',
    fields: fieldsOf(fields),
    body: NO_BODY,
  }
}
