/** What a record says of how many others stand under it: `comments: 2` of an issue with two. */
import type { ResourcePlan } from '../../api/plan.ts'
import { type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { sentNames } from '../response/self-links.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { allProperties } from './input.ts'
import { parentsOf } from './parents-of.ts'

interface Counter {
  readonly link: string
  readonly parent: ResourcePlan
  /** Properties of the parent that count. */
  readonly names: readonly string[]
}

/** A record came to its parents, or went from them. */
export function countIn(call: Call, plan: ResourcePlan, record: StoredRecord, by: 1 | -1): void {
  for (const { link, parent, names } of countersOf(plan, call.runtime)) {
    const { [link]: id, ...around } = record.links
    const found = id === undefined ? undefined : call.resources.find(parent, id, around)
    if (found !== undefined) call.resources.change(parent, found, counted(found.value, names, by))
  }
}

function counted(value: JsonObject, names: readonly string[], by: number): JsonObject {
  const copy: Record<string, JsonObject[string]> = { ...value }
  for (const name of names) {
    const old = value[name]
    if (typeof old === 'number') setOwn(copy, name, Math.max(0, old + by))
  }
  return copy
}

const countersOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Counter[] =>
  parentsOf(plan, runtime).flatMap(({ link, parent }) => {
    const words = wordsFor(plan.type, isSum(plan, runtime))
    const sent = sentNames(runtime, parent)
    const names = [...allProperties(parent.schema, runtime)].flatMap(([name, schema]) => {
      const isNumber = runtime.view(schema).types.includes('integer')
      return isNumber && words.has(plain(name)) && !sent.has(name) ? [name] : []
    })
    return names.length === 0 ? [] : [{ link, parent, names }]
  }),
)

/** What has an amount is summed up as well as counted: the `credits` of an account may be what they are worth. */
function isSum(plan: ResourcePlan, runtime: Runtime): boolean {
  return [...allProperties(plan.schema, runtime).keys()].some((name) => AMOUNT.test(name))
}

const AMOUNT = /amount|value|quantity|balance|points|price|total|hours|minutes|seconds|size/i

/** Names for how many there are of a type, plain: `commentscount`, `numcomments`, and `comments` where it can be no sum. */
function wordsFor(type: string, isSum: boolean): ReadonlySet<string> {
  const own = plain(type.split('_').at(-1) ?? type).replace(/s$/, '')
  const many = [`${own}s`, own.replace(/y$/, 'ies')]
  const sure = many.flatMap((name) => [`${name}count`, `total${name}count`, `num${name}`, `numberof${name}`])
  const bare = isSum ? [] : many.flatMap((name) => [name, `total${name}`, `${name}total`])
  return new Set([`${own}count`, `total${own}count`, ...sure, ...bare].filter((name) => name !== own))
}
