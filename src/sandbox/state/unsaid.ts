/**
 * What requests may say of a record and nothing else tells: where nobody says it, it is not there, at whatever depth.
 * What the provider writes by itself stays: times, states, links, kinds, revisions, counts.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import {
  groundOf,
  isByDefault,
  isByProvider,
  isProse,
  type LeftOut,
  leftInside,
  type Unsaid,
} from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { saidDefault } from '../../api/schema/values/said.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { ADDED, YET_TO_COME } from '../../derive/naming/amounts.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { eachRecordSchema } from '../../derive/schemas/requests.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { presetOf } from '../operation/creation/declared-defaults.ts'
import type { Runtime } from '../runtime.ts'
import { makersOf, saysOneThing } from './asked.ts'
import { namesShown, samplesOf } from './samples.ts'
import { wentWrong } from './went-wrong.ts'

/** Objects are followed so far. */
const DEEPEST = 6
/** Properties that are looked at in all, for one type. */
const MOST = 8_000
/** One property of the record is looked through with so little of what is left. */
const PARTS = 3
/** The provider assigns one to who names none. */
const ASSIGNED = /(^|_)(ip|ips|ip_address|ip_range|cidr|cidr_block|subnet|mac_address|zone)$/
/** Requests that say a property of one name each in their way. */
const MOST_ASKED = 8

/** What is left out of a record of a type that requests make; undefined where nothing is. */
export const unsaidOf: (plan: ResourcePlan, runtime: Runtime) => Unsaid | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): Unsaid | undefined => {
    const asked = [...runtime.operationsOn(plan.type), ...makersOf(plan, runtime)].flatMap((head): Schema[] => {
      if (!/^(create|replace|update|bulk|upload)$/.test(head.plan.kind) && head.plan.makes?.type !== plan.type)
        return []
      const schema = eachRecordSchema(runtime.operation(head.id).operation, runtime)
      return schema === undefined ? [] : [schema]
    })
    if (asked.length === 0) return undefined
    const { left: found } = new Walk(plan, runtime).object({
      schema: plan.schema,
      asked,
      shown: samplesOf(plan, runtime).single,
      depth: 0,
    })
    const places = [plan.id.place, plan.status?.place, ...plan.links.map(({ property }) => property)]
    const left = places.reduce<Unsaid>((tree, place) => (place === undefined ? tree : outside(tree, place)), found)
    return left.size === 0 ? undefined : left
  },
)

/** Without what stands at the place, too. */
export function withAbsent(unsaid: Unsaid | undefined, [name = '', ...rest]: Place): Unsaid | undefined {
  const inner = unsaid?.get(name)
  if (inner === null || inner === 'absent') return unsaid
  const left = rest.length === 0 ? 'absent' : withAbsent(leftInside(inner), rest)
  return left === undefined ? unsaid : new Map([...(unsaid ?? []), [name, left]])
}

/** Without the place, and what it stands in. */
function outside(tree: Unsaid, [name = '', ...rest]: Place): Unsaid {
  const inner = tree.get(name)
  if (inner === undefined) return tree
  const others = new Map([...tree].filter(([other]) => other !== name))
  const within = rest.length === 0 ? undefined : leftInside(inner)
  return within === undefined ? others : others.set(name, outside(within, rest))
}

/** An object in the record. */
interface Where {
  readonly schema: Schema
  /** What requests may say in its place. */
  readonly asked: readonly Schema[]
  /** What examples of whole records hold there. */
  readonly shown: readonly JsonObject[]
  readonly depth: number
}

interface Inside {
  readonly left: Unsaid
  /** Something is in it that nobody has to say. */
  readonly isTold: boolean
  /** Nothing but lists would be left in it. */
  readonly isEmpty: boolean
}

/** It is left out as a whole; where somebody says a part of it, these are left out. */
interface Whole {
  readonly whole: Unsaid
}

const NOTHING: Unsaid = new Map()
const TOLD: Inside = { left: NOTHING, isTold: true, isEmpty: false }
const MADE: Inside = { left: NOTHING, isTold: false, isEmpty: false }

class Walk {
  private budget = MOST
  private readonly trail = new Set<Schema>()
  private readonly plan: ResourcePlan
  private readonly runtime: Runtime

  constructor(plan: ResourcePlan, runtime: Runtime) {
    this.plan = plan
    this.runtime = runtime
  }

  object(where: Where): Inside {
    const { schema, depth } = where
    const left = new Map<string, Unsaid | LeftOut>()
    if (depth > DEEPEST || this.trail.has(schema)) return { left, isTold: false, isEmpty: false }
    this.trail.add(schema)
    const { required, variants } = this.runtime.view(schema)
    const said = this.saidIn(where.asked)
    const [seen, first] =
      variants.length > 0 ? [] : [namesIn(where.shown), depth > 0 ? undefined : namesIn(where.shown.slice(0, 1))]
    let isTold = false
    let isEmpty = true
    for (const [name, property] of this.plainFirst(allProperties(schema, this.runtime))) {
      if (this.budget-- <= 0) break
      const mustBe = required.has(name)
      const shown = where.shown.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []))
      const asked = said.get(plain(name)) ?? []
      const inner: Where = { schema: property, asked, shown: objectsIn(shown), depth }
      // What requests may say, other examples show where it was said.
      const known = asked.length > 0 ? (first ?? seen) : seen
      // Deep inside what a client says of others, the provider adds what it learns of them later.
      const isLearned = depth > 1 && where.asked.length > 0 && asked.length === 0
      const isHidden = known !== undefined ? !known.has(name) : isLearned
      const isNew = isHidden && !mustBe && this.isUnusual(name, property, depth)
      const found = isNew
        ? 'absent'
        : depth === 0
          ? this.inPart(name, mustBe, inner)
          : this.property(name, mustBe, inner)
      const isLeft = found === null || found === 'absent' || 'whole' in found
      if (isLeft) left.set(name, asked.length > 0 && this.isWords(name, property, depth) ? 'absent' : found)
      else {
        if (found.isTold) isTold = true
        if (found.left.size > 0) left.set(name, found.left)
      }
      isEmpty &&= isLeft || this.runtime.view(property).items !== undefined
    }
    this.trail.delete(schema)
    return { left, isTold, isEmpty: isEmpty && left.size > 0 }
  }

  /** What holds much must not use up what is there for others. */
  private plainFirst(properties: ReadonlyMap<string, Schema>): readonly (readonly [string, Schema])[] {
    const all = [...properties]
    const isOne = ([, one]: readonly [string, Schema]) => isPlain(this.runtime.view(one))
    return [...all.filter(isOne), ...all.filter((one) => !isOne(one))]
  }

  private inPart(name: string, mustBe: boolean, where: Where): Inside | Whole | null {
    const before = this.budget
    const part = Math.ceil(before / PARTS)
    this.budget = part
    const found = this.property(name, mustBe, where)
    this.budget = before - (part - Math.max(0, this.budget))
    return found
  }

  /** The provider writes it not everywhere, and nothing says how it begins. */
  private isUnusual(name: string, property: Schema, depth: number): boolean {
    const view = this.runtime.view(property)
    const word = snake(name)
    const isTop = depth === 0 && isPermalink(word, view)
    const isUsual = isTop ? namesShown(this.plan, this.runtime).has(name) : isByProvider(word)
    return !isUsual && presetOf(view) === undefined && saidDefault(view, word) === undefined
  }

  /** Labels, options, texts: an example of those alone shows what some client said. */
  private isWords(name: string, property: Schema, depth: number): boolean {
    const { types, properties, additional, keywords } = this.runtime.view(property)
    const word = snake(name)
    const isMap = types.includes('object') && properties.size === 0 && additional !== false
    const isText = types.includes('string') && keywords['default'] === undefined && keywords['enum'] === undefined
    return isMap || (isText && (isProse(word) || (depth === 0 && !isByDefault(word) && !ASSIGNED.test(word))))
  }

  /** null where it is left out. */
  private property(name: string, mustBe: boolean, where: Where): Inside | Whole | null {
    const { schema: property, asked, depth } = where
    const view = this.runtime.view(property)
    const word = snake(name)
    const own = isReadOnly(view) ? [] : asked
    if (isShown(view, word) || this.isFixed(view, own)) return TOLD
    if (isSampled(view) && (mustBe || own.length === 0)) return TOLD
    if (!mustBe && depth > 0 && this.isToCome(name, view)) return null
    if (isPlain(view)) {
      if (!mustBe && !isReadOnly(view) && this.isLeftOut(name, property, own, depth)) return null
      return isByProvider(word) && !IDS.test(word) ? TOLD : MADE
    }
    const inner = this.inside(view, { ...where, asked: own, depth: depth + 1 })
    const isLeft = !mustBe && (inner.isEmpty || (view.items === undefined && own.length > 0 && !inner.isTold))
    return isLeft ? (inner.left.size === 0 ? null : { whole: inner.left }) : inner
  }

  /** It can say one thing only, and does where a request leaves it to its default. */
  private isFixed(view: SchemaView, asked: readonly Schema[]): boolean {
    return saysOneThing(view) && asked.some((one) => presetOf(this.runtime.view(one)) !== undefined)
  }

  private inside({ items }: SchemaView, where: Where): Inside {
    if (items === undefined) return this.object(where)
    const asked = where.asked.flatMap((one): Schema[] => {
      const own = this.runtime.view(one).items
      return own === undefined ? [] : [own]
    })
    return { ...this.object({ ...where, schema: items, asked }), isTold: false, isEmpty: false }
  }

  /** What only others, or later times, bring. */
  private isToCome(name: string, view: SchemaView): boolean {
    if (wentWrong(name, view, this.plan, false)) return true
    return (YET_TO_COME.test(plain(name)) || ADDED.test(plain(name))) && isAmount(view)
  }

  private isLeftOut(name: string, property: Schema, asked: readonly Schema[], depth: number): boolean {
    const word = snake(name)
    const { view } = this.runtime
    if (asked.length === 0) {
      const isText = view(property).types[0] === 'string'
      return isText && (isProse(word) || groundOf(property, view, name) === 'filler')
    }
    if (isByProvider(word)) return false
    if (depth > 0) return true
    return !isByDefault(word) && !view(property).types.includes('boolean')
  }

  private saidIn(asked: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
    const said = new Map<string, Schema[]>()
    for (const schema of asked)
      for (const [name, one] of allProperties(schema, this.runtime)) {
        if (this.budget-- <= 0) return said
        const word = plain(name)
        const known = said.get(word)
        if (known === undefined) said.set(word, [one])
        else if (known.length < MOST_ASKED && !known.includes(one)) known.push(one)
      }
    return said
  }
}

/** Examples of fewer properties are sketches. */
const FEW = 3

/** What examples show of an object; undefined where they show hardly anything. */
function namesIn(shown: readonly JsonObject[]): ReadonlySet<string> | undefined {
  const names = new Set(shown.flatMap((one) => Object.keys(one)))
  return names.size < FEW ? undefined : names
}

function objectsIn(values: readonly unknown[]): readonly JsonObject[] {
  return values.flat().filter(isObject) as JsonObject[]
}

function isShown(view: SchemaView, word: string): boolean {
  const { default: preset, const: fixed } = view.keywords
  return (
    preset !== undefined || fixed !== undefined || presetOf(view) !== undefined || saidDefault(view, word) !== undefined
  )
}

function isSampled({ keywords: { example, examples } }: SchemaView): boolean {
  return example !== undefined || examples !== undefined
}

/** By its keyword, or by its words: "Read-only", "Populated by the system". */
function isReadOnly({ keywords: { readOnly, description } }: SchemaView): boolean {
  return readOnly === true || (typeof description === 'string' && BY_SYSTEM.test(description.slice(0, 500)))
}

/** The address where people, and no clients, look at it. */
function isPermalink(word: string, { keywords: { format } }: SchemaView): boolean {
  return /^permalink_ur[li]$/.test(word) || (word === 'permalink' && (format === 'uri' || format === 'url'))
}

const BY_SYSTEM =
  /\bread[- ]only\b|\b(?:populated|set|assigned|generated|filled in) by the (?:system|server|service|api)\b/i
const IDS = /^(?:id|uuid|guid|urn|arn|sid|object|kind|version)$/

function isPlain({ types, properties, variants }: SchemaView): boolean {
  return properties.size === 0 && variants.length === 0 && !types.includes('array') && !types.includes('object')
}

/** A number, or one with its currency. */
function isAmount({ types, properties }: SchemaView): boolean {
  return types.includes('integer') || types.includes('number') || properties.has('value') || properties.has('amount')
}
