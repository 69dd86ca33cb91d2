/**
 * `Prefer: return=minimal` (RFC 7240) of a create whose description says what a minimal answer holds: "the ID, status,
 * and HATEOAS links". Without the field all is shown: what a client sent stays.
 */
import { allProperties } from '../../api/schema/properties.ts'
import { parsePrefer } from '../../http/preferences.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'

/** The names of all that the answer is to hold; undefined, for nearly every request, for everything. */
export function minimalNames(call: Call): readonly string[] | undefined {
  const minimal = minimalOf(call.compiled, call.runtime)
  if (minimal === undefined) return undefined
  return parsePrefer(call.request.fields.get('prefer')).get('return') === 'minimal' ? minimal : undefined
}

const minimalOf = oncePer(
  ({ operation, success }: CompiledOperation, runtime: Runtime): readonly string[] | undefined => {
    const { plan, parameters } = operation
    const field = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'prefer')
    if (field === undefined || plan.kind !== 'create' || plan.output?.length !== 0) return undefined
    const [type = ''] = success.mediaTypes
    const known = [...allProperties(mediaOf(success, type)?.schema ?? true, runtime).keys()]
    const answer = (success.response?.description ?? '').slice(0, 2_000)
    const words = [field.description ?? '', answer].flatMap(wordsIn)
    const names = known.filter((name) => words.includes(name.toLowerCase()))
    return names.length === 0 ? undefined : names
  },
)

/** "A minimal response includes the `id`, `status` and HATEOAS links." */
const HOLDS =
  /\bminimal (?:response|representation|answer)s? (?:only )?(?:includes?|contains?|holds?|returns?|with)\b([^.]{2,300})/gi

function wordsIn(text: string): readonly string[] {
  const bare = text.slice(0, 2_000).replace(/<\/?\w+>/g, ' ')
  return [...bare.matchAll(HOLDS)].flatMap(([, list = '']) => list.toLowerCase().match(/\w+/g) ?? [])
}
