/** What a language model is asked, and what is said in the place of its answer. */
import type { Operation } from '../../../api/description.ts'
import { at, field, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'

/** So much of what was asked is repeated. */
const MOST_REPEATED = 120
/** Lists, and texts in lists, are read so far. */
const MOST_PARTS = 200

/** Every text that the model reads, and the last that the user wrote; undefined where there is none. */
export interface Prompt {
  readonly asked: string
  readonly read: string
}

export function promptIn(sent: JsonObject): Prompt | undefined {
  const turns = [sent['messages'], sent['contents'], sent['input']].find(isConversation)
  const texts = turns ?? plainPrompts(sent)
  const asked = textIn(turns === undefined ? texts[0] : turns.findLast(isUser))
  if (asked === undefined || asked.trim() === '') return undefined
  const others = [sent['instructions'], sent['system'], sent['systemInstruction']]
  const read = [...others, ...texts].flatMap((one) => textIn(one) ?? [])
  return { asked: asked.trim(), read: read.join('\n') }
}

function plainPrompts(sent: JsonObject): readonly unknown[] {
  const own = ['prompt', 'input', 'inputs', 'inputText'].map((name) => sent[name])
  return own.map((one) => (Array.isArray(one) ? one : [one])).find(([first]) => typeof first === 'string') ?? []
}

function isConversation(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.slice(0, MOST_PARTS).some(isUser)
}

function isUser(turn: unknown): boolean {
  return field(turn, 'role') === 'user'
}

/** The text of a turn, of its parts, or the text itself. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const parts = value.slice(0, MOST_PARTS).flatMap((part) => field(part, 'text') ?? [])
    return parts.filter((part) => typeof part === 'string').join('\n')
  }
  const held = [field(value, 'content'), field(value, 'parts'), field(value, 'text')].find((one) => one !== undefined)
  return typeof held === 'string' || Array.isArray(held) ? textIn(held) : undefined
}

/** What the examples of a request ask, where there is an example of the answer. */
export const promptsShown: (operation: Operation) => ReadonlySet<string> = oncePer(
  (operation: Operation): ReadonlySet<string> => {
    const examplesOf = (content: Operation['responses'][string]['content'] = {}): readonly unknown[] =>
      Object.values(content).flatMap(({ examples }) => Object.values(examples))
    const isAnswered = Object.values(operation.responses).some(({ content }) => examplesOf(content).length > 0)
    const asked = examplesOf(operation.requestBody?.content).flatMap((one) =>
      isObject(one) ? (promptIn(one as JsonObject)?.asked ?? []) : [],
    )
    return new Set(isAnswered ? asked : [])
  },
)

export function replyTo({ asked }: Prompt, sent: JsonObject): string {
  const isLong = asked.length > MOST_REPEATED
  const said = isLong ? `${asked.slice(0, MOST_REPEATED).replace(/[\uD800-\uDBFF]$/, '')}…` : asked
  const text = `Here is an answer to "${said.replace(/\s+/g, ' ')}".`
  return wantsJson(sent) ? JSON.stringify({ answer: text }) : text
}

/** `response_format: {type: json_object}`. */
function wantsJson(sent: JsonObject): boolean {
  const forms = [at(sent, ['response_format', 'type']), at(sent, ['text', 'format', 'type']), sent['format']]
  return forms.some((form) => typeof form === 'string' && /^json/.test(form))
}

/** How much the model may write. */
export function mostTokens(sent: JsonObject): number {
  const limits = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].map((name) => sent[name])
  return Math.min(...limits.map((limit) => (typeof limit === 'number' && limit > 0 ? limit : Number.POSITIVE_INFINITY)))
}
