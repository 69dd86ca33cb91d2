/** States of a text without choices that verbs tell, where one holds a record up and another lets it go on: `paused`. */
import type { Place } from '../../api/plan.ts'
import { samplesOf } from '../identity/id-samples.ts'
import { takesBack } from '../naming/verbs.ts'
import { snake } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'

/** Verbs whose state can be called one thing only. */
const HOLDS: ReadonlyMap<string, string> = new Map([
  ['pause', 'paused'],
  ['suspend', 'suspended'],
  ['block', 'blocked'],
  ['lock', 'locked'],
  ['freeze', 'frozen'],
  ['archive', 'archived'],
  ['ban', 'banned'],
])

/** The states of verbs, in the capitals of the status shown, where another verb of the type takes one of them back: then verbs move the status. */
export function heldStates(draft: TypeDraft, place: Place, reader: Reader): readonly string[] {
  const verbs = new Set(draft.families.flatMap(({ members }) => members.map(({ site }) => snake(site.verb ?? ''))))
  const takenBack = new Set([...verbs].flatMap(takesBack))
  if (![...HOLDS.keys()].some((verb) => verbs.has(verb) && takenBack.has(verb))) return []
  const held = [...verbs].flatMap((verb) => HOLDS.get(verb) ?? [])
  const samples = [reader.view(reader.at(draft.schema, place)).keywords['example'], ...samplesOf(draft, place, reader)]
  const shown = samples.find((sample) => typeof sample === 'string') ?? ''
  return held.map((state) => inCapitalsOf(state, shown))
}

function inCapitalsOf(state: string, shown: string): string {
  if (/^[A-Z][A-Z_]+$/.test(shown)) return state.toUpperCase()
  return /^[A-Z][a-z]+$/.test(shown) ? `${state.charAt(0).toUpperCase()}${state.slice(1)}` : state
}
