/** How do answers and examples show the id of a type? */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at } from '../../support/json.ts'
import { isCreate } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { listOf, recordOf } from '../schemas/shown.ts'
import { isIdForm } from './shown-ids.ts'

/** The id as the answers of creates have it. */
export function shownBy(draft: TypeDraft, place: Place, reader: Reader): readonly Schema[] {
  const creates = draft.families.flatMap((family) => family.members.filter(isCreate))
  return creates.flatMap(({ act }) => {
    const shown = reader.at(recordOf(act, draft.hints, reader)?.schema, place)
    return shown === undefined ? [] : [shown]
  })
}

/** Values of the id in other examples: of requests, and of answers that are not the usual one. */
export function otherSamples(draft: TypeDraft, place: Place, reader: Reader): readonly string[] {
  const found = new Set<string>()
  for (const { act } of draft.families.flatMap(({ members }) => members)) {
    const { requestBody, responses } = act.op
    const answers = Object.entries(responses).flatMap(([status, one]) => (status.startsWith('2') ? [one] : []))
    const [within = []] = [recordOf(act, draft.hints, reader)?.place]
    for (const body of [...answers, requestBody])
      for (const { examples } of Object.values(body?.content ?? {}))
        for (const example of Object.values(examples).slice(0, MOST_EXAMPLES))
          for (const value of [at(example, place), at(at(example, within), place)])
            if (typeof value === 'string' && isIdForm(value)) found.add(value)
    if (found.size >= MOST_EXAMPLES) break
  }
  return [...found]
}

const MOST_EXAMPLES = 5

/** Values of the id in the examples of answers. */
export function samplesOf(draft: TypeDraft, place: Place, reader: Reader): readonly unknown[] {
  const samples: unknown[] = []
  for (const family of draft.families)
    for (const { act } of family.members) {
      if (samples.length >= 5) return samples
      const examples = Object.values(act.answer.media?.examples ?? {})
      const whole = act.answer.media?.schema
      if (typeof whole === 'object') examples.push(reader.view(whole).keywords['example'])
      if (examples.every((example) => example === undefined)) continue
      const one = recordOf(act, draft.hints, reader)
      const many = listOf(act, draft.hints, reader)
      for (const example of examples) {
        if (one !== undefined) samples.push(at(at(example, one.place), place))
        const rows = many === undefined ? undefined : at(example, many.place)
        if (Array.isArray(rows)) samples.push(at(rows[0], place))
      }
    }
  const own = reader.view(draft.schema).keywords['example']
  if (own !== undefined) samples.push(at(own, place))
  return samples.filter((sample) => typeof sample === 'string' || typeof sample === 'number')
}
