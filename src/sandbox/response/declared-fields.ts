/** Values for the response headers that an operation declares. */

import type { HeaderDescription, ResponseDescription } from '../../api/description.ts'
import { plain } from '../../derive/naming/words.ts'
import type { HttpRequest } from '../../http/message.ts'
import { isFieldName } from '../../http/response-fields.ts'
import { oncePer } from '../../support/once-per.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import type { Resources } from '../state/resources.ts'
import { fieldTexts } from './field-values.ts'

export interface FieldContext {
  readonly compiled: CompiledOperation
  readonly runtime: Runtime
  readonly resources: Resources
  /** Absent where the answer is to none. */
  readonly request?: HttpRequest
}

/** Names that frame the message, that the server writes, or that mean something only when they are true. */
const OTHERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'trailer',
  'upgrade',
  'date',
  'keep-alive',
])

export function declaredFields(
  answer: DeclaredAnswer,
  context: FieldContext,
  options: { readonly taken: readonly string[] },
): readonly string[] {
  const own = answer.status === 429 ? limitedHeaders(answer, context) : headersOf(context.compiled)(answer.response)
  if (own.length === 0) return NO_FIELDS
  const fields: string[] = []
  const taken = new Set(options.taken.filter((_, i) => i % 2 === 0).map(lowered))
  for (const declared of own) {
    if (taken.has(declared.lower)) continue
    for (const text of fieldTexts(declared, answer, context)) fields.push(declared.name, text)
  }
  return fields
}

const NO_FIELDS: readonly string[] = []
const NONE: readonly DeclaredHeader[] = []

/** A declared header that nobody else writes. */
export interface DeclaredHeader {
  readonly name: string
  /** In lower case. */
  readonly lower: string
  /** As words are compared: no capitals, no dashes. */
  readonly word: string
  readonly header: HeaderDescription
}

/** Of each answer of an operation: paging differs from one operation to the next. */
const headersOf = oncePer((compiled: CompiledOperation) => {
  const paging = new Set(pagingFields(compiled).map(lowered))
  // A list of one page has no other to link to.
  const linksPages = compiled.operation.plan.list?.settings['linkHeader'] === true
  const ofResponse = oncePer((response: ResponseDescription): readonly DeclaredHeader[] =>
    Object.entries(response.headers)
      .map(([name, header]) => ({ name, lower: name.toLowerCase(), word: plain(name), header }))
      .filter(({ name, lower }) => !OTHERS.has(lower) && !paging.has(lower) && isFieldName(name))
      .filter(({ lower, header }) => !(linksPages && lower === 'link') || header.required),
  )
  return (response: ResponseDescription | undefined): readonly DeclaredHeader[] =>
    response === undefined ? NONE : ofResponse(response)
})

/** A 429 tells of the limit as the answers below the limit do. */
function limitedHeaders({ response }: DeclaredAnswer, { compiled }: FieldContext): readonly DeclaredHeader[] {
  const own = headersOf(compiled)(response)
  const names = new Set(own.map(({ lower }) => lower))
  return [...own, ...limitsOf(compiled).filter(({ lower }) => !names.has(lower))]
}

/** What any answer of the operation declares of limits, each once. */
const limitsOf = oncePer((compiled: CompiledOperation): readonly DeclaredHeader[] => {
  const all = Object.values(compiled.operation.responses).flatMap((response) => headersOf(compiled)(response))
  return [...new Map(all.filter(({ word }) => LIMIT.test(word)).map((one) => [one.lower, one])).values()]
})

const LIMIT = /ratelimit|quota|throttl/

/** Fields that tell of other pages: only the list style knows them. */
function pagingFields(compiled: CompiledOperation): readonly string[] {
  const settings = Object.entries(compiled.operation.plan.list?.settings ?? {})
  return settings.flatMap(([key, name]) => (key.endsWith('Header') && typeof name === 'string' ? [name] : []))
}

function lowered(name: string): string {
  return name.toLowerCase()
}
