/** An answer that holds nothing but flags tells what the operation did: `{updated: true}`, `{data: {pinned: false}}` after taking the pin away. */
import type { Schema } from '../../api/schema/schema.ts'
import { takesBack } from '../../derive/naming/verbs.ts'
import { plain } from '../../derive/naming/words.ts'
import { isEnvelopeWord } from '../../derive/schemas/envelope-words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
import { withAt } from '../state/place.ts'

/** Names of what was done. */
const DEED =
  /^(is)?([a-z]{3,}ed|following|blocking|muting|watching|success|successful|succeeded|ok|done|member|set|sent|hidden|read)$/
/** Names of what may be so or not, whatever was done. */
const DOUBTFUL =
  /fail|error|expired|reject|denied|delayed|limited|truncated|required|needed|exceeded|skipped|shared|cached|duplicated|embed|verified|matched|exist|related|based|speed|feed|need|indeed/
/** What a removal tells of itself. */
const REMOVAL =
  /^(is)?(deleted|removed|revoked|cancell?ed|detached|archived|destroyed|terminated|success|successful|succeeded|ok|done|completed|processed|accepted|acknowledged|updated|un[a-z]+ed)$/
/** What stands beside the flags. */
const BESIDE = /^(errors?|warnings?|meta|message)$/i

/** Verbs that ask and do nothing. */
const ASKS =
  /^(check|verify|validate|test|inspect|evaluate|simulate|preview|look_?up|query|status|state|is|has|can|exists?)(_|$)/

/** The flags as they are after the operation; weaker than what the request or the record says, stronger than examples. */
export const deedOf: (compiled: CompiledOperation, runtime: Runtime) => JsonObject = oncePer(
  ({ operation, success }: CompiledOperation, runtime: Runtime): JsonObject => {
    const { kind, verb = '', type } = operation.plan
    if (operation.method === 'GET' || type === undefined || ASKS.test(verb)) return NO_VALUES
    if (!/^(create|update|replace|action|delete|bulk)$/.test(kind)) return NO_VALUES
    const isUndone = operation.method === 'DELETE' || kind === 'delete' || verb === 'detach' || isReverse(verb)
    const [mediaType = ''] = success.mediaTypes
    return flagsIn(success.response?.content[mediaType]?.schema, isUndone, runtime, 0)
  },
)

/** An answer that says whether it went well, and nothing of the record: what is called `status` there is its own. */
export function tellsOutcome(compiled: CompiledOperation, runtime: Runtime): boolean {
  return Object.keys(deedOf(compiled, runtime)).some((name) => OUTCOME.test(plain(name)))
}

function isReverse(verb: string): boolean {
  return /^un|^remove|^delete|^de(activate|tach)|^disable/.test(verb) && takesBack(verb).length > 0
}

function flagsIn(schema: Schema | undefined, isUndone: boolean, runtime: Runtime, depth: number): JsonObject {
  const told = [...runtime.view(schema).properties].filter(([name]) => !BESIDE.test(name))
  const [only, more] = told
  if (only === undefined) return NO_VALUES
  const inner = runtime.view(only[1])
  if (more === undefined && depth === 0 && inner.properties.size > 0) {
    const flags = flagsIn(only[1], isUndone, runtime, 1)
    return Object.keys(flags).length === 0 ? NO_VALUES : { [only[0]]: flags }
  }
  const flags = told.filter(([, property]) => isFlag(property, runtime))
  if (flags.length < told.length) return depth === 0 ? outcomeIn(told, flags) : NO_VALUES
  return told.reduce((flags, [name]) => {
    const word = plain(name)
    if (!DEED.test(word) || DOUBTFUL.test(word)) return flags
    return withAt(flags, [name], !isUndone || REMOVAL.test(word))
  }, NO_VALUES)
}

/** `{status, time, result: true}`: beside words of envelopes the one flag says that it was done. */
function outcomeIn(told: readonly (readonly [string, Schema])[], flags: typeof told): JsonObject {
  const [only, ...others] = flags
  if (only === undefined || others.length > 0 || !OUTCOME.test(plain(only[0]))) return NO_VALUES
  return told.every((one) => one === only || isEnvelopeWord(one[0])) ? { [only[0]]: true } : NO_VALUES
}

const OUTCOME = /^(result|success|successful|ok|done|acknowledged)$/

function isFlag(schema: Schema, runtime: Runtime): boolean {
  const { types } = runtime.view(schema)
  return types.length > 0 && types.every((type) => type === 'boolean' || type === 'null')
}
