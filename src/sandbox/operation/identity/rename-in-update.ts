/** Changes that take another name for the record they change. */
import type { Operation, OperationId } from '../../../api/description.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'

/** Whether an operation changes records, takes their `name` as well, and does not make what it does not find. */
export function takesName({ compiled, runtime }: Call, name: string): boolean {
  return namesTaken(compiled.operation, runtime).has(name)
}

const namesTaken = oncePer((operation: Operation, runtime: Runtime): ReadonlySet<string> => {
  const asked = changesOnly(operation, runtime) ? recordSchema(operation, runtime) : undefined
  const taken = [...(asked === undefined ? [] : allProperties(asked, runtime))].filter(([, schema]) => {
    const { readOnly, description } = runtime.view(schema).keywords
    return readOnly !== true && !FIXED.test(String(description ?? ''))
  })
  return new Set(taken.map(([name]) => name))
})

/** A replacement that takes the whole record says under which name it is, and nothing new. */
function changesOnly(operation: Operation, runtime: Runtime): boolean {
  const { kind, type } = operation.plan
  if (kind !== 'update' && kind !== 'replace') return false
  if (saysItMakes(operation) || type === undefined) return false
  const makers = runtime.operationsOn(type).filter(({ plan }) => plan.kind === 'create')
  const asked = named(recordSchema(operation, runtime))
  const isAnother = (id: OperationId): boolean =>
    named(recordSchema(runtime.operation(id).operation, runtime)) !== asked
  return kind === 'update' || (makers.length > 0 && makers.every(({ id }) => isAnother(id)))
}

function named(schema: Schema | undefined): unknown {
  return typeof schema === 'object' ? (schema['$ref'] ?? schema) : schema
}

/** Words of a name that stays. */
const FIXED =
  /\bimmutable\b|\bread-?only\b|\b(can ?not|can['’]t|must not|may not|never) be (changed|modified|updated|edited)\b/i

/** "Creates or updates a signature", "Add or update a member", "can be upserted with a PUT operation". */
export const saysItMakes: (operation: Operation) => boolean = oncePer(({ summary, description }: Operation) =>
  MAKES.test(`${summary ?? ''}. ${description ?? ''}`.slice(0, 1_000)),
)

const MAKES =
  /\bupsert|\b(create|add|insert)s?(,? or |\/)(updat|replac)es?|\b(updat|replac)es?(,? or |\/)(create|insert)s?\b/i
