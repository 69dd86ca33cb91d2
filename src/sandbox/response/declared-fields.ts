/** Values for the response headers that an operation declares. */

import type { HeaderDescription, ResponseDescription } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import { plain } from '../../derive/naming/words.ts'
import { isFieldName } from '../../http/response-fields.ts'
import { jsonText } from '../../support/exact-json.ts'
import { textOf as wordOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import type { Resources } from '../state/resources.ts'

export interface FieldContext {
  readonly compiled: CompiledOperation
  readonly runtime: Runtime
  readonly resources: Resources
}

/** Names that the server or another stage writes, or that mean something only when they are true. */
const OTHERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'trailer',
  'upgrade',
  'date',
  'etag',
  'link',
  'location',
  'set-cookie',
  'www-authenticate',
  'keep-alive',
])

export function declaredFields(
  answer: DeclaredAnswer,
  context: FieldContext,
  options: { readonly taken: readonly string[] },
): readonly string[] {
  const own = answer.response === undefined ? NONE : headersOf(context.compiled)(answer.response)
  if (own.length === 0) return NO_FIELDS
  const fields: string[] = []
  const taken = new Set(options.taken.filter((_, i) => i % 2 === 0).map(lowered))
  for (const { name, lower, header } of own) {
    if (taken.has(lower)) continue
    if (lower === 'retry-after' && answer.status !== 429 && answer.status !== 503) continue
    const value = textOf(valueFor(name, header, answer, context))
    if (value !== undefined) fields.push(name, value)
  }
  return fields
}

const NO_FIELDS: readonly string[] = []
const NONE: readonly OwnHeader[] = []

/** A declared header that nobody else writes. */
interface OwnHeader {
  readonly name: string
  readonly lower: string
  readonly header: HeaderDescription
}

/** Of each answer of an operation: paging differs from one operation to the next. */
const headersOf = oncePer((compiled: CompiledOperation) => {
  const paging = new Set(pagingFields(compiled).map(lowered))
  return oncePer((response: ResponseDescription): readonly OwnHeader[] =>
    Object.entries(response.headers)
      .map(([name, header]) => ({ name, lower: name.toLowerCase(), header }))
      .filter(({ name, lower }) => !OTHERS.has(lower) && !paging.has(lower) && isFieldName(name)),
  )
})

/** Fields that tell of other pages: only the list style knows them. */
function pagingFields(compiled: CompiledOperation): readonly string[] {
  const settings = Object.entries(compiled.operation.plan.list?.settings ?? {})
  return settings.flatMap(([key, name]) => (key.endsWith('Header') && typeof name === 'string' ? [name] : []))
}

function lowered(name: string): string {
  return name.toLowerCase()
}

function valueFor(name: string, header: HeaderDescription, answer: DeclaredAnswer, context: FieldContext): unknown {
  const word = plain(name)
  const now = context.resources.clock.now()
  if (word.includes('ratelimit') && word.includes('remaining') && answer.status === 429) return 0
  if (word.includes('ratelimit') && word.endsWith('reset')) return resetTime(header, now)
  if (word === 'lastmodified') return new Date(now).toUTCString()
  if (header.example !== undefined) return header.example
  const view = context.runtime.view(header.schema)
  if (word.includes('ratelimit') && view.keywords['example'] === undefined && view.keywords['default'] === undefined)
    return word.includes('remaining') ? 999 : 1000
  return generate(header.schema ?? { type: 'string' }, {
    view: context.runtime.view,
    accepts: context.runtime.accepts,
    dice: context.resources.dice,
    key: `header/${context.compiled.operation.id}/${answer.status}/${name}/${now}`,
    now,
    sources: [],
    fill: 'required',
  })
}

function resetTime(header: HeaderDescription, now: number): unknown {
  const example = header.example
  if (typeof example === 'number' && example < 1e6) return example
  return Math.floor(now / 1000) + 3600
}

/** A value as it may stand in a header; undefined when it may not. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = Array.isArray(value)
    ? value.map(wordOf).join(', ')
    : typeof value === 'object'
      ? jsonText(value)
      : wordOf(value)
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : undefined
}
