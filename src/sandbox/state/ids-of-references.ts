/** Ids of records that nobody makes, as enums of what refers to them list them: the models that `model` of requests may name. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { at, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

/** Operations that are looked at, ids that are kept, and how deep alternatives stand in each other. */
const MOST = { operations: 300, ids: 100, deep: 4 }
/** Fewer listed words are choices of something else. */
const FEW = 3

/** In the order of the enums; [] where requests make such records, or nothing lists them. */
export const idsOfReferences: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly string[] => {
    if (plan.creatable || plan.links.length > 0 || plan.id.shape.kind !== 'text') return []
    const wanted = new Set([plain(plan.type), `${plain(plan.type)}id`])
    const ids = new Set<string>()
    for (const head of runtime.api.head.operations.slice(0, MOST.operations)) {
      const operation = head.method === 'GET' ? undefined : runtime.api.operation(head.id)
      const schema = operation === undefined ? undefined : requestSchema(operation)
      if (schema === undefined) continue
      for (const [name, property] of allProperties(schema, runtime))
        if (wanted.has(plain(name))) for (const word of wordsOf(property, runtime, 0)) ids.add(word)
      if (ids.size >= MOST.ids) break
    }
    return ids.size < FEW ? [] : [...ids].slice(0, MOST.ids)
  },
)

function wordsOf(schema: Schema, runtime: Runtime, depth: number): readonly string[] {
  if (depth > MOST.deep) return []
  const { keywords, variants } = runtime.view(schema)
  const { enum: values } = keywords
  const own = Array.isArray(values)
    ? values.filter((one): one is string => typeof one === 'string' && WORD.test(one))
    : []
  return [...own, ...variants.flatMap((variant) => wordsOf(variant, runtime, depth + 1))]
}

const WORD = /^[A-Za-z0-9][\w.:-]{1,60}$/

/** `model-id-0`, `model-id-1`: ids by which a list example only says that there are several. */
export function withoutNumbered(listed: readonly JsonObject[], { id, type }: ResourcePlan): readonly JsonObject[] {
  return listed.filter((one) => {
    const stem = NUMBERED.exec(textOf(at(one, id.place)))?.[1]
    return stem === undefined || plain(stem) !== `${plain(type)}id`
  })
}

const NUMBERED = /^([A-Za-z_-]{2,40}?)[-_]?\d{1,3}$/
