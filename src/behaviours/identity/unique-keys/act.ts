/** Another record has what no two may share: refused, where the description knows an answer for that. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { declaresNoError, namedStatus } from '../../../derive/operations/conflicts.ts'
import type { Behaviour, Change, Creation } from '../../../sandbox/behaviour.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import { parametersOf, renamed } from '../../../sandbox/operation/input.ts'
import type { Refusal } from '../../../sandbox/operation/kind.ts'
import { idText } from '../../../sandbox/state/place.ts'
import { linksIn } from '../../../sandbox/state/record-links.ts'
import type { StoredRecord } from '../../../sandbox/state/stored-record.ts'
import { at, isObject, type JsonObject, textOf } from '../../../support/json.ts'
import { saidUniqueOf, uniqueKeys } from './fact.ts'

export const behaviour: Behaviour = {
  name: 'unique-keys',
  ofOperation({ operation }, runtime) {
    const { kind, type, makes } = operation.plan
    if (/^(read|list|search|delete|stream)$/.test(kind)) return undefined
    const made = runtime.resource(makes?.type ?? type)
    const said = uniqueKeys.ofOperation(operation.plan)?.places ?? NONE
    const keys = made === undefined ? NONE : (uniqueKeys.ofResource(made)?.places ?? NONE)
    const known = [409, 422].find((status) => Object.hasOwn(operation.responses, String(status)))
    const ofSaid = known ?? (namedStatus(operation, 409) === undefined && '400' in operation.responses ? 400 : 409)
    const ofKeys = known ?? (declaresNoError(operation) ? 409 : undefined)
    const found = ofKeys === undefined ? NONE : keys
    // What another operation on such records says holds on every road.
    const elsewhere = said.length > 0 || made === undefined ? NONE : saidUniqueOf(made, runtime)
    if (said.length + found.length + elsewhere.length === 0) return undefined
    return {
      admit(call, intent) {
        if (intent.does === 'delete' || (intent.does === 'change' && makes !== undefined)) return undefined
        if (intent.does === 'create' && intent.identity.isTaken) return undefined
        const { plan } = intent
        const refuse = (place: Place, text: string, status: number) => ({ refuse: belongs(plan, place, text, status) })
        const told = intent.does === 'create' ? intent : ofChange(call, intent)
        // What another name does to the record that has it is told with the renaming.
        const others = intent.does === 'create' ? elsewhere : [...elsewhere, ...found].filter((one) => !isId(one, plan))
        const shared = sharedByAnother(call, [...said, ...others], told)
        if (shared !== undefined) return refuse(shared, textOf(at(told.input, shared)), ofSaid)
        const taken = intent.does === 'create' ? takenKey(call, found, intent) : undefined
        return taken === undefined ? undefined : refuse(taken.place, taken.text, ofKeys ?? 409)
      },
    }
  },
}

const NONE: readonly Place[] = []

/** What is said of a record, and which it is where it is there already. */
interface Said extends Pick<Creation, 'plan' | 'input' | 'links'> {
  readonly of?: StoredRecord
}

/** What a change says anew; all that the record says where it comes to stand among others. */
function ofChange({ resources }: Call, { plan, record, input, under }: Change): Said {
  const links = under ?? { ...record.links, ...linksIn(resources, plan, input) }
  const isElsewhere = under !== undefined || Object.entries(links).some(([link, id]) => record.links[link] !== id)
  const news = Object.entries(input).filter(([name, said]) => record.value[name] !== said)
  return { plan, input: isElsewhere ? { ...record.value, ...input } : Object.fromEntries(news), links, of: record }
}

/** A key that records are found by is that of another under the same parents. */
function takenKey(
  call: Call,
  places: readonly Place[],
  { plan, input, links }: Creation,
): { readonly place: Place; readonly text: string } | undefined {
  const said = places.length === 0 ? input : renamed(call, parametersOf(call), plan)
  for (const place of places) {
    const text = idText(at(input, place) ?? at(said, place))
    const other = text === undefined || text === '' ? undefined : call.resources.find(plan, text, links, place)
    if (text === undefined || other === undefined || idText(at(other.value, place)) !== text) continue
    if (Object.entries(links).some(([link, value]) => other.links[link] !== value)) continue
    return { place, text }
  }
  return undefined
}

function belongs(plan: ResourcePlan, place: Place, text: string, status: number): Refusal {
  const name = place.join('.')
  const message = `${name} ${JSON.stringify(text)} belongs to another ${words(plan)}`
  return { status, message, code: 'already_exists', param: name }
}

/** Records of the same text that are compared: under other parents there may be any number. */
const MOST = 200

/** Where a record under the same parents is as the input says, if the description knows that for a conflict. */
function sharedByAnother(
  { resources: { records } }: Call,
  said: readonly Place[],
  { plan, input, links, of }: Said,
): Place | undefined {
  return said.find((place) => {
    const value = at(input, place)
    if (!isSaid(value)) return false
    return records.alike(plan.type, place.join('.'), idText(value) ?? '', MOST).some((other) => {
      if (other.key === of?.key || at(other.value, place) !== value || standsElsewhere(other.value, input)) return false
      return Object.entries(links).every(([name, id]) => records.standsUnder(other, name, id))
    })
  })
}

function isId(place: Place, { id }: ResourcePlan): boolean {
  return place.join('.') === id.place.join('.')
}

/** Another parent is named by the one record than by the other. */
function standsElsewhere(value: JsonObject, input: JsonObject): boolean {
  return Object.entries(input).some(([name, said]) => {
    const other = /^(parent|folder|directory)(_?id)?$/i.test(name) ? value[name] : undefined
    if (other === undefined) return false
    const idOf = (one: unknown): unknown => (isObject(one) ? one['id'] : one)
    return idOf(other) !== idOf(said)
  })
}

function isSaid(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
