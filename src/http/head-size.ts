/**
 * How large the head of an answer may be. Clients and proxies refuse heads much over 8 KiB, and then see no answer at
 * all: what a client or a description made long is shortened where it means something shorter, else left out.
 */

/** Bytes of a head, with its status line and the fields that the server adds. */
export const LONGEST_HEAD: number = 8 * 1024
/** What the status line, Date, Content-Length and those of the connection take at most. */
const OF_SERVER = 384
const MOST = LONGEST_HEAD - OF_SERVER
/** A character takes at most so many bytes. */
const WIDEST = 3
/** Characters of a value that is cut. */
const CUT = 256

/** Names and values in turn, as they fit into a head. The same list where all of them do, as nearly always. */
export function fittedHead(fields: readonly string[]): readonly string[] {
  if (fits(fields)) return fields
  const shorter = fields.map((text, i) => (i % 2 === 0 ? text : shortened(fields[i - 1] ?? '', text)))
  const sizes = shorter.flatMap((name, i) => (i % 2 === 0 ? [bytesOf(name) + bytesOf(shorter[i + 1] ?? '') + 4] : []))
  let excess = sizes.reduce((sum, size) => sum + size, 0) - MOST
  const gone = new Set<number>()
  const weight = (at: number): number => (sizes[at] ?? 0) - (shortOf(shorter[2 * at] ?? '') === undefined ? 0 : MOST)
  for (const at of [...sizes.keys()].sort((a, b) => weight(b) - weight(a))) {
    if (excess <= 0) break
    gone.add(at)
    excess -= sizes[at] ?? 0
  }
  return shorter.filter((_, i) => !gone.has(i >> 1))
}

/** What `fittedHead` did, in words: `Location (200,014 bytes)`. */
export function leftOutOf(fields: readonly string[], fitted: readonly string[]): string {
  const kept = new Map<string, number>()
  const names = (list: readonly string[]): readonly string[] => list.filter((_, i) => i % 2 === 0)
  for (const name of names(fitted)) kept.set(name, (kept.get(name) ?? 0) + 1)
  const gone = names(fields).filter((name) => {
    const left = kept.get(name) ?? 0
    kept.set(name, left - 1)
    return left <= 0
  })
  const told = gone.slice(0, MOST_TOLD).map((name) => name.slice(0, CUT))
  const more = gone.length > MOST_TOLD ? ` and ${gone.length - MOST_TOLD} more` : ''
  return gone.length === 0 ? 'long values are shortened' : `${told.join(', ')}${more} left out`
}

const MOST_TOLD = 8

/** Most answers are far below it whatever their characters take. */
function fits(fields: readonly string[]): boolean {
  let length = 2 * fields.length
  for (const text of fields) length += text.length
  if (length * WIDEST <= MOST) return true
  return length <= MOST && fields.reduce((sum, text) => sum + bytesOf(text), 2 * fields.length) <= MOST
}

/** At most; a text that no head holds is not counted to its end. */
function bytesOf(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length && bytes <= MOST; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}

function shortened(name: string, value: string): string {
  return value.length <= CUT ? value : (shortOf(name)?.(value) ?? value)
}

/** How a long value of this field is said in few words; undefined for one that means something else then, or nothing. */
function shortOf(name: string): ((value: string) => string) | undefined {
  const lower = name.toLowerCase()
  return lower.startsWith('x-tool-') ? begin : SHORTER.get(lower)
}

const begin = (value: string): string => `${value.slice(0, CUT)}...`
/** RFC 9110 11.6.1: a challenge may be its scheme alone. */
const scheme = (value: string): string => (/^[\w!#$%&'*+.^`|~-]{1,64}(?= |$)/.exec(value) ?? ['Bearer'])[0]

const SHORTER = new Map<string, (value: string) => string>([
  ['www-authenticate', scheme],
  ['proxy-authenticate', scheme],
  ['content-type', (value) => (/^[^;\s]{1,127}(?=[;\s]|$)/.exec(value) ?? ['application/octet-stream'])[0]],
  ['allow', (value) => value.slice(0, 4 * CUT).replace(/,[^,]*$/, '')],
])
