/**
 * Flags of the query that ask for properties: `size` with the words "Return the size as fields `SizeRw` and
 * `SizeRootFs`", `manifests` with "Include `Manifests` in the summary". Without the flag an answer has none of them.
 */
import type { Parameter } from '../../api/description.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { askedNames } from '../state/asked.ts'

interface IncludeFlag {
  readonly name: string
  readonly properties: readonly string[]
}

/** The flags of a read, with the properties of its record that their words name; what clients say of it is always there. */
const flagsOf = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): readonly IncludeFlag[] => {
  if (operation.method !== 'GET' || resource === undefined) return []
  const asked = askedNames(resource, runtime)
  const known = new Set([...allProperties(resource.schema, runtime).keys()].filter((name) => !asked.has(plain(name))))
  return operation.parameters.flatMap((parameter) => {
    const { types, keywords } = runtime.view(parameter.schema)
    if (parameter.in !== 'query' || types[0] !== 'boolean' || keywords['default'] === true) return []
    const properties = namedIn(wordsOf(parameter, keywords['description'])).filter((name) => known.has(name))
    return properties.length === 0 ? [] : [{ name: parameter.name, properties }]
  })
})

function wordsOf({ description }: Parameter, own: unknown): string {
  const words = description ?? own
  return typeof words === 'string' ? words.slice(0, 600) : ''
}

/** What stands in quotes after a word for showing it, as the field or at once. */
function namedIn(words: string): readonly string[] {
  return words.split(/[.;!?](?=\s|$)|\n{2,}/).flatMap((sentence) => {
    if (DENIES.test(sentence)) return []
    const said = AS_FIELD.exec(sentence)?.[0] ?? AT_ONCE.exec(sentence)?.[0] ?? ''
    return [...said.matchAll(/([`'"])([A-Za-z_]\w*)\1/g)].flatMap(([, , name]) => name ?? [])
  })
}

const DENIES = /\b(?:not|only|without|exclud\w*|omit\w*|hid(?:e|es|den)|remov\w*|unless|where|whose)\b|n['’]t\b/i
/** "return the digests as the `digests` field", "include the `owner` property". */
const AS_FIELD =
  /\b(?:return|show|include|add|populate|display)(?:s|ed|ing)?\b(?=.{0,160}\b(?:fields?|propert(?:y|ies)|attributes?)\b).{1,240}/is
/** A noun behind the name would be what is shown: "include `archived` projects". */
const AT_ONCE =
  /\b(?:return|show|include|add|populate|display)s? (?:the )?[`'"]\w+[`'"](?=\s*(?:$|[,)])|\s+(?:in|inside|within|with|for|on|to|at|as|of|if|when)\b)/i

/** Answers depend on flags. */
export function hasIncludeFlags({ compiled, runtime }: Call): boolean {
  return flagsOf(compiled, runtime).length > 0
}

/** The record without what no flag asks for; as it is where the schema refuses less. */
export function withoutUnasked(call: Call, value: unknown, schema: Schema | undefined): unknown {
  const flags = flagsOf(call.compiled, call.runtime)
  if (flags.length === 0 || !isObject(value)) return value
  const isAsked = ({ name }: IncludeFlag): boolean => call.parameters.get(`query:${name}`) === true
  const asked = new Set(flags.filter(isAsked).flatMap(({ properties }) => properties))
  const left = new Set(flags.flatMap(({ properties }) => properties).filter((name) => !asked.has(name)))
  const shown = Object.entries(value as JsonObject).filter(([name]) => !left.has(name))
  if (shown.length === Object.keys(value).length) return value
  const rest = Object.fromEntries(shown)
  return schema === undefined || call.runtime.accepts(schema, rest) ? rest : value
}
