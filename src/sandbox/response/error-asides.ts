/**
 * What an object that tells how a call ended says besides the reason: what it is called itself, that the call failed, a
 * code where words say so; and what it says of a record, which is no code.
 */
import { ownNames } from '../../api/schema/generate.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Runtime } from '../runtime.ts'

export interface Asides {
  /** What its properties say by the words of the description. */
  readonly said: ReadonlyMap<string, unknown>
  /** Properties that hold a code, and no sentence. */
  readonly codes: ReadonlySet<string>
  /** Properties of which nothing is known. */
  readonly unsaid: ReadonlySet<string>
  /** A word of the provider's for what happened, which shows how it writes such words. */
  readonly word?: string
}

export function asidesOf(view: SchemaView, { errors, record }: Refusal, runtime: Runtime): Asides {
  const said = new Map<string, unknown>()
  const codes = new Set<string>()
  const unsaid = new Set<string>()
  // Where the group and the version of a kind are told, its name is.
  const own = ownNames(view, runtime.view)
  if (own.some(([name]) => name === 'apiVersion')) {
    for (const [name, value] of own) said.set(name, value)
    const about = view.properties.get('metadata')
    if (about !== undefined && runtime.accepts(about, {})) said.set('metadata', {})
  }
  const names = new Set([...view.properties.keys()].map(plain))
  const isOfRecord = names.has('uid') && names.has('name')
  const known = isOfRecord ? knownOf(record, runtime) : NONE
  const reasons: [name: string, description: string][] = []
  let word: string | undefined
  for (const [name, property] of view.properties) {
    const { types, keywords, items } = runtime.view(property)
    const { enum: choices, description } = keywords
    const told = known.get(plain(name))
    if (told !== undefined && runtime.accepts(property, told)) said.set(name, told)
    if (isOfRecord && (OF_RECORD.test(plain(name)) || (items !== undefined && errors === undefined))) unsaid.add(name)
    const isWorded = types.length === 1 && types[0] === 'string' && choices === undefined
    if (!isWorded || typeof description !== 'string') continue
    const failed = /^(status|result|outcome)$/.test(plain(name)) ? failedIn(description) : undefined
    if (failed !== undefined && runtime.accepts(property, failed)) said.set(name, failed)
    word ??= failed
    if (plain(name) === 'reason' && names.has('message') && MACHINE.test(description)) reasons.push([name, description])
  }
  for (const [name, description] of reasons)
    if (word === undefined && MAY_BE_EMPTY.test(description) && !view.required.has(name)) unsaid.add(name)
    else codes.add(name)
  return { said, codes, unsaid, ...(word !== undefined && { word }) }
}

/** What is known of the record that is not there, or is there already: its name, its kind and the group of that. */
function knownOf(record: Refusal['record'], runtime: Runtime): ReadonlyMap<string, string> {
  const plan = runtime.resource(record?.type)
  if (record === undefined || plan === undefined) return NONE
  const own = new Map(ownNames(runtime.view(plan.schema), runtime.view))
  const kind = own.get('kind')
  const [group, version] = own.get('apiVersion')?.split('/') ?? []
  return new Map([
    ...(record.id === undefined ? [] : [['name', record.id] as const]),
    ...(kind === undefined ? [] : [['kind', kind] as const]),
    ...(group === undefined || version === undefined ? [] : [['group', group] as const]),
  ])
}

const NONE: ReadonlyMap<string, string> = new Map()
const OF_RECORD = /^(kind|name|uid|group)$/
const MAY_BE_EMPTY = /\bif (?:this value is )?empty\b/i
const MACHINE = /\bmachine[- ]?readable\b/i

/** The word for what failed: of "Success" and "Failure", the second. */
function failedIn(description: string): string | undefined {
  const words = [...description.slice(0, 1_000).matchAll(/[`"'“]([A-Za-z]{2,20})[`"'”]/g)].map(([, one = '']) => one)
  const failed = words.find((one) => /^(fail|failed|failure|error|errored)$/i.test(one))
  return words.some((one) => /^(success|successful|succeeded|ok|okay)$/i.test(one)) ? failed : undefined
}
