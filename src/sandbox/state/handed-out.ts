/** What a new record hands out so that somebody can go on: a client secret, the URL to which a customer is redirected. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { BASE62, characters } from '../../api/schema/values/draw.ts'
import { plain, snake } from '../../derive/naming/words.ts'
import { type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { askedNames, askedSchemas, sayable } from './asked.ts'
import type { Birth } from './new-record.ts'
import { exampleAt } from './samples.ts'

interface HandedOut {
  readonly name: string
  readonly what: 'secret' | 'url'
}

const WRITES = /^(create|update|replace)$/
const SECRET = /(^|_)client_secret$/
const URL_NAME = /^([a-z]+_)?(url|uri|link)$/
/** "The URL to which you redirect your customer", not where they come back to. */
const LEADS =
  /\bredirect(?:s|ed|ing)? (?:an?|the|your) (?:user|customer|buyer|payer|shopper|client|person|applicant|account holder|browser)/i
const RETURNS =
  /\b(?:return|success|cancel|callback|failure|webhook|refresh)|\bredirect\w* [^.]{0,80}\b(?:after|once|back)\b/i

/** Those that may be null, that requests do not say, and of which no example shows the form. */
export const handedOut: (plan: ResourcePlan, runtime: Runtime) => readonly HandedOut[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly HandedOut[] => {
    if (!plan.creatable) return []
    const asked = askedNames(plan, runtime)
    // A verb may only repeat the secret, as proof that it is known.
    const written = () =>
      new Set(
        askedSchemas(plan, runtime, (head) => WRITES.test(head.plan.kind)).flatMap((one) => sayable(one, runtime)),
      )
    return [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): HandedOut[] => {
      const { types, keywords } = runtime.view(schema)
      const isFree = types.join() === 'string' && keywords['enum'] === undefined && runtime.accepts(schema, null)
      if (!isFree || exampleAt(plan, [name], runtime) !== undefined) return []
      if (SECRET.test(snake(name))) return written().has(name) ? [] : [{ name, what: 'secret' }]
      const said = textOf(keywords['description']).slice(0, 400)
      const leads = URL_NAME.test(snake(name)) && LEADS.test(said) && !RETURNS.test(`${name} ${said}`)
      return leads && !asked.has(plain(name)) ? [{ name, what: 'url' }] : []
    })
  },
)

/** Their values for a new record; what was sent stays. */
export function valuesHandedOut({ plan, resources, id, key, sent }: Birth): JsonObject {
  const { runtime, dice } = resources
  const values: Record<string, unknown> = {}
  for (const { name, what } of handedOut(plan, runtime)) {
    if (Object.hasOwn(sent, name)) continue
    const random = characters({ dice, key: `handed-out/${plan.type}/${key}/${name}` }, 24, BASE62)
    const value =
      what === 'secret' ? `${id}_secret_${random}` : `https://example.com/${plan.type.replaceAll('_', '-')}s/${id}`
    const schema = allProperties(plan.schema, runtime).get(name)
    if (schema !== undefined && runtime.accepts(schema, value)) setOwn(values, name, value)
  }
  return values as JsonObject
}
