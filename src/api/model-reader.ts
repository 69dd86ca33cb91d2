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
