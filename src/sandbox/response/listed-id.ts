/** Lists of texts or numbers: the ids of records that are read by them. */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, singularName } from '../../derive/naming/words.ts'
import { isCalled } from '../../derive/paths/paths.ts'
import { at } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import type { StoredRecord } from '../state/stored-record.ts'

/** True for a list that shows no objects, of records that a path names by their id. */
export function listsIds({ compiled: { resource }, runtime }: Call, itemSchema: Schema | undefined): boolean {
  if (resource === undefined || itemSchema === undefined) return false
  const { types, properties } = runtime.view(itemSchema)
  const isScalar = properties.size === 0 && types.length === 1 && /^(string|integer)$/.test(types[0] ?? '')
  return isScalar && (resource.words === true || isReadById(resource, runtime))
}

const isReadById = oncePer((resource: ResourcePlan, runtime: Runtime) =>
  runtime
    .operationsOn(resource.type)
    .some(({ path, plan: { kind, target } }) =>
      target?.in === 'path' ? kind === 'read' : target !== undefined && isCalled(path),
    ),
)

/** The id as one item of the list; undefined where its schema takes none such. */
export function listedId({ compiled, runtime }: Call, record: StoredRecord, itemSchema: Schema | undefined): unknown {
  const id = at(record.value, keyShown(compiled))
  return itemSchema !== undefined && runtime.accepts(itemSchema, id) ? id : undefined
}

/** The key that the list is called after (`bookArns` of books with a `bookArn`), else the id. */
const keyShown = oncePer(({ operation, resource }: CompiledOperation): Place => {
  const name = plain(singularName(operation.plan.output?.at(-1) ?? ''))
  const own = resource?.alternateKeys.find((key) => plain(key.at(-1) ?? '') === name)
  return own ?? resource?.id.place ?? ['id']
})
