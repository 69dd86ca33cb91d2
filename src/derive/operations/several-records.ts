/** Does a create take several records as well as one, and does its answer list the ids of what was made? */
import type { OperationKind, OperationPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, sameThing } from '../naming/words.ts'
import type { Act } from '../paths/sites.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf } from '../schemas/shown.ts'

type Held = Pick<OperationPlan, 'input' | 'inputForm' | 'output' | 'outputForm'>

export function severalOf(
  act: Act,
  kind: OperationKind,
  held: Held,
  draft: TypeDraft,
  reader: Reader,
): Pick<OperationPlan, 'several' | 'lists'> {
  if (kind !== 'create' && kind !== 'bulk' && kind !== 'update') return {}
  const answer = act.answer.nature === 'data' ? act.answer.media?.schema : undefined
  const lists = kind === 'update' ? undefined : idsIn(answer, draft, reader)
  const input =
    kind === 'create' ? beside(requestSchema(act.op), held.input, reader) : kind === 'update' ? held.input : undefined
  const isMany = input !== undefined && (kind === 'create' || held.inputForm === 'array')
  const output = isMany && held.outputForm === undefined ? beside(answer, held.output, reader) : undefined
  return {
    ...(isMany && { several: { input, ...(output !== undefined && { output }) } }),
    ...(lists !== undefined && { lists }),
  }
}

/** The array beside one object, of the same name in the plural and of elements with nearly all that it has. */
function beside(schema: Schema | undefined, place: Place | undefined, reader: Reader): Place | undefined {
  const name = place?.at(-1)
  if (schema === undefined || place === undefined || name === undefined) return undefined
  const around = place.slice(0, -1)
  const properties = reader.properties(reader.at(schema, around))
  const own = [...reader.properties(properties.get(name)).keys()]
  const found = [...properties].find(([other, property]) => {
    if (other === name || !sameThing(other, name) || !reader.isArray(property)) return false
    const known = reader.properties(reader.view(property).items)
    return own.length > 0 && own.filter((one) => known.has(one)).length >= own.length * 0.8
  })
  return found === undefined ? undefined : [...around, found[0]]
}

/** `{contacts: [...], from: 'web'}`: the one array of what a list shows as the records, in a body with nothing that is theirs. */
export function manyBeside(act: Act, draft: TypeDraft, reader: Reader): string | undefined {
  const body = requestSchema(act.op)
  if (act.op.method !== 'POST' || body === undefined || answersOne(act, draft, reader)) return undefined
  if (findRecord(body, draft.hints, reader)?.form !== 'one') return undefined
  const { known } = draft.hints
  const listed = new Set([...(draft.hints.components ?? []), ...listedBy(draft, reader)])
  const properties = [...reader.properties(body)]
  const [only, ...others] = properties.filter(([, property]) => {
    const items = reader.isArray(property) ? reader.view(property).items : undefined
    const component = items === undefined ? undefined : reader.component(items)
    return component !== undefined && listed.has(component)
  })
  const isApart = !properties.some(([name]) => known?.has(plain(name)) === true)
  return only !== undefined && others.length === 0 && isApart ? only[0] : undefined
}

function answersOne(act: Act, draft: TypeDraft, reader: Reader): boolean {
  return (
    act.answer.nature === 'data' &&
    act.answer.media?.schema !== undefined &&
    listOf(act, draft.hints, reader) === undefined
  )
}

/** The components that the lists of a type show, which may be the records of another. */
function listedBy({ home, hints }: TypeDraft, reader: Reader): readonly string[] {
  return home.members.flatMap(({ act, site }) => {
    if (site.role !== 'collection' || act.op.method !== 'GET') return []
    const items = listOf(act, hints, reader)?.schema
    return (items === undefined ? undefined : reader.component(items)) ?? []
  })
}

/** How deep an answer is looked through for a list of ids. */
const DEEPEST = 3

/** `transaction_ids`, `ids`: texts or numbers. */
function idsIn(
  schema: Schema | undefined,
  draft: TypeDraft,
  reader: Reader,
  around: Place = [],
  seen: Set<string> = new Set(),
): Place | undefined {
  if (schema === undefined || around.length >= DEEPEST) return undefined
  const component = reader.component(schema)
  if (component !== undefined) {
    const step = `${around.length} ${component}`
    if (seen.has(step)) return undefined
    seen.add(step)
  }
  const names = new Set(['ids', ...[draft.name, ...draft.hints.names].map((name) => `${plain(name)}ids`)])
  const properties = [...reader.properties(schema)]
  const own = properties.find(
    ([name, property]) =>
      names.has(plain(name)) && reader.isArray(property) && isText(reader.view(property).items, reader),
  )
  if (own !== undefined) return [...around, own[0]]
  for (const [name, property] of properties) {
    if (!reader.isObject(property) || reader.properties(property).has('id')) continue
    const found = idsIn(property, draft, reader, [...around, name], seen)
    if (found !== undefined) return found
  }
  return undefined
}

function isText(schema: Schema | undefined, reader: Reader): boolean {
  const { types } = reader.view(schema)
  return types.length > 0 && types.every((type) => type === 'string' || type === 'integer')
}
