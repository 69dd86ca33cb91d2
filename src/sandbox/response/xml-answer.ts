/** What is written of an answer in XML: the whole, or its one property where the description sends that alone. */
import type { Operation } from '../../api/description.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { onlyProperty, type XmlSchema } from '../../http/xml.ts'
import { field, isObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { declaredOperation } from '../declared.ts'
import type { Runtime } from '../runtime.ts'

interface XmlAnswer {
  readonly value: unknown
  readonly shape?: XmlSchema<Schema>
}

type Viewing = Pick<Runtime, 'view' | 'api'>

export function xmlAnswer(value: unknown, schema: Schema, operation: Operation, runtime: Viewing): XmlAnswer {
  const { view, api } = runtime
  const form = api.head.xml
  if (form === undefined) return { value, shape: { schema, view } }
  const whole = { schema, view, inMembers: true }
  const isOnly = form === 'only' || isPutAlone(operation, runtime)
  const only = isOnly ? onlyProperty(schema, whole) : undefined
  const inner = only === undefined ? undefined : field(value, only.property)
  if (only === undefined || !isObject(inner) || typeof only.schema !== 'object') return { value, shape: whole }
  const isSaidWhole = (form !== 'only' || sendsSeveral(operation, runtime)) && !Object.hasOwn(inner, only.property)
  const shape = (isSaidWhole ? twice : alone)(only.schema, { ...only, runtime })
  return { value: isSaidWhole ? { ...inner, [only.property]: inner } : inner, shape }
}

interface Only {
  readonly property: string
  readonly name: string
  readonly schema: Schema
  readonly runtime: Viewing
}

const alone = oncePer((_: SchemaObject, only: Only) => shapeOf(only, []))
const twice = oncePer((_: SchemaObject, only: Only) => shapeOf(only, [[only.property, only.schema]]))

/** The schema of the property as that of a root which is called as the property is. */
function shapeOf({ name, schema, runtime }: Only, more: readonly (readonly [string, Schema])[]): XmlSchema<Schema> {
  const own = runtime.view(schema)
  const { xml } = own.keywords
  const root: SchemaView = {
    ...own,
    properties: new Map([...own.properties, ...more]),
    keywords: { ...own.keywords, xml: { ...(isObject(xml) ? xml : {}), name } },
  }
  return { schema: ROOT, view: (one) => (one === ROOT ? root : runtime.view(one)), inMembers: true }
}

const ROOT: Schema = {}

/** What is put at the same path is one object, as what is answered: it may be sent alone, and is told either way. */
const isPutAlone: (operation: Operation, runtime: Viewing) => boolean = oncePer((operation, { view, api }) => {
  const put = declaredOperation('PUT', operation.path, { api })
  const asked = put === undefined ? undefined : api.operation(put.id)
  const [only, ...others] = view(asked === undefined ? undefined : requestSchema(asked)).properties
  const { content = {} } = operation.responses[operation.plan.success] ?? {}
  const [shown, ...more] = view(Object.values(content)[0]?.schema).properties
  return only !== undefined && shown?.[0] === only[0] && others.length + more.length === 0
})

/** Where the request is no single property, the answer may be the whole as well: it is read either way. */
const sendsSeveral: (operation: Operation, runtime: Viewing) => boolean = oncePer(
  (operation, { view }) => view(requestSchema(operation)).properties.size > 1,
)
