/** Numbers that count how often a record was changed: `version`, `revision`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain } from '../../derive/naming/words.ts'
import { recordSchema } from '../../derive/schemas/requests.ts'
import { digest64 } from '../../support/digest64.ts'
import { type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { withAt } from './place.ts'

/** What counts changes of what is said about a record, and is never asked for, whatever takes the whole record. */
const OWN_COUNT = /^metageneration$/
const NAME = /^(current|latest)?(version|revision)(number|no)?$|^(lock|row)version$/
const COUNTS =
  /\bincrement|\boptimistic|\beach time\b[^.]{0,60}\b(updated|changed|modified|saved)|\bincreases? (by one |by 1 )?(every|each|on|when)/i
/** Words by which a change of another number than the one that holds is refused. */
const CHECKED =
  /\b(fails?|rejected|refused|error|conflict)\b[^.]{0,80}\b(does not|doesn't|do not|not) match|\boptimistic (concurrency|locking)|\bconcurrency (issues|control)|\bstale\b/i
const FROM_NOTHING = /\b(starts?|begins?) (at|from|with) (0|zero)\b/i

/** The names of such numbers, with where they begin: those that no request says, and those of which words say it. */
export const revisionsOf: (plan: ResourcePlan, runtime: Runtime) => ReadonlyMap<string, number> = oncePer(
  (plan: ResourcePlan, runtime: Runtime): ReadonlyMap<string, number> => {
    const changes = runtime
      .operationsOn(plan.type)
      .filter(({ plan: { kind } }) => kind === 'update' || kind === 'replace')
    if (changes.length === 0 || plan.singleton === true || /(^|_)(version|revision)(_|$)/.test(plan.type))
      return new Map()
    const found = [...allProperties(plan.schema, runtime)].flatMap(([name, schema]): [string, number][] => {
      const { types, keywords } = runtime.view(schema)
      const isText = keywords['format'] === 'int64'
      const isWhole =
        types.length > 0 && types.every((type) => /^(integer|number|null)$/.test(type) || (isText && type === 'string'))
      if (
        !(NAME.test(plain(name)) || OWN_COUNT.test(plain(name))) ||
        !isWhole ||
        keywords['enum'] !== undefined ||
        plan.id.place[0] === name
      )
        return []
      const said = typeof keywords['description'] === 'string' ? keywords['description'] : ''
      return OWN_COUNT.test(plain(name)) || COUNTS.test(said) || CHECKED.test(said) || !isAsked(name, plan, runtime)
        ? [[name, FROM_NOTHING.test(said) ? 0 : 1]]
        : []
    })
    return new Map(found)
  },
)

function isAsked(name: string, plan: ResourcePlan, runtime: Runtime): boolean {
  return runtime.operationsOn(plan.type).some((head) => {
    if (head.method === 'GET' || head.method === 'DELETE') return false
    const schema = recordSchema(runtime.operation(head.id).operation, runtime)
    if (schema === undefined) return false
    return [...allProperties(schema, runtime)].some(
      ([own, property]) => plain(own) === plain(name) && runtime.view(property).keywords['readOnly'] !== true,
    )
  })
}

/** The property in which a record shows its own entity tag (`etag`, `@odata.etag`); undefined where it has none. */
export const ownTag: (plan: ResourcePlan, runtime: Runtime) => string | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): string | undefined =>
    [...allProperties(plan.schema, runtime)].find(
      ([name, schema]) =>
        /^(odata)?etag$/.test(plain(name)) &&
        plan.id.place[0] !== name &&
        runtime.view(schema).types.includes('string'),
    )?.[0],
)

/** The changed record with its numbers one higher, where the client has not set them itself, and another entity tag. */
export function revised(plan: ResourcePlan, before: JsonObject, value: JsonObject, runtime: Runtime): JsonObject {
  let next = withTag(plan, before, value, runtime)
  for (const name of revisionsOf(plan, runtime).keys()) {
    const old = before[name]
    const count = typeof old === 'string' && /^\d+$/.test(old) ? Number(old) : old
    if (typeof count === 'number' && Number.isSafeInteger(count) && value[name] === old)
      next = withAt(next, [name], typeof old === 'string' ? String(count + 1) : count + 1)
  }
  return next
}

/** Such numbers of which words say that a change of another one than the current is refused. */
export const checkedNumbers: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly string[] => {
    const properties = allProperties(plan.schema, runtime)
    return [...revisionsOf(plan, runtime).keys()].filter((name) =>
      CHECKED.test(textOf(runtime.view(properties.get(name)).keywords['description'])),
    )
  },
)

function withTag(plan: ResourcePlan, before: JsonObject, value: JsonObject, runtime: Runtime): JsonObject {
  const name = ownTag(plan, runtime)
  const old = name === undefined ? undefined : before[name]
  if (name === undefined || typeof old !== 'string' || old === '') return value
  const same = withAt(value, [name], old)
  const text = JSON.stringify(same)
  return text === JSON.stringify(before) ? same : withAt(value, [name], nextTag(old, text))
}

/** A tag of the same form that says other than the one before: `1` is followed by `2`, `"0xA1"` by as many other letters. */
function nextTag(old: string, text: string): string {
  if (/^\d{1,15}$/.test(old)) return String(Number(old) + 1)
  const [, opening = '', own = '', closing = ''] = /^((?:W\/)?"?)(.*?)("?)$/s.exec(old) ?? []
  const length = Math.min(Math.max(own.length, 8), 32)
  return opening + digest64(text, own).repeat(4).slice(0, length) + closing
}
