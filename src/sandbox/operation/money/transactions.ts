/**
 * Taking, holding or giving back the money of a record leaves an entry in the list that it has for that: a `capture` in
 * the `captures` of each unit of an order, of as much as the request says or the unit comes to.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import { generate, type Unsaid } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { partialAmounts } from '../../../behaviours/money/partial-amounts/fact.ts'
import { PART, WHOLE } from '../../../derive/naming/amounts.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { withAt } from '../../state/place.ts'
import { wentWrong } from '../../state/went-wrong.ts'
import { toldByChildren } from '../associations/told-by-children.ts'
import { amountCalled, DONE, HELD } from '../lifecycle/state-machine.ts'
import { amountOf } from './amount-forms.ts'

/** What a verb leaves, and the state in which that is. */
const LEFT: ReadonlyMap<string, { readonly list: string; readonly states: readonly RegExp[] }> = new Map([
  ['capture', { list: 'captures', states: [DONE] }],
  ['authorize', { list: 'authorizations', states: [HELD, /^created$/] }],
  ['refund', { list: 'refunds', states: [DONE, /^refunded$/] }],
])

/** Lists are looked for so deep, and in so many elements. */
const DEEPEST = 4
const MOST = 100

/** How much the verb is about. */
interface Said {
  /** What the request says, and what follows from what it left out. */
  readonly sent: JsonObject
  readonly granted: JsonObject
  /** Only some is given back, and the record stays in its state. */
  readonly isPart: boolean
}

/** The record with what the verb leaves in it: nothing where one amount is sent for several units. */
export function withTransactions(
  call: Call,
  plan: ResourcePlan,
  { key, value }: { readonly key: string; readonly value: JsonObject },
  { sent, granted, isPart }: Said,
): JsonObject {
  const { verb = '', makes, edge } = call.compiled.operation.plan
  const left = LEFT.get(verb)
  if (left === undefined || makes !== undefined || edge === undefined) return value
  const [said, due] = [amountIn(call, sent), amountIn(call, granted)]
  if (isPart && (verb !== 'refund' || said === undefined)) return value
  const enter = (amount: unknown) => {
    const entering = new Entering(call, plan, `${verb}/${key}`, { ...left, amount })
    return { whole: entering.object(plan.schema, value, undefined, 0), isOne: entering.count <= 1 }
  }
  const first = enter(said ?? due)
  if (said !== undefined && !first.isOne) return value
  const { whole } = first.isOne ? first : enter(undefined)
  return whole !== value && call.runtime.accepts(plan.schema, whole) ? whole : value
}

function amountIn({ compiled }: Call, said: JsonObject): unknown {
  const place = partialAmounts.ofOperation(compiled.operation.plan)?.amount
  const known = place === undefined ? undefined : at(said, place)
  return known ?? amountCalled(PART, said) ?? amountCalled(WHOLE, said)
}

interface Left {
  readonly list: string
  readonly states: readonly RegExp[]
  /** How much, where the request tells. */
  readonly amount: unknown
}

/** The amount that is said in place of that of the unit: undefined where it has another form. */
function inPlaceOf(own: unknown, said: unknown): unknown {
  if (said === undefined) return own
  if (typeof own !== typeof said || amountOf(said) === undefined) return undefined
  return isObject(own) && isObject(said) ? { ...own, ...said } : said
}

class Entering {
  private readonly call: Call
  private readonly plan: ResourcePlan
  private readonly key: string
  private readonly left: Left
  count = 0

  constructor(call: Call, plan: ResourcePlan, key: string, left: Left) {
    this.call = call
    this.plan = plan
    this.key = key
    this.left = left
  }

  /** The object with an entry of the amount that it, or what is around it, comes to. */
  object(schema: Schema, value: JsonObject, around: JsonObject | undefined, depth: number): JsonObject {
    const { runtime } = this.call
    const unit = value['amount'] === undefined ? around : value
    const children = depth === 0 ? toldByChildren(this.plan, runtime) : undefined
    let whole = value
    for (const [name, property] of allProperties(schema, runtime)) {
      const { items, properties } = runtime.view(property)
      const old = value[name]
      if (items !== undefined && plain(name) === this.left.list && children?.has(name) !== true) {
        const entry = this.entry(items, unit, Array.isArray(old) ? old.length : 0)
        if (entry !== undefined) whole = withAt(whole, [name], [...(Array.isArray(old) ? old : []), entry])
      } else if (depth < DEEPEST && items !== undefined && Array.isArray(old) && old.length <= MOST) {
        const inner = old.map((one) =>
          isObject(one) ? this.object(items, one as JsonObject, undefined, depth + 1) : one,
        )
        if (inner.some((one, index) => one !== old[index])) whole = withAt(whole, [name], inner)
      } else if (depth < DEEPEST && properties.size > 0 && (isObject(old) || this.holds(properties))) {
        const before = isObject(old) ? (old as JsonObject) : {}
        const inner = this.object(property, before, unit, depth + 1)
        if (inner !== before) whole = withAt(whole, [name], inner)
      }
    }
    return whole
  }

  private holds(properties: ReadonlyMap<string, Schema>): boolean {
    return [...properties.keys()].some((name) => plain(name) === this.left.list)
  }

  /** None where nobody knows of how much. */
  private entry(schema: Schema, unit: JsonObject | undefined, index: number): unknown {
    const { runtime, resources } = this.call
    const properties = allProperties(schema, runtime)
    const amount = inPlaceOf(unit?.['amount'], this.left.amount)
    if (unit === undefined || amountOf(amount) === undefined || !properties.has('amount')) return undefined
    const bare = isObject(amount) ? Object.entries(amount).filter(([, one]) => typeof one !== 'object') : undefined
    const status = this.state(runtime.view(properties.get('status') ?? true).keywords['enum'])
    const ids = Object.entries(unit).filter(([name]) => OTHER_ID.test(name) && properties.has(name))
    const said = {
      ...Object.fromEntries(ids),
      amount: bare === undefined ? amount : Object.fromEntries(bare),
      ...(status !== undefined && { status }),
      // All that there is was taken at once.
      ...Object.fromEntries([...properties.keys()].filter((name) => this.isFinal(name)).map((name) => [name, true])),
    } as JsonObject
    const made = generate(schema, {
      ...runtime.generating,
      dice: resources.dice,
      key: `${this.key}/${this.count++}/${index}`,
      now: resources.clock.now(),
      sources: [said],
      fill: 'full',
      unsaid: this.unsaid(properties),
    })
    return runtime.accepts(schema, made) ? made : undefined
  }

  private state(choices: unknown): string | undefined {
    const texts = Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : []
    return this.left.states.flatMap((form) => texts.filter((one) => form.test(plain(one))))[0]
  }

  /** `final_capture` of captures. */
  private isFinal(name: string): boolean {
    return plain(name).replace(/^is/, '') === `final${this.left.list.replace(/s$/, '')}`
  }

  /** Nothing went wrong with it, and other ids are those of the unit. */
  private unsaid(properties: ReadonlyMap<string, Schema>): Unsaid {
    const { view } = this.call.runtime
    const isWrong = (name: string, one: Schema): boolean => wentWrong(name, view(one), this.plan, false)
    return new Map(
      [...properties].flatMap(([name, one]): readonly (readonly [string, Unsaid | 'absent'])[] => {
        if (OTHER_ID.test(name) || isWrong(name, one)) return [[name, 'absent']]
        const inner = [...view(one).properties].filter((part) => isWrong(...part))
        return inner.length === 0 ? [] : [[name, new Map(inner.map(([part]) => [part, 'absent' as const]))]]
      }),
    )
  }
}

const OTHER_ID = /(?:_id|[a-z]Id)$/
