/** What every store promises; each implementation's test calls this. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { removeRanges } from '../sandbox/state/remove-range.ts'
import type { DurableStore, Fork, KeyRange, Pin, RangeQuery, Store } from '../sandbox/state/store.ts'

export interface StoreUnderTest {
  readonly store: DurableStore
  /** Lets go of what the test made. */
  end(): void
}

const EVERYTHING: RangeQuery = { from: '', to: '\uffff' }

/** The store as it should be: a sorted list of pairs. */
class Model {
  private readonly values: ReadonlyMap<string, string>

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.values = values
  }

  with(key: string, value: string | undefined): Model {
    const copy = new Map(this.values)
    if (value === undefined) copy.delete(key)
    else copy.set(key, value)
    return new Model(copy)
  }

  without({ from, to }: KeyRange): Model {
    return new Model(new Map([...this.values].filter(([key]) => key < from || key >= to)))
  }

  get(key: string): string | undefined {
    return this.values.get(key)
  }

  range({ from, to, offset = 0, limit, reverse = false }: RangeQuery): (readonly [string, string])[] {
    const inside = [...this.values].filter(([key]) => key >= from && key < to).sort(([a], [b]) => (a < b ? -1 : 1))
    return (reverse ? inside.reverse() : inside).slice(offset).slice(0, limit)
  }
}

export type Operation =
  | { readonly op: 'put'; readonly key: string; readonly value: string; readonly on: number }
  | { readonly op: 'remove'; readonly key: string; readonly on: number }
  | { readonly op: 'range'; readonly query: RangeQuery; readonly on: number }
  | { readonly op: 'clear'; readonly range: KeyRange; readonly on: number }
  | { readonly op: 'fork'; readonly on: number }
  | { readonly op: 'pin'; readonly on: number }
  | { readonly op: 'restore'; readonly on: number }
  | { readonly op: 'commit' }
  | { readonly op: 'rollback' }
  | { readonly op: 'mark' }
  | { readonly op: 'revert' }

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', 'a\0', 'a\u007f', 'a\u0080', '\ud83d\ude00', '\ue000', '\ud83d', '__proto__'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
  fc
    .array(fc.integer({ min: 0, max: 0xfffe }), { minLength: 1, maxLength: 3 })
    .map((units) => String.fromCharCode(...units)),
)
const value = fc.oneof(fc.constantFrom('', '{}', '\u00ff', 'x'.repeat(5000), '\ud800'), fc.string({ unit: 'binary' }))
const on = fc.nat(5)
const bound = fc.oneof(fc.constantFrom('', 'a', '\uffff'), key)
const query: fc.Arbitrary<RangeQuery> = fc.record(
  { from: bound, to: bound, offset: fc.nat(4), limit: fc.nat(6), reverse: fc.boolean() },
  { requiredKeys: ['from', 'to', 'reverse'] },
)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ op: fc.constant('put' as const), key, value, on }), weight: 5 },
  { arbitrary: fc.record({ op: fc.constant('remove' as const), key, on }), weight: 2 },
  { arbitrary: fc.record({ op: fc.constant('range' as const), query, on }), weight: 3 },
  {
    arbitrary: fc.record({ op: fc.constant('clear' as const), range: fc.record({ from: bound, to: bound }), on }),
    weight: 1,
  },
  { arbitrary: fc.record({ op: fc.constant('fork' as const), on }), weight: 1 },
  { arbitrary: fc.record({ op: fc.constant('pin' as const), on }), weight: 1 },
  { arbitrary: fc.record({ op: fc.constant('restore' as const), on }), weight: 1 },
  {
    arbitrary: fc.constantFrom<Operation>({ op: 'commit' }, { op: 'rollback' }, { op: 'revert' }),
    weight: 1,
  },
  { arbitrary: fc.constant<Operation>({ op: 'mark' }), weight: 1 },
)

/** Plays operations on a store with its forks and on models of them, comparing all of them at every step. */
function play(root: DurableStore, operations: readonly Operation[]): void {
  const stores: Store[] = [root]
  const models: Model[] = [new Model()]
  const forks: { fork: Fork; base: number; moment: Model }[] = []
  const pins: { pin: Pin; keys: readonly string[]; moment: Model }[] = []
  const touched = new Set<string>()
  let committed = new Model()
  let marked: Model | undefined
  for (const step of operations) {
    if (step.op === 'mark') {
      root.mark()
      marked = models[0]
    } else if (step.op === 'revert') {
      root.revert()
      models[0] = marked ?? (models[0] as Model)
      marked = undefined
    } else if (step.op === 'commit' || step.op === 'rollback') {
      if (step.op === 'commit') committed = models[0] as Model
      else models[0] = committed
      root[step.op]()
      marked = undefined
    } else {
      const index = step.on % stores.length
      const store = stores[index] as Store
      const model = models[index] as Model
      if (step.op === 'put') {
        store.put(step.key, step.value)
        models[index] = model.with(step.key, step.value)
        touched.add(step.key)
      } else if (step.op === 'remove') {
        store.remove(step.key)
        models[index] = model.with(step.key, undefined)
      } else if (step.op === 'range') expect(store.range(step.query)).toEqual(model.range(step.query))
      else if (step.op === 'clear') {
        // A clear takes savepoints away.
        if (index === 0) {
          root.commit()
          committed = model
          marked = undefined
        }
        removeRanges(store, [step.range])
        models[index] = model.without(step.range)
      } else if (step.op === 'restore') {
        const one = forks[index - 1]
        one?.fork.restoreBase()
        if (one !== undefined) models[one.base] = one.moment
      } else if (step.op === 'pin') {
        const keys = [...touched]
        const pin = store.pin(keys)
        pin.hold()
        pins.push({ pin, keys, moment: model })
      } else {
        const fork = store.fork()
        stores.push(fork)
        models.push(model)
        forks.push({ fork, base: index, moment: model })
      }
    }
    for (const [index, store] of stores.entries()) {
      for (const k of touched) {
        const known = models[index]?.get(k)
        expect(store.get(k)).toBe(known)
        expect(store.size(k) > 0).toBe((known ?? '') !== '')
      }
    }
    for (const { pin, keys, moment } of pins) for (const k of keys) expect(pin.get(k)).toBe(moment.get(k))
  }
  for (const { pin } of pins) pin.release()
  for (const [index, store] of stores.entries())
    for (const all of [store.range(EVERYTHING), bitByBit(store)]) expect(all).toEqual(models[index]?.range(EVERYTHING))
}

/** All entries, read in ranges that end when they have read a little. */
function bitByBit(store: Store): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  for (let { from, to } = EVERYTHING; ; ) {
    const some = store.range({ from, to, units: 2 })
    found.push(...some)
    const last = some.at(-1)
    if (last === undefined) return found
    from = `${last[0]}\0`
  }
}

export function describeStore(name: string, make: () => StoreUnderTest, runs = 100): void {
  const withStore = (test: (store: DurableStore) => void) => () => {
    const { store, end } = make()
    try {
      test(store)
    } finally {
      end()
    }
  }

  it(
    `${name}: sees its own writes at once`,
    withStore((store) => {
      store.put('k', '1')
      expect(store.get('k')).toBe('1')
      expect(store.range(EVERYTHING)).toEqual([['k', '1']])
      store.remove('k')
      expect(store.get('k')).toBeUndefined()
    }),
  )

  it(
    `${name}: is dirty from a write to the commit`,
    withStore((store) => {
      expect(store.dirty).toBe(false)
      store.put('k', '1')
      expect(store.dirty).toBe(true)
      store.commit()
      expect(store.dirty).toBe(false)
      expect(store.get('k')).toBe('1')
    }),
  )

  it(
    `${name}: forgets all since the last commit when rolled back, and its forks do not`,
    withStore((store) => {
      store.put('kept', '1')
      store.put('changed', '1')
      store.commit()
      store.put('changed', '2')
      store.put('new', '1')
      store.remove('kept')
      const fork = store.fork()
      store.rollback()
      expect(store.dirty).toBe(false)
      expect(store.range(EVERYTHING)).toEqual([
        ['changed', '1'],
        ['kept', '1'],
      ])
      expect(fork.range(EVERYTHING)).toEqual([
        ['changed', '2'],
        ['new', '1'],
      ])
    }),
  )

  it(
    `${name}: goes back to a savepoint and keeps what was written before it`,
    withStore((store) => {
      store.put('stored', '1')
      store.commit()
      store.put('before', '1')
      store.mark()
      store.put('before', '2')
      store.remove('stored')
      store.put('new', '1')
      store.put('new', '2')
      const fork = store.fork()
      store.revert()
      expect(store.range(EVERYTHING)).toEqual([
        ['before', '1'],
        ['stored', '1'],
      ])
      expect(fork.range(EVERYTHING)).toEqual([
        ['before', '2'],
        ['new', '2'],
      ])
      expect(store.dirty).toBe(true)
      store.commit()
      store.mark()
      store.put('new', '3')
      store.revert()
      expect(store.dirty).toBe(false)
    }),
  )

  it(
    `${name}: keeps keys in code-unit order`,
    withStore((store) => {
      const keys = ['\ud83d\ude00', '\uffee', 'a', 'B', '\0', '\u00e9', '\ud83d', 'aa']
      for (const k of keys) store.put(k, k)
      store.commit()
      expect(store.range(EVERYTHING).map(([k]) => k)).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)))
    }),
  )

  it(
    `${name}: keeps a key of 1,024 bytes and a value of 4 MiB`,
    withStore((store) => {
      const long = '\u{1f600}'.repeat(256)
      const huge = 'v'.repeat(4 * 1024 * 1024)
      store.put(long, huge)
      store.commit()
      expect(store.get(long)).toBe(huge)
      expect(store.range({ from: long, to: '\uffff', limit: 1 })[0]?.[0]).toBe(long)
    }),
  )

  it(
    `${name}: pages through 1,000 records in both directions`,
    withStore((store) => {
      const keys = Array.from({ length: 1000 }, (_, i) => `r/${String((i * 7919) % 1000).padStart(4, '0')}`)
      for (const [i, k] of keys.entries()) {
        store.put(k, k)
        if (i % 3 === 0) store.commit()
      }
      const sorted = [...keys].sort()
      const up: string[] = []
      for (let from = 'r/'; ; from = `${up.at(-1)}\0`) {
        const page = store.range({ from, to: 'r0', limit: 64 })
        up.push(...page.map(([k]) => k))
        if (page.length < 64) break
      }
      const down: string[] = []
      for (let to = 'r0'; ; to = down.at(-1) as string) {
        const page = store.range({ from: 'r/', to, limit: 64, reverse: true })
        down.push(...page.map(([k]) => k))
        if (page.length < 64) break
      }
      expect([up, down]).toEqual([sorted, [...sorted].reverse()])
    }),
  )

  it(
    `${name}: a fork sees its moment, whatever the base does after`,
    withStore((store) => {
      store.put('a', '1')
      store.commit()
      store.put('b', '1')
      const fork = store.fork()
      store.put('a', '2')
      store.remove('b')
      store.put('c', '2')
      store.commit()
      fork.put('d', 'fork')
      expect(fork.range(EVERYTHING)).toEqual([
        ['a', '1'],
        ['b', '1'],
        ['d', 'fork'],
      ])
      expect(store.range(EVERYTHING)).toEqual([
        ['a', '2'],
        ['c', '2'],
      ])
    }),
  )

  it(`${name}: equals a sorted list under any sequence of operations`, () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const { store, end } = make()
        try {
          play(store, operations)
        } finally {
          end()
        }
      }),
      { numRuns: runs },
    )
  })
}
