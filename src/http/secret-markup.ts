/** Secrets in elements of XML and HTML, which may be cut or broken anywhere: what is below a name, or beside one. */
import type { Span } from './secret-forms.ts'
import type { IsSecret } from './secret-names.ts'

interface Tag {
  /** Without its prefix. */
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
  readonly attributes: string
  readonly start: number
  readonly end: number
}

const PIECE =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(\/?)(?:[A-Za-z_][\w.-]{0,127}:)?([A-Za-z_][\w.-]{0,255})((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)(?:>|$)/g
const MOST_TAGS = 8_192
const LONGEST_NAME = 256

export function secretElements(text: string, isSecret: IsSecret): readonly Span[] {
  const tags = tagsOf(text)
  const found: Span[] = []
  let done = 0
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i]
    if (tag === undefined || tag.kind !== 'open' || tag.start < done) continue
    const close = closeOf(tags, i)
    const end = tags[close]?.start ?? text.length
    if (isNamedSecret(tag, text.slice(tag.end, Math.min(end, tag.end + 64)), isSecret)) {
      found.push(contentOf(text, tag.end, end))
      i = close
    } else if (close === i + 1) found.push(...besideName(text, tags, i, isSecret))
    done = Math.max(done, found.at(-1)?.end ?? 0)
  }
  return found.filter(({ start, end }) => end > start)
}

function tagsOf(text: string): readonly Tag[] {
  const tags: Tag[] = []
  for (const { 0: whole, 1: slash, 2: name, 3: attributes = '', index } of text.matchAll(PIECE)) {
    if (name === undefined) continue
    const kind = slash === '/' ? 'close' : attributes.endsWith('/') ? 'empty' : 'open'
    tags.push({ name, kind, attributes, start: index, end: index + whole.length })
    if (tags.length >= MOST_TAGS) break
  }
  return tags
}

/** The tag that closes one; behind the last where none does. */
function closeOf(tags: readonly Tag[], at: number): number {
  const { name } = tags[at] ?? { name: '' }
  let depth = 0
  for (let i = at; i < tags.length && i - at < MOST_BETWEEN; i++) {
    const tag = tags[i]
    if (tag?.name !== name || tag.kind === 'empty') continue
    depth += tag.kind === 'open' ? 1 : -1
    if (depth === 0) return i
  }
  return tags.length
}

/** Elements are looked through for the end of one of them; what is secret and holds more is so to the end. */
const MOST_BETWEEN = 256

const NAMING =
  /(?:^|\s)(?:name|key|id|field|n|k|property|var|type|label)\s{0,8}=\s{0,8}(?:"([^"]{1,256})"|'([^']{1,256})')/gi

function isNamedSecret({ name, attributes }: Tag, content: string, isSecret: IsSecret): boolean {
  if (isSecret(name, 'body', content)) return true
  for (const [, double, single] of attributes.slice(0, 2_048).matchAll(NAMING))
    if (isSecret(double ?? single ?? '', 'body', content)) return true
  return false
}

const NAMERS =
  /^(?:name|key|field|param(?:eter)?|property|attribute|variable|label|header|n|k|td|th|dt|string|type|kind|prompt)$/i
const VALUERS = /^(?:value|val|v|content|text|data|string|td|dd|default|current|new|old)$/i

/** `<key>password</key><string>x</string>`, in either order: the element beside one that holds a name. */
function besideName(text: string, tags: readonly Tag[], at: number, isSecret: IsSecret): readonly Span[] {
  const [open, close] = [tags[at], tags[at + 1]]
  if (open === undefined || close === undefined || !NAMERS.test(open.name)) return []
  if (close.start - open.end > LONGEST_NAME) return []
  const name = plain(text.slice(open.end, close.start))
  if (name.length < 2 || !isSecret(name, 'body', 'x')) return []
  const after = valueAfter(tags, at)
  const next = tags[after]
  if (next !== undefined) return [contentOf(text, next.end, tags[closeOf(tags, after)]?.start ?? text.length)]
  const [before, closed] = [tags[at - 2], tags[at - 1]]
  if (before?.kind !== 'open' || closed?.kind !== 'close' || !VALUERS.test(before.name)) return []
  return [contentOf(text, before.end, closed.start)]
}

/** Elements between a name and its value. */
const MOST_BESIDE = 4

/** Where the element that holds the value of a name begins, with others between them; -1 where there is none. */
function valueAfter(tags: readonly Tag[], at: number): number {
  let i = at + 2
  for (let others = 0; others <= MOST_BESIDE; others++) {
    const tag = tags[i]
    if (tag === undefined || tag.kind === 'close' || tag.name === tags[at]?.name) return -1
    if (tag.kind === 'open' && VALUERS.test(tag.name)) return i
    i = tag.kind === 'empty' ? i + 1 : closeOf(tags, i) + 1
  }
  return -1
}

/** A value alone without the blanks around it; what holds elements as a whole. */
function contentOf(text: string, from: number, to: number): Span {
  const whole = text.slice(from, to)
  const [start, end] = [from + (whole.length - whole.trimStart().length), to - (whole.length - whole.trimEnd().length)]
  return { start, end: Math.max(start, end), meant: plain(whole) }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** What characters and CDATA sections of an element mean. */
function plain(content: string): string {
  return withoutEntities(content.replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, '$1').trim())
}

export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
