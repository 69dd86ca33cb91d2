/** What requests may say of the records of a type. */
import type { OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { recordSchema } from '../../derive/schemas/requests.ts'
import { oncePer } from '../../support/once-per.ts'
import { presetOf } from '../operation/creation/declared-defaults.ts'
import type { Runtime } from '../runtime.ts'

/** The schemas of the record in the requests that write and that are wanted; those to `/me` write a user too. */
export function askedSchemas(
  plan: ResourcePlan,
  runtime: Runtime,
  isWanted: (head: OperationHead) => boolean = () => true,
): readonly Schema[] {
  const { type } = plan
  const ofCurrent = runtime.api.head.operations.filter((one) => one.plan.current === type && one.plan.type !== type)
  return [...runtime.operationsOn(type), ...ofCurrent, ...makersOf(plan, runtime)].flatMap((head): Schema[] => {
    if (head.method === 'GET' || head.method === 'DELETE' || !isWanted(head)) return []
    const schema = recordSchema(runtime.operation(head.id).operation, runtime)
    return schema === undefined ? [] : [schema]
  })
}

/** Verbs of other records of which such records come: `POST /captures/{id}/refund` makes a refund. */
export const makersOf: (plan: ResourcePlan, runtime: Runtime) => readonly OperationHead[] = oncePer(
  ({ type }: ResourcePlan, runtime: Runtime) =>
    runtime.api.head.operations.filter(({ plan }) => plan.makes?.type === type && plan.type !== type),
)

/** The plain names of what requests may say, without what they only carry as read-only. */
export const askedNames: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime) =>
    new Set(askedSchemas(plan, runtime).flatMap((schema) => sayable(schema, runtime).map(plain))),
)

/** The plain names of what requests leave to a default that they declare, in one of their alternatives at least. */
const defaultedNames: (plan: ResourcePlan, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (plan: ResourcePlan, runtime: Runtime) =>
    new Set(
      askedSchemas(plan, runtime).flatMap((schema) =>
        [...allProperties(schema, runtime)].flatMap(([name, one]) =>
          presetOf(runtime.view(one)) === undefined ? [] : [plain(name)],
        ),
      ),
    ),
)

/** It can say one thing only, and requests leave it to a default. */
export function isByDefaultAlone(
  name: string,
  schema: Schema | undefined,
  plan: ResourcePlan,
  runtime: Runtime,
): boolean {
  return saysOneThing(runtime.view(schema)) && defaultedNames(plan, runtime).has(plain(name))
}

/** An `enum` of a single value. */
export function saysOneThing({ keywords: { enum: values } }: SchemaView): boolean {
  return Array.isArray(values) && values.length === 1
}

/** The names of the properties of a request that it may say. */
export function sayable(schema: Schema, runtime: Runtime): readonly string[] {
  return [...allProperties(schema, runtime)].flatMap(([name, one]) =>
    runtime.view(one).keywords['readOnly'] === true ? [] : [name],
  )
}

/** The request holds the very component of the record: not all of it is for clients to say. */
export function isRecordItself(schema: Schema, plan: ResourcePlan, runtime: Runtime): boolean {
  const own = runtime.view(plan.schema).references
  return runtime.view(schema).references.some((one) => own.includes(one))
}
