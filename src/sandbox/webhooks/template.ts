/** Texts with places to be filled, `{{timestamp}}.{{body}}`: which there are, where each may stand, and how they are read back. */
import { hintAmong } from '../../support/nearest.ts'

export const templateNames = [
  'body',
  'json_string body',
  'event',
  'id',
  'timestamp',
  'timestamp_ms',
  'now_rfc3339',
  'uuid',
  'url',
  'signature',
  'form_sorted',
  'body_sha256',
] as const
export type TemplateName = (typeof templateNames)[number]

/** The members of an envelope that hold templates. */
export type Room = 'wrap' | 'headers' | 'query' | 'content' | 'format'

const always: readonly TemplateName[] = ['event', 'id', 'timestamp', 'timestamp_ms', 'now_rfc3339', 'uuid']
const allowed: Readonly<Record<Room, readonly TemplateName[]>> = {
  wrap: [...always, 'body', 'json_string body', 'url'],
  headers: [...always, 'url', 'body_sha256'],
  query: [...always, 'body_sha256'],
  content: [...always, 'body', 'json_string body', 'url', 'form_sorted', 'body_sha256'],
  format: [...always, 'body_sha256', 'signature'],
}

const PLACE = /\{\{([^{}]*)\}\}/g
const ONE_PLACE = /^\{\{([^{}]*)\}\}$/

/** The first template that cannot stand there, as a clause; undefined when there is none. */
export function templateObjection(text: string, room: Room): string | undefined {
  for (const [whole, inner = ''] of text.matchAll(PLACE)) {
    const name = nameOf(inner)
    if (!isTemplate(name))
      return `has ${whole.slice(0, 80)}, which is not a template (${hintAmong(name, templateNames)})`
    if (!allowed[room].includes(name)) return `cannot hold ${whole}: there is ${allowed[room].join(', ')}`
  }
  return undefined
}

/** The template that the text is, when it is nothing else. */
export function wholeTemplate(text: string): TemplateName | undefined {
  const inner = ONE_PLACE.exec(text)?.[1]
  const name = inner === undefined ? undefined : nameOf(inner)
  return name !== undefined && isTemplate(name) ? name : undefined
}

/** The templates in a text, in order. */
export function templatesIn(text: string): readonly TemplateName[] {
  return [...text.matchAll(PLACE)].map(([, inner = '']) => nameOf(inner)).filter(isTemplate)
}

export function fill(text: string, valueFor: (name: TemplateName) => string): string {
  return text.replace(PLACE, (whole, inner: string) => {
    const name = nameOf(inner)
    return isTemplate(name) ? valueFor(name) : whole
  })
}

/** What each template stood for in a filled text. */
export type ReadBack = ReadonlyMap<TemplateName, string>

/** Longer texts are not looked at. */
const LONGEST = 8_192
/** How often a text is looked for in another. */
const MOST = 16

/** The values of a text that was filled from the template; undefined when it was not. */
export function readBack(template: string, text: string): ReadBack | undefined {
  return readEach(`^${patternOf(template)}$`, template, text)[0]
}

/** The same for a text that holds several, apart by spaces or commas. */
export function readBackEach(template: string, text: string): readonly ReadBack[] {
  return readEach(`(?<=^|[\\s,])${patternOf(template)}(?=$|[\\s,])`, template, text)
}

function readEach(pattern: string, template: string, text: string): readonly ReadBack[] {
  if (text.length > LONGEST) return []
  const names = templatesIn(template)
  const found: ReadBack[] = []
  for (const [, ...values] of text.matchAll(new RegExp(pattern, 'g'))) {
    found.push(new Map(names.map((name, i) => [name, values[i] ?? ''])))
    if (found.length === MOST) break
  }
  return found
}

const TEXT = '(\\S{1,1000}?)'
const patterns: Readonly<Partial<Record<TemplateName, string>>> = {
  timestamp: '(\\d{1,12})',
  timestamp_ms: '(\\d{1,15})',
  now_rfc3339: '([0-9T:.Z+-]{20,35})',
  uuid: '([0-9a-f-]{36})',
  signature: '([\\w+/=-]{1,2048})',
  body_sha256: '([0-9a-f]{64})',
}

function patternOf(template: string): string {
  let pattern = ''
  let from = 0
  for (const { 0: whole, 1: inner = '', index } of template.matchAll(PLACE)) {
    const name = nameOf(inner)
    if (!isTemplate(name)) continue
    pattern += literal(template.slice(from, index)) + (patterns[name] ?? TEXT)
    from = index + whole.length
  }
  return pattern + literal(template.slice(from))
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** `{{ body }}` is `{{body}}`. */
function nameOf(inner: string): string {
  return inner.trim().replace(/\s+/g, ' ')
}

function isTemplate(name: string): name is TemplateName {
  return (templateNames as readonly string[]).includes(name)
}
