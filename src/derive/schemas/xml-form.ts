/**
 * How XML is written where errors are declared by names under statuses that nobody uses: such descriptions leave out
 * that lists stand inside an element of their own.
 */
import type { XmlForm } from '../../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import type { Reader } from './reader.ts'

const NAMED_BY_FIELD = /#[\w-]*=/

/** `only`: no answer declares more than one property, which is the root of what is sent. */
export function xmlForm({ operations }: DescribedApi, reader: Reader): XmlForm | undefined {
  const atPaths = operations.filter(({ path }) => !NAMED_BY_FIELD.test(path))
  if (!atPaths.some(namesErrors)) return undefined
  const counts = atPaths.flatMap((op) => {
    const [, answer] = Object.entries(op.responses).find(([status]) => status.startsWith('2')) ?? []
    const schema = Object.values(answer?.content ?? {})[0]?.schema
    return schema === undefined ? [] : [reader.properties(schema).size]
  })
  return counts.includes(1) && counts.every((count) => count <= 1) ? 'only' : 'members'
}

function namesErrors({ responses }: DescribedOperation): boolean {
  const { description = '', content = {} } = responses['480'] ?? {}
  return /^[A-Z][A-Za-z0-9.]+$/.test(description) && Object.keys(content).some((type) => /xml/i.test(type))
}
