/** What a request may say to a list. */
import type { DescribedOperation } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import type { Input } from './style.ts'

/** Query parameters, the members of those that are objects, and for lists by POST the scalars of the body. */
export function inputsOf(op: DescribedOperation, reader: Reader): readonly Input[] {
  const inputs: Input[] = []
  for (const parameter of op.parameters) {
    if (parameter.in !== 'query') continue
    const description = parameter.description ?? ''
    inputs.push({ name: parameter.name, in: 'query', schema: parameter.schema, description })
    if (parameter.style !== 'deepObject' && !reader.isObject(parameter.schema)) continue
    for (const [member, schema] of reader.properties(parameter.schema)) {
      const name = parameter.style === 'deepObject' ? `${parameter.name}[${member}]` : member
      if (parameter.style !== 'deepObject' || /^(page|pagination|paging|filter|sort)$/i.test(parameter.name))
        inputs.push({ name, in: 'query', schema, description: describe(schema, reader) })
    }
  }
  if (op.method !== 'GET') inputs.push(...bodyInputs(op, reader))
  return inputs
}

function bodyInputs(op: DescribedOperation, reader: Reader): readonly Input[] {
  const inputs: Input[] = []
  for (const [name, schema] of reader.properties(requestSchema(op))) {
    if (!reader.isObject(schema)) inputs.push({ name, in: 'body', schema, description: describe(schema, reader) })
    else if (/^(page|pagination|paging|options|query|sort|filter|filters)$/i.test(name))
      for (const [inner, deep] of reader.properties(schema)) inputs.push(...within(`${name}.${inner}`, deep, reader, 0))
  }
  return inputs
}

/** What stands at a place of the body: itself, or, of a filter that holds filters (`query.filter.state_filter`), each of those. */
function within(name: string, schema: Schema, reader: Reader, depth: number): readonly Input[] {
  const own: Input = { name, in: 'body', schema, description: describe(schema, reader) }
  const isFilter = /(^|[._])filters?$/i.test(name) && reader.isObject(schema) && depth < 2
  const members = isFilter ? [...reader.properties(schema)] : []
  if (members.length === 0) return [own]
  return members.flatMap(([inner, deep]) => within(`${name}.${inner}`, deep, reader, depth + 1))
}

function describe(schema: Parameters<Reader['view']>[0], reader: Reader): string {
  const text = reader.view(schema).keywords['description']
  return typeof text === 'string' ? text : ''
}
