/**
 * Lists of words of which some are flags of the request: `features: [backups, ipv6]` of a server that was asked for
 * with `backups: false`. The list holds what was asked for, and not what was not.
 */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { eachRecordSchema } from '../../derive/schemas/requests.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { presetOf } from '../operation/creation/declared-defaults.ts'
import type { Runtime } from '../runtime.ts'
import { sayable } from './asked.ts'
import { samplesOf, shownOf } from './samples.ts'

interface FlagWord {
  readonly word: string
  /** The flag as requests call it. */
  readonly flag: string
  /** What it is where nobody says it. */
  readonly preset: boolean | undefined
}

export interface FlagList {
  readonly name: string
  readonly words: readonly FlagWord[]
}

/** The lists that no request says, with the words in them that are flags. */
export const flagListsOf: (plan: ResourcePlan, runtime: Runtime) => readonly FlagList[] = oncePer(findLists)

function findLists(plan: ResourcePlan, runtime: Runtime): readonly FlagList[] {
  const flags = new Map<string, FlagWord>()
  const asked = new Set<string>()
  const shown = new Set(samplesOf(plan, runtime).single.flatMap((one) => Object.values(one).flat()))
  for (const { id, plan: told } of runtime.operationsOn(plan.type)) {
    const operation = told.kind === 'create' ? runtime.api.operation(id) : undefined
    const schema = operation === undefined ? undefined : eachRecordSchema(operation, runtime)
    if (schema === undefined) continue
    const properties = allProperties(schema, runtime)
    const said = namesIn(operation, runtime)
    for (const flag of sayable(schema, runtime)) {
      asked.add(plain(flag))
      const view = runtime.view(properties.get(flag))
      if (view.types[0] !== 'boolean' || view.types.length > 1) continue
      // What the example shows though its request does not say it is there by itself.
      const preset = said !== undefined && !said.has(flag) && shown.has(flag) ? undefined : presetOf(view)
      flags.set(plain(flag), { word: flag, flag, preset: typeof preset === 'boolean' ? preset : undefined })
    }
  }
  if (flags.size === 0) return []
  return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) => {
    const words = asked.has(plain(name)) ? [] : [...wordsOf(name, schema, plan, runtime)]
    const found = words.flatMap((word) => {
      const flag = flags.get(plain(word))
      return flag === undefined ? [] : [{ ...flag, word }]
    })
    return found.length === 0 ? [] : [{ name, words: found }]
  })
}

/** What the examples of a request say; undefined where there are none. */
function namesIn(operation: Operation | undefined, runtime: Runtime): ReadonlySet<string> | undefined {
  const { input = [] } = operation?.plan ?? {}
  const examples = Object.values(operation?.requestBody?.content ?? {}).flatMap((media) =>
    shownOf(media, runtime).map((one) => at(one, input)),
  )
  return examples.length === 0 ? undefined : new Set(examples.filter(isObject).flatMap((one) => Object.keys(one)))
}

/** The words that the description knows of a list of texts. */
function wordsOf(name: string, schema: Schema, plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> {
  const { types, items, keywords } = runtime.view(schema)
  const item = runtime.view(items)
  if (!types.includes('array') || !item.types.includes('string')) return new Set()
  const { examples, example } = keywords
  const shown = [
    example,
    ...(Array.isArray(examples) ? examples : []),
    ...samplesOf(plan, runtime).single.map((one) => one[name]),
  ]
  const values = [item.keywords['enum'], ...shown].flatMap((one) => (Array.isArray(one) ? one : []))
  return new Set(values.filter((one): one is string => typeof one === 'string'))
}

/** The record whose lists of words agree with the flags of its request. */
export function withFlagWords(
  lists: readonly FlagList[],
  value: JsonObject,
  sent: JsonObject,
  fits: (value: JsonObject) => boolean,
): JsonObject {
  let whole = value
  for (const { name, words } of lists) {
    const shown = value[name]
    if (!Array.isArray(shown) || Object.hasOwn(sent, name)) continue
    const isOn = ({ flag, preset }: FlagWord): unknown => (Object.hasOwn(sent, flag) ? sent[flag] : preset)
    const off = new Set<unknown>(words.filter((one) => isOn(one) === false).map(({ word }) => word))
    const added = words.filter((one) => isOn(one) === true && !shown.includes(one.word)).map(({ word }) => word)
    if (added.length === 0 && !shown.some((word) => off.has(word))) continue
    const next = { ...whole, [name]: [...shown.filter((word) => !off.has(word)), ...added] }
    if (fits(next) || !fits(whole)) whole = next
  }
  return whole
}
