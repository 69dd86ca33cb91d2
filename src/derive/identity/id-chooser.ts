/** Who chooses the id of a new record: the client or the provider? */
import type { IdPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, words } from '../naming/words.ts'
import { isCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { type Found, findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema, saysNothing } from '../schemas/requests.ts'
import { propertyFor } from './id-property.ts'

export function chooser(
  draft: TypeDraft,
  places: readonly Place[],
  reader: Reader,
): { by: IdPlan['chosenBy']; why: string } {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  for (const { act } of creates) {
    const inQuery = places.find((place) => act.op.parameters.some((p) => p.in === 'query' && isNameOf(p.name, place)))
    if (inQuery !== undefined) return { by: 'either', why: `${act.op.id} accepts ${inQuery.join('.')} in the query` }
    const body = requestSchema(act.op)
    const each = reader.isArray(body) ? reader.view(body).items : body
    const record = findRecord(each, draft.hints, reader)
    if (record === undefined) continue
    for (const place of places) {
      const said = bodyChoice(record, place, reader)
      const isName = said === 'optional' && place.at(-1) === 'name' && place.length > 1
      if (said === 'required' && isSharedId(record, place, draft, reader))
        return { by: 'either', why: `${act.op.id} takes the whole record, ${place.join('.')} included` }
      if (said === 'required' || isName)
        return { by: 'client', why: `${act.op.id} takes ${place.join('.')} from the client` }
      if (said === 'optional') return { by: 'either', why: `${act.op.id} accepts ${place.join('.')}` }
    }
  }
  const writer = creates.length > 0 ? undefined : writerOf(draft, places[0] ?? ['id'], reader)
  if (writer !== undefined)
    return { by: 'client', why: `${writer} creates records under a name that the client chooses` }
  const putter = creates.length > 0 ? undefined : putterOf(draft, places[0] ?? ['id'], reader)
  if (putter !== undefined)
    return { by: 'client', why: `${putter} stores records under a name that the client chooses` }
  if (creates.some(({ act }) => saysNothing(requestSchema(act.op), reader)))
    return { by: 'either', why: 'creates accept records of any form, including an id' }
  return { by: 'server', why: 'the provider chooses it' }
}

/** What creates say of the id that a client may choose. */
export function idsAsked(draft: TypeDraft, place: Place, reader: Reader): readonly Schema[] {
  return draft.families
    .flatMap((family) => family.members.filter(isCreate))
    .flatMap(({ act }) => {
      const body = requestSchema(act.op)
      const record = findRecord(reader.isArray(body) ? reader.view(body).items : body, draft.hints, reader)
      const schema = record === undefined ? undefined : reader.at(record.schema, place)
      return schema === undefined ? [] : [schema]
    })
}

/** The PUT to the collection whose body has to name the record, where nothing else makes any. */
function putterOf({ families, hints }: TypeDraft, place: Place, reader: Reader): string | undefined {
  const puts = families.flatMap(({ members }) =>
    members.filter(({ act, site }) => site.role === 'collection' && act.op.method === 'PUT'),
  )
  return puts.find(({ act }) => {
    const body = requestSchema(act.op)
    const record = reader.isArray(body) ? undefined : findRecord(body, hints, reader)
    return record !== undefined && bodyChoice(record, place, reader) === 'required'
  })?.act.op.id
}

/** `?name=` of a create, where the `Name` is the id. */
function isNameOf(param: string, place: Place): boolean {
  return (
    place.length === 1 && plain(place[0] ?? '') === plain(param) && /^(name|label|slug|username)$/.test(plain(param))
  )
}

/** An `id` that a create requires only because it takes the very schema that answers show. */
function isSharedId(record: Found, place: Place, draft: TypeDraft, reader: Reader): boolean {
  const component = reader.component(record.schema)
  const last = words(place.at(-1) ?? '').at(-1) ?? ''
  return component !== undefined && component === reader.component(draft.schema) && /^(id|uuid|guid)$/.test(last)
}

/** The operation that makes records by writing to their own path; undefined when none does. */
function writerOf(draft: TypeDraft, place: Place, reader: Reader): string | undefined {
  const members = draft.families.flatMap((family) => family.members)
  const found = members.find(({ act, site }) => {
    if (site.role !== 'item' || (act.op.method !== 'PUT' && act.op.method !== 'POST')) return false
    return propertyFor(site.target ?? '', draft, reader)?.join('.') === place.join('.')
  })
  return found?.act.op.id
}

function bodyChoice(record: Found, place: Place, reader: Reader): 'required' | 'optional' | 'absent' {
  let current: Schema | undefined = record.schema
  let required = true
  for (const step of place) {
    const view = reader.view(current)
    const properties = reader.properties(current)
    const name = properties.has(step)
      ? step
      : ([...properties.keys()].find((own) => plain(own) === plain(step)) ?? step)
    const next = properties.get(name)
    if (next === undefined || reader.view(next).keywords['readOnly'] === true) return 'absent'
    if (!view.required.has(name)) required = false
    current = next
  }
  return required ? 'required' : 'optional'
}
