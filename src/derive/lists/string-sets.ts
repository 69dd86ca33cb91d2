/** Is a collection a list of words, each of which is all there is of its record? `/repos/{repo}/topics` beside `/repos/{repo}/topics/{topic}` */
import type { OperationPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findList } from '../schemas/find-list.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** True where the collection answers with texts, takes texts, and each is put or deleted at a path of its own. */
export function isWordList(draft: TypeDraft, plans: ReadonlyMap<string, OperationPlan>, reader: Reader): boolean {
  const members = draft.families.flatMap((family) => family.members)
  const inCollection = members.filter(({ site }) => site.role === 'collection')
  const items = members.filter(({ site }) => site.role === 'item')
  const lists = inCollection.filter(({ act }) => plans.get(act.op.id)?.kind === 'list')
  if (draft.singleton || draft.families.length !== 1 || lists.length !== 1 || items.length === 0) return false
  if (!inCollection[0]?.site.parts.some((part) => part.param)) return false
  const listed = lists.every(({ act }) =>
    isText(findList(act.answer.media?.schema, draft.hints, reader)?.schema, reader),
  )
  const isBare = items.every(
    ({ act: { op } }) => op.method === 'DELETE' || (op.method === 'PUT' && op.requestBody === undefined),
  )
  return listed && isBare && members.some((member) => takesTexts(member, reader))
}

function takesTexts({ act: { op }, site }: Member, reader: Reader): boolean {
  if (site.role !== 'collection' || !/^(POST|PUT)$/.test(op.method)) return false
  const schema = requestSchema(op)
  if (areTexts(schema, reader)) return true
  const properties = [...reader.properties(schema).values()]
  return properties.length === 1 && properties.every((property) => areTexts(property, reader))
}

function areTexts(schema: Schema | undefined, reader: Reader): boolean {
  return reader.isArray(schema) && isText(reader.view(schema).items, reader)
}

function isText(schema: Schema | undefined, reader: Reader): boolean {
  const { types } = reader.view(schema)
  return types.length === 1 && types[0] === 'string'
}
