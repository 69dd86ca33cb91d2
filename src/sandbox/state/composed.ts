/**
 * Texts that examples compose of a record's surroundings and its name: `full_name: ada/poems` beside
 * `owner.login: ada` and `name: poems`. A record with other names is called after those.
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { at, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { idText } from './place.ts'
import { samplesOf } from './samples.ts'

interface Composed {
  /** The property of the surroundings. */
  readonly around: Place
  /** Surroundings and name, as the examples join them. */
  readonly joined: string
  readonly names: readonly string[]
}

/** The record with its composed texts made of its own names; those that were sent stay. */
export function composed(plan: ResourcePlan, value: JsonObject, sent: JsonObject, runtime: Runtime): JsonObject {
  const found = composedOf(plan, runtime)
  if (found === undefined) return value
  const [around, own] = [idText(at(value, found.around)), idText(at(value, plan.id.place))]
  if (around === undefined || own === undefined) return value
  const copy: Record<string, JsonObject[string]> = { ...value }
  for (const name of found.names) {
    const text = value[name]
    if (typeof text === 'string' && !Object.hasOwn(sent, name))
      setOwn(
        copy,
        name,
        text.replace(found.joined, () => `${around}/${own}`),
      )
  }
  return copy
}

const composedOf = oncePer(findComposed)

function findComposed(plan: ResourcePlan, runtime: Runtime): Composed | undefined {
  const [link] = plan.scope
  const around = plan.links.find((one) => one.link === link)?.property
  if (link === undefined || plan.scope.length !== 1 || around === undefined) return undefined
  const [first, last] = [exampleAt(plan, around, runtime), exampleAt(plan, plan.id.place, runtime)]
  if (first === undefined || last === undefined) return undefined
  const joined = `${first}/${last}`
  const names = [...runtime.view(plan.schema).properties.keys()].filter((name) =>
    exampleAt(plan, [name], runtime)?.includes(joined),
  )
  return names.length === 0 ? undefined : { around, joined, names }
}

/** The text that the description shows at a place: in a whole record, else for the property. */
function exampleAt(plan: ResourcePlan, place: Place, runtime: Runtime): string | undefined {
  const { example, examples } = runtime.view(schemaAt(runtime.view, plan.schema, place)).keywords
  const [listed] = Array.isArray(examples) ? examples : []
  return [at(samplesOf(plan, runtime).single[0], place), example, listed].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}
