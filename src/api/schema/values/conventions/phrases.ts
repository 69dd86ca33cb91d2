/** Sentences: descriptions, notes, messages and the like, by what they are for and what they are about. */
import { type Draw, type Maker, oneOf } from '../draw.ts'
import { snakeName } from '../names.ts'
import { holder } from '../persona.ts'
import { descriptionsByName, descriptionsOfServices, uses } from '../words/descriptions.ts'
import type { Line } from '../words/lines.ts'
import { type Purpose, phraseLines } from '../words/phrases.ts'
import { eventKinds } from '../words/things.ts'
import { deedOf, descriptionOfEvent } from './deeds.ts'
import { kindsAround, nameOfHolder } from './kinds.ts'
import { styled } from './styles.ts'
import type { Row } from './table.ts'

/** The names of texts by their purpose. */
const names: Readonly<Record<Purpose, string>> = {
  description:
    'description long_description overview value_proposition about_text plain_description desc details_text description_text',
  bio: 'bio about biography about_me',
  topic: 'topic',
  purpose: 'purpose',
  instructions:
    'instructions instruction system_prompt system_message developer_message directions delivery_instruction',
  note: 'note notes special_requests special_request additional_information additional_info additional_note remark remarks special_instruction private_note internal_note',
  memo: 'memo particulars payment_reference remittance_information',
  message: 'message msg custom_message communication log_message',
  body: 'body text content plain_text markdown_text snippet_text plain_content text_content raw_text',
  comment: 'comment',
  review: 'review feedback testimonial',
  reason: 'reason',
  summary: 'summary abstract synopsis',
  excerpt: 'excerpt preview snippet preview_text preheader teaser',
  detail: 'detail details context narrative documentation customer_data statement',
  footer: 'footer footer_text',
  terms: 'terms terms_and_conditions conditions policy_text legal_text',
  greeting: 'greeting greeting_text welcome_message welcome_text',
  disclaimer: 'disclaimer disclosure legal_notice',
  hint: 'help_text hint tooltip help placeholder_text',
  explanation: 'explanation rebuttal',
  cause: 'cause root_cause',
  justification: 'justification rationale',
  transcript: 'transcript transcription',
  quote: 'quote quotation',
  changes: 'changes change_description history_detail',
  release: 'release_note changelog change_log whats_new',
  slogan: 'slogan tagline motto',
  refusal: 'refusal',
  reply: 'reply answer_text delta',
  status: 'status phase current_status previous_status new_status old_status',
  category: 'category',
  resolution: 'resolution',
  question: 'question',
  condition: 'condition',
  model: 'model',
  type: 'type kind subtype sub_type category_type record_type',
  statusText: 'status_text status_message status_description status_detail state_message state_description',
}

const STYLED: ReadonlySet<Purpose> = new Set(['type', 'status'])
const purposes = new Map<unknown, Purpose>()

export const phraseRows: readonly Row<Maker<string>>[] = Object.entries(names).map(([purpose, row]) => {
  const maker = phrase(purpose as Purpose, undefined)
  purposes.set(maker, purpose as Purpose)
  return [row, maker]
})

/** Where a new thing of its kind stands. */
export const statusOf: Maker<string> = phrase('status', undefined)

/** True for a maker of sentences. */
export function isPhrase(maker: unknown): boolean {
  return purposes.has(maker)
}

/** The same with what the description of the text says of it; undefined where the maker makes no sentences. */
export function phraseSaid(maker: unknown, description: string): Maker<string> | undefined {
  const purpose = purposes.get(maker)
  return purpose === undefined ? undefined : phrase(purpose, description)
}

function phrase(purpose: Purpose, description: string | undefined): Maker<string> {
  return STYLED.has(purpose)
    ? styled(sentence(purpose, description), purpose === 'status')
    : sentence(purpose, description)
}

function sentence(purpose: Purpose, description: string | undefined): Maker<string> {
  const said = description === undefined ? '' : snakeName(firstSentence(description))
  if (/camel_?case|one_word|machine_readable/.test(said)) return () => 'Completed'
  const lines = new Map<string, Choice | undefined>()
  return (draw) => {
    const name = draw.pointer.slice(draw.pointer.lastIndexOf('/') + 1)
    const around = kindsAround(draw)
    const component = purpose === 'message' || purpose === 'status' ? snakeName(draw.near?.beside?.kind ?? '') : ''
    const words = [...around.map(({ word }) => word), component]
    const line = lineFor(lines, purpose, { name, said, around: words })
    if (line !== undefined) {
      if (line.isOfDeeds) return deedOf(draw).summary
      const called = line.isNamed && OF_THINGS.has(purpose) ? nameOfHolder(draw) : undefined
      return descriptionOf(called, words) ?? oneOfThem(draw, purpose, line.phrases)
    }
    const noun = around.find((one) => one.noun !== undefined)?.noun
    const use = oneOfThem(draw, purpose, uses)
    return use.replace('{}', noun === undefined ? 'one' : inText(noun))
  }
}

function descriptionOf(name: string | undefined, kinds: readonly string[]): string | undefined {
  if (name === undefined) return undefined
  const ofService = kinds.includes('product') ? descriptionsOfServices.get(name) : undefined
  const isOfEvents = kinds.some((kind) => eventKinds.includes(kind))
  return ofService ?? descriptionsByName.get(name) ?? (isOfEvents ? descriptionOfEvent(name) : undefined)
}

/** As it is written within a line. */
function inText(noun: string): string {
  return /^[A-Z]{2}/.test(noun) ? noun : noun.charAt(0).toLowerCase() + noun.slice(1)
}

/** Texts of one purpose in one object differ where they can. */
function oneOfThem(draw: Draw, purpose: Purpose, phrases: readonly string[]): string {
  const start = phrases.indexOf(oneOf({ ...draw, key: `${draw.record}${holder(draw.pointer)}~${purpose}` }, phrases))
  const turn = draw.pointer.length - draw.pointer.lastIndexOf('/')
  return phrases[(start + turn) % phrases.length] as string
}

/** What is known of a text that is to be written. */
interface About {
  readonly name: string
  readonly said: string
  readonly around: readonly string[]
}

interface Choice {
  readonly phrases: readonly string[]
  /** The line is about things of which some are described by name. */
  readonly isNamed: boolean
  /** It is what events say of themselves. */
  readonly isOfDeeds: boolean
  readonly inside: RegExp
  readonly atEnd: RegExp
}

const GOODS = /^(?:product|food|role|tool|permission|vulnerability|plan|coupon|team|channel|alert|policy|event_type) /
const choices = new Map<Purpose, readonly Choice[]>()

function choicesOf(purpose: Purpose): readonly Choice[] {
  let made = choices.get(purpose)
  if (made === undefined) {
    made = phraseLines[purpose].map(choiceOf)
    choices.set(purpose, made)
  }
  return made
}

function choiceOf([words, phrases]: Line): Choice {
  const any = `(?:^|_)(?:${words.split(' ').join('|')})s?`
  return {
    phrases: phrases.split('|'),
    isNamed: GOODS.test(words),
    isOfDeeds: /^event notification webhook /.test(words),
    inside: words === '' ? /(?!)/ : new RegExp(`${any}(?:_|$)`),
    atEnd: words === '' ? /(?!)/ : new RegExp(`${any}$`),
  }
}

/** Places of one text that are remembered. */
const BOUND = 500

/** Remembered for each text, because it stands in few places. */
function lineFor(known: Map<string, Choice | undefined>, purpose: Purpose, about: About): Choice | undefined {
  const key = `${about.name} ${about.around.join(' ')}`
  if (known.has(key)) return known.get(key)
  const choice = choose(purpose, about)
  if (known.size >= BOUND) known.clear()
  if (key.length < 1_000) known.set(key, choice)
  return choice
}

/** What describes a thing is about the thing; all else is about what its words say. */
const OF_THINGS: ReadonlySet<Purpose> = new Set(['description', 'summary', 'bio', 'note'])

function choose(purpose: Purpose, { name, said, around }: About): Choice | undefined {
  const lines = choicesOf(purpose)
  const own = snakeName(name).replace(/_?[a-z]+$/, '')
  const words = purpose === 'status' ? '' : said
  const evidence = OF_THINGS.has(purpose) ? [own, ...around, words] : [own, words, ...around]
  for (const text of evidence) {
    if (text === '') continue
    const line =
      (text === said ? undefined : lines.find(({ atEnd }) => atEnd.test(text))) ??
      lines.find(({ inside }) => inside.test(text))
    if (line !== undefined) return line
  }
  return lines.find((line) => line.inside.source === '(?!)')
}

function firstSentence(text: string): string {
  return /^[^.\n]{0,160}/.exec(text.trim())?.[0] ?? ''
}
