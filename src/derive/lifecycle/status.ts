/** The property that says where a record is in its life, and where that life begins. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at } from '../../support/json.ts'
import { plain, words } from '../naming/words.ts'
import { isCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { recordOf } from '../schemas/shown.ts'
import { type Complaints, isOverlaid, restsOn } from '../stated.ts'
import { areStates, askedToWait, type Birth, firstState, saidFirst, worded } from './initial-state.ts'
import type { StatedLifecycles } from './stated-lifecycle.ts'
import { heldStates } from './states-of-verbs.ts'

type Status = NonNullable<ResourcePlan['status']>

const NAMES = [
  'status',
  'state',
  'current_status',
  'current_state',
  'phase',
  'lifecycle_state',
  'life_cycle_state',
  'stage',
  'lifecycle',
]

/** The status as stated; what is not stated is concluded. */
export function findStatus(
  draft: TypeDraft,
  reader: Reader,
  { states, moves }: StatedLifecycles,
  complaints: Complaints,
): Status | undefined {
  const said = states.get(draft)
  const edges = draft.families.flatMap((family) =>
    family.members.flatMap(({ act }) => moves.get(act.op.id)?.edges ?? []),
  )
  const [edge] = edges
  const stated =
    said?.stated ?? (edge === undefined ? undefined : { ...edge, where: `x-tool-lifecycle of ${draft.name}` })
  const place = said?.property?.split('.')
  const found = place === undefined ? concludedStatus(draft, reader) : statusAt(place, draft, reader)
  if (stated === undefined || found === undefined) {
    if (stated !== undefined) complaints.add(stated, 'says nothing: no property of it reads as a status')
    return found
  }
  const { initial } = said ?? {}
  const named = [
    ...(initial === undefined ? [] : [initial]),
    ...edges.flatMap((e) => [...(e.from ?? []), ...(e.to === undefined ? [] : [e.to])]),
  ]
  const isClosed = Array.isArray(reader.view(reader.at(draft.schema, found.place)).keywords['enum'])
  if (isClosed)
    for (const word of named) if (!found.values.includes(word)) complaints.unknown(stated, word, found.values)
  const values = isClosed ? found.values : [...new Set([...named, ...found.values])]
  const first = initial ?? found.initial
  return {
    place: found.place,
    values,
    ...(first !== undefined && { initial: first }),
    provenance: stated.provenance,
    why: initial === undefined ? `${stated.why}; ${found.why}` : stated.why,
  }
}

function statusAt(place: readonly string[], draft: TypeDraft, reader: Reader): Status | undefined {
  const schema = reader.at(draft.schema, place)
  return schema === undefined ? undefined : statusFrom(place, schema, draft, reader)
}

function concludedStatus(draft: TypeDraft, reader: Reader): Status | undefined {
  const properties = reader.properties(draft.schema)
  for (const wanted of NAMES)
    for (const [name, property] of properties) {
      if (words(name).join('_') !== wanted) continue
      const status = statusFrom([name], property, draft, reader)
      if (status !== undefined) return status
      const inner = reader.view(property).properties
      for (const deep of ['phase', 'status', 'state', 'name']) {
        const [key, nested] =
          [...inner].find(([own, one]) => plain(own) === deep && (deep !== 'name' || isChoice(one, reader))) ?? []
        const found =
          key === undefined || nested === undefined ? undefined : statusFrom([name, key], nested, draft, reader)
        if (found !== undefined) return found
      }
    }
  const suffixed = [...properties].filter(([name]) =>
    [`${plain(draft.name)}status`, `${plain(draft.name)}state`].includes(plain(name)),
  )
  for (const [name, property] of suffixed) {
    const status = statusFrom([name], property, draft, reader)
    if (status !== undefined) return status
  }
  return onlyStatus(properties, draft, reader)
}

/** `state: {name: running}`, of which the values are listed: those of an address name places. */
function isChoice(property: Schema, reader: Reader): boolean {
  return areStates(stated(property, reader))
}

/** `assignment_status` of a task: the only choice that reads as a status, and has a value in which things begin. */
function onlyStatus(properties: ReadonlyMap<string, Schema>, draft: TypeDraft, reader: Reader): Status | undefined {
  const [only, another] = [...properties].filter(
    ([name, property]) => /[a-z_](status|state)$/i.test(name) && Array.isArray(reader.view(property).keywords['enum']),
  )
  if (only === undefined || another !== undefined || draft.singleton) return undefined
  const status = statusFrom([only[0]], only[1], draft, reader)
  const begins = status?.values.find((value) =>
    /^(pending|queued|new|draft|created|open|opened|requested)$/i.test(value),
  )
  return begins !== undefined && status?.initial !== undefined && plain(begins) === plain(status.initial)
    ? status
    : undefined
}

function statusFrom(place: readonly string[], schema: Schema, draft: TypeDraft, reader: Reader): Status | undefined {
  const view = reader.view(schema)
  if (view.types.length > 0 && !view.types.includes('string')) return undefined
  const own = stated(schema, reader)
  const values = own.length > 0 ? own : toldElsewhere(draft, place, reader)
  if (values.length === 0 && !view.types.includes('string')) return undefined
  const initial = firstState(values, birthOf(draft, place, schema, reader))
  return {
    place,
    values: values.length > 0 ? values : heldStates(draft, place, reader),
    ...(initial !== undefined && { initial: initial.value }),
    provenance: restsOn(isOverlaid(schema, reader)),
    why: initial === undefined ? `${place.join('.')} reads as a status` : initial.why,
  }
}

/** The values of a text: its enum, or those that its words name. */
function stated(schema: Schema | undefined, reader: Reader): readonly string[] {
  const { enum: said, description } = reader.view(schema).keywords
  if (Array.isArray(said)) return said.filter((v): v is string => typeof v === 'string')
  return typeof description === 'string' ? worded(description) : []
}

/** Values that only requests tell: those of a change of the status, or the choices of the list's filter by it. */
function toldElsewhere(draft: TypeDraft, place: readonly string[], reader: Reader): readonly string[] {
  const [name] = place
  const acts = draft.families.flatMap((family) => family.members.map(({ act }) => act))
  const sent = acts.map(({ op }) => reader.at(findRecord(requestSchema(op), draft.hints, reader)?.schema, place))
  const asked = acts.flatMap(({ op }) => op.parameters.filter((one) => one.in === 'query' && one.name === name))
  const choices = asked.flatMap(({ schema, description }) => {
    const { items } = reader.view(schema)
    const told = [stated(schema, reader), stated(items, reader), description === undefined ? [] : worded(description)]
    return told.map((values) => values.filter((value) => !/^(all|any|both|everything|none)$/i.test(value)))
  })
  return [...sent.map((schema) => stated(schema, reader)), ...choices].find(areStates) ?? []
}

function birthOf(draft: TypeDraft, place: readonly string[], schema: Schema, reader: Reader): Birth {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  const requests = creates.map(({ act }) => findRecord(requestSchema(act.op), draft.hints, reader)?.schema)
  const sent = requests.map((request) => reader.view(reader.at(request, place)).keywords['default'])
  const shown = creates.flatMap(({ act }) => {
    const one = recordOf(act, draft.hints, reader)
    const examples = one === undefined ? [] : Object.values(act.answer.media?.examples ?? {})
    return examples.map((example) => at(at(example, one?.place ?? []), place))
  })
  const { default: preset, description } = reader.view(schema).keywords
  const optional = requests.flatMap((request) => [...reader.properties(request)].flatMap(awaited(request, reader)))
  return { presets: [...sent, preset], said: saidFirst(description), shown, optional }
}

/** What a flag of a request asks to wait for, where it need not be sent and is not set by default: `require_approval`. */
function awaited(request: Schema | undefined, reader: Reader): (property: readonly [string, Schema]) => string[] {
  const { required } = reader.view(request)
  return ([name, schema]) => {
    const { types, keywords } = reader.view(schema)
    const what = askedToWait(name)
    const isFlag = types.includes('boolean') && keywords['default'] !== true && !required.has(name)
    return what !== undefined && isFlag ? [what] : []
  }
}
