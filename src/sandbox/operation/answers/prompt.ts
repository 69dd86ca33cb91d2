/** What a language model is asked, and what is said in the place of its answer. */
import type { Operation } from '../../../api/description.ts'
import { at, field, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'

/** So much of what was asked is repeated. */
const MOST_REPEATED = 120
/** The parts of a turn are read so far. */
const MOST_PARTS = 200

/** Every text that the model reads, and the last that the user wrote; undefined where there is none. */
export interface Prompt {
  readonly asked: string
  readonly read: string
}

const CONVERSATIONS = ['messages', 'contents', 'input']
const PROMPTS = ['prompt', 'input', 'inputs', 'inputText']
const BESIDE = ['instructions', 'system', 'systemInstruction']

export function promptIn(sent: JsonObject): Prompt | undefined {
  let turns: readonly unknown[] | undefined
  for (const name of CONVERSATIONS) turns ??= conversationIn(sent[name])
  const texts = turns ?? plainPrompts(sent)
  const asked = textIn(turns === undefined ? texts[0] : turns.findLast(isUser))?.trim()
  if (asked === undefined || asked === '') return undefined
  let read = ''
  for (const name of BESIDE) read += textIn(sent[name]) ?? ''
  for (const text of texts) read += textIn(text) ?? ''
  return { asked, read }
}

function plainPrompts(sent: JsonObject): readonly unknown[] {
  for (const name of PROMPTS) {
    const own = sent[name]
    if (typeof own === 'string') return [own]
    if (Array.isArray(own) && typeof own[0] === 'string') return own
  }
  return []
}

function conversationIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.some(isUser) ? value : undefined
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
  const held = field(value, 'content') ?? field(value, 'parts') ?? field(value, 'text')
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
  const text = `You asked: "${said.replace(/\s+/g, ' ')}" I'm happy to help with that. Could you tell me a little more?`
  return wantsJson(sent) ? JSON.stringify({ answer: text }) : text
}

/** `response_format: {type: json_object}`. */
function wantsJson(sent: JsonObject): boolean {
  const form = at(sent, ['response_format', 'type']) ?? at(sent, ['text', 'format', 'type']) ?? sent['format']
  return typeof form === 'string' && form.startsWith('json')
}

/** How much the model may write. */
export function mostTokens(sent: JsonObject): number {
  return LIMITS.reduce((least, name) => {
    const limit = sent[name]
    return typeof limit === 'number' && limit > 0 ? Math.min(least, Math.ceil(limit)) : least
  }, Number.POSITIVE_INFINITY)
}

const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']
