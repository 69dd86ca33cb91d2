/**
 * Longer texts of examples that hold what the request of the example said: `zone: "... IN A 192.0.2.7"` beside
 * `ip: 192.0.2.7` in the request. A new record has in them what its own request said.
 */
import type { ResourcePlan } from '../../api/plan.ts'
import { withoutPlaceholders } from '../../api/schema/generate.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, isObject, type Json, type JsonObject, setOwn, withTexts } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { askedNames } from './asked.ts'
import { samplesOf, shownOf } from './samples.ts'

interface Repeated {
  /** The property of the request. */
  readonly name: string
  /** What its example says there, as a word of its own. */
  readonly form: RegExp
  /** The properties of the record whose texts hold it. */
  readonly within: ReadonlySet<string>
}

/** Objects and lists are followed so far. */
const DEPTH = 4
const LONGEST = 200

export const repeatedOf: (plan: ResourcePlan, runtime: Runtime) => readonly Repeated[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Repeated[] => {
    const asked = askedNames(plan, runtime)
    const [sample = {}] = samplesOf(plan, runtime).single
    const own = Object.entries(sample).filter(([name]) => !asked.has(plain(name)) && name !== plan.id.place[0])
    if (own.length === 0) return []
    const found = new Map<string, Repeated>()
    for (const [name, text] of saidIn(plan, runtime)) {
      const form = wordOf(text)
      const within = own.filter(([, value]) => holds(value, text, form)).map(([other]) => other)
      if (within.length > 0 && !found.has(name)) found.set(name, { name, form, within: new Set(within) })
    }
    return [...found.values()]
  },
)

/** The texts that examples of the requests say, which could be nothing else: addresses, numbers, names of hosts. */
function saidIn(plan: ResourcePlan, runtime: Runtime): readonly (readonly [name: string, text: string])[] {
  return runtime.operationsOn(plan.type).flatMap(({ id, plan: { kind, input = [] } }) => {
    const operation = kind === 'create' ? runtime.api.operation(id) : undefined
    const examples = Object.values(operation?.requestBody?.content ?? {}).flatMap((media) => shownOf(media, runtime))
    return examples
      .map((one) => at(withoutPlaceholders(one), input))
      .filter(isObject)
      .flatMap((one) => Object.entries(one as JsonObject))
      .filter((one): one is [string, string] => typeof one[1] === 'string' && isTelling(one[1]))
  })
}

function isTelling(text: string): boolean {
  return text.length >= 5 && text.length <= LONGEST && /[\d.@_:/-]/.test(text) && /^[\w.@:/+-]+$/.test(text)
}

/** Not as the host of a URL: that may be where the documentation is. */
function wordOf(text: string): RegExp {
  const quoted = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\w.@-]|//)${quoted}(?![\\w@-]|\\.\\w)`, 'g')
}

/** In a longer text: one that is the same may be something else. */
function holds(value: Json | undefined, text: string, form: RegExp): boolean {
  let isThere = false
  withTexts(
    value,
    (one) => {
      isThere ||= one !== text && one.search(form) !== -1
      return one
    },
    DEPTH,
  )
  return isThere
}

/** The record with what was sent in the place of what the example's request said. */
export function withSentTexts(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const repeated = repeatedOf(plan, runtime).filter(({ name }) => typeof sent[name] === 'string' && sent[name] !== '')
  if (repeated.length === 0) return value
  const properties = allProperties(plan.schema, runtime)
  const copy = { ...value }
  for (const [name, old] of Object.entries(value)) {
    const own = repeated.filter(({ within }) => within.has(name))
    if (own.length === 0 || Object.hasOwn(sent, name)) continue
    const told = withTexts(
      old,
      (text) => own.reduce((one, { name: from, form }) => one.replace(form, () => String(sent[from])), text),
      DEPTH,
    )
    const schema = properties.get(name)
    if (schema === undefined || runtime.accepts(schema, told)) setOwn(copy, name, told as Json)
  }
  return copy
}
