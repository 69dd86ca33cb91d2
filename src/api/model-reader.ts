/** What may be asked of a description once its plans are made: by those that conclude more at import, and by serving. */
import { oncePer } from '../support/once-per.ts'
import type { Operation, OperationHead, OperationId, ResourceType } from './description.ts'
import type { ParentPlan, ResourcePlan } from './plan.ts'
import type { Schema } from './schema/schema.ts'
import { type SchemaView, schemaAt } from './schema/view.ts'

export interface ModelReader {
  readonly api: {
    readonly head: { readonly operations: readonly OperationHead[]; readonly resources: readonly ResourcePlan[] }
  }
  readonly view: (schema: Schema | undefined) => SchemaView
  /** `type` may be whatever somebody calls a type. */
  resource(type: string | undefined): ResourcePlan | undefined
  /** Operations on a type, for what one operation must know of its sisters. */
  operationsOn(type: ResourceType): readonly OperationHead[]
  operation(id: OperationId): { readonly operation: Operation }
}

type Viewing = Pick<ModelReader, 'view'>

const NO_PROPERTIES: ReadonlyMap<string, Schema> = new Map()

/** The properties of a schema and of its alternatives; of one that several have, the first. */
export function allProperties(schema: Schema, viewing: Viewing): ReadonlyMap<string, Schema> {
  if (typeof schema === 'boolean') return NO_PROPERTIES
  return gathered(schema, viewing)
}

const gathered = oncePer((schema: Schema & object, { view }: Viewing): ReadonlyMap<string, Schema> => {
  const own = view(schema)
  if (own.variants.length === 0) return own.properties
  const all = new Map(own.properties)
  for (const variant of own.variants)
    for (const [name, property] of view(variant).properties) if (!all.has(name)) all.set(name, property)
  return all
})

/** The schema of the record inside the request body, or of each of several; undefined where the operation declares none. */
export function recordSchema({ requestBody, plan }: Operation, { view }: Viewing): Schema | undefined {
  const { content } = requestBody ?? {}
  const whole = content === undefined ? undefined : Object.values(content)[0]?.schema
  const { input = [], inputForm, changes } = plan
  if (changes !== undefined) return schemaAt(view, view(schemaAt(view, whole, changes.place)).items, [changes.record])
  const found = schemaAt(view, whole, input)
  return inputForm === 'array' ? (view(found).items ?? found) : found
}

/** What a request says of a record, by the names of the record: `{value}` sent to `/cards/{id}/name` says its name. */
export function saidProperties(operation: Operation, record: Schema, viewing: Viewing): ReadonlyMap<string, Schema> {
  const sent = allProperties(recordSchema(operation, viewing) ?? true, viewing)
  const [[only, schema] = [], ...others] = sent
  if (only === undefined || schema === undefined || others.length > 0 || !/^value$/i.test(only)) return sent
  const literal = plain(/\}\/(\w+)$/.exec(operation.path)?.[1] ?? '')
  const name = [...allProperties(record, viewing).keys()].find((one) => plain(one) === literal)
  return name === undefined ? sent : new Map([[name, schema]])
}

/** What clients send themselves is theirs. */
export function sentNames(reader: ModelReader, { type }: ResourcePlan): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { id, plan } of reader.operationsOn(type)) {
    if (plan.input === undefined) continue
    for (const media of Object.values(reader.operation(id).operation.requestBody?.content ?? {})) {
      const record = schemaAt(reader.view, media.schema, plan.input)
      for (const [name, property] of reader.view(record).properties)
        if (reader.view(property).keywords['readOnly'] !== true) names.add(name)
    }
  }
  return names
}

interface Parent {
  readonly link: string
  readonly parent: ResourcePlan
}

/** The parents that are served and of which there are several: no singleton, and not the type itself. */
export const parentTypes: (plan: ResourcePlan, reader: Pick<ModelReader, 'resource'>) => readonly Parent[] = oncePer(
  (plan, reader) =>
    plan.links.flatMap(({ link, type }) => {
      const parent = type === undefined || type === plan.type ? undefined : reader.resource(type)
      return parent === undefined || parent.singleton === true ? [] : [{ link, parent }]
    }),
)

/** The last parent that the path names. */
export function parentInPath({ parents }: { readonly parents: readonly ParentPlan[] }): ParentPlan | undefined {
  return parents.filter((one) => one.in === 'path').at(-1)
}

/** A property's name without case and separators, in which providers spell the same word differently. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
