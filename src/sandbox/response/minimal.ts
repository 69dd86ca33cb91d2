/**
 * `Prefer: return=minimal` (RFC 7240) of a create whose description says what a minimal answer holds: "the ID, status,
 * and HATEOAS links". It is what is answered without the field, too, where the answer itself is said to be so.
 */
import { allProperties } from '../../api/schema/properties.ts'
import { parsePrefer } from '../../http/preferences.ts'
import { textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'

interface Minimal {
  /** What it holds. */
  readonly names: readonly string[]
  /** It is the answer to those that say nothing. */
  readonly isUsual: boolean
}

/** The names of all that the answer is to hold; undefined, for nearly every request, for everything. */
export function minimalNames(call: Call): readonly string[] | undefined {
  const minimal = minimalOf(call.compiled, call.runtime)
  if (minimal === undefined) return undefined
  const wish = parsePrefer(call.request.fields.get('prefer')).get('return')
  return wish === 'minimal' || (wish === undefined && minimal.isUsual) ? minimal.names : undefined
}

const minimalOf = oncePer(({ operation, success }: CompiledOperation, runtime: Runtime): Minimal | undefined => {
  const { plan, parameters } = operation
  const field = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === 'prefer')
  if (field === undefined || plan.kind !== 'create' || plan.output?.length !== 0) return undefined
  const [type = ''] = success.mediaTypes
  const known = [...allProperties(mediaOf(success, type)?.schema ?? true, runtime).keys()]
  const answer = (success.response?.description ?? '').slice(0, 2_000)
  const words = [field.description ?? '', answer].flatMap(wordsIn)
  const names = known.filter((name) => words.includes(name.toLowerCase()))
  const preset = textOf(runtime.view(field.schema).keywords['default'])
  const isUsual = preset === 'return=minimal' && BY_DEFAULT.test(answer)
  return names.length === 0 ? undefined : { names, isUsual }
})

/** "A minimal response includes the `id`, `status` and HATEOAS links." */
const HOLDS =
  /\bminimal (?:response|representation|answer)s? (?:only )?(?:includes?|contains?|holds?|returns?|with)\b([^.]{2,300})/gi
/** "includes by default a minimal response", "By default, the response is minimal" */
const BY_DEFAULT = /\bby default\b[^.]{0,40}\bminimal\b|\bminimal\b[^.]{0,40}\bby default\b/i

function wordsIn(text: string): readonly string[] {
  const bare = text.slice(0, 2_000).replace(/<\/?\w+>/g, ' ')
  return [...bare.matchAll(HOLDS)].flatMap(([, list = '']) => list.toLowerCase().match(/\w+/g) ?? [])
}
