/** What the words of a path parameter say of further names for a record. */
import type { Parameter } from '../../api/description.ts'
import type { Place } from '../../api/plan.ts'
import { plain } from '../naming/words.ts'

/** A parameter that names a record. */
interface Way {
  readonly param: Parameter | undefined
  readonly name: string
}

/** "The ID or UID of the application", `uidOrKey`. */
export function namedInText(way: Way, names: Iterable<string>): readonly string[] {
  const text = way.param?.description ?? ''
  const fromName = /^(.+?)Or([A-Z].*)$/.exec(way.name)
  const pairs = /\b(\w+)\s*(?:,|\/|or|\bor the\b|\bor its\b)\s*(?:the |its |a )?[`'"*]*(\w+)\b/gi
  const said = new Set<string>()
  const halves = new Set<string>()
  const instead = text.length < 400 ? [...text.matchAll(INSTEAD), ...text.matchAll(EITHER)] : []
  const quoted = instead.flatMap(([, a, b]) => [a, b].flatMap((name) => (name === undefined ? [] : [plain(name)])))
  if (fromName?.[1] !== undefined && fromName[2] !== undefined)
    for (const half of [fromName[1], fromName[2]]) halves.add(plain(half))
  if (text.length < 400)
    for (const match of text.matchAll(pairs)) {
      const [, a, b] = match
      if (a !== undefined && b !== undefined && (isIdWord(a) || isIdWord(b)))
        for (const half of [a, b]) said.add(plain(half))
    }
  return [...names].filter((name) => {
    const word = plain(name)
    return halves.has(word) || (said.has(word) && isIdWord(name)) || quoted.includes(word)
  })
}

/** "Can also be the `unique_name` of the thing", "Use the group name instead of id". */
const INSTEAD =
  /\b(?:can|may) also be (?:the |its |an? )?[`'"](\w+)[`'"]|\buse (?:the |its )?(?:\w+ )?(name|slug|key|code|handle|username) instead of (?:the |its )?(?:\w+ )?id\b/gi

/** "Either the `sid` or the `unique_name` of the thing", "Can be the thing's `sid` or its `unique_name`". */
const EITHER =
  /\b(?:either|can be|may be) (?:the |its |an? )?(?:[\w ]{1,40}['’]s )?[`'"](\w+)[`'"],? or (?:the |its |an? )?[`'"](\w+)[`'"]/gi

/** "For code use prefix `code-`": what stands before the value of another key. */
const PREFIXED = /\bfor (?:the |an? )?(\w+),? use (?:the )?prefix [`'"]([\w-]{1,16}[-_:.~])[`'"]/gi

export function keyPrefixes(ways: readonly Way[], alternateKeys: readonly Place[]): readonly string[] {
  const keys = new Set(alternateKeys.map((key) => plain(key.at(-1) ?? '')))
  const texts = new Set(ways.slice(0, 40).map(({ param }) => (param?.description ?? '').slice(0, 400)))
  const found = [...texts].flatMap((text) =>
    [...text.matchAll(PREFIXED)].flatMap(([, name, prefix]) => (keys.has(plain(name ?? '')) ? [prefix ?? ''] : [])),
  )
  return [...new Set(found)]
}

function isIdWord(word: string): boolean {
  return /^(id|uid|uuid|guid|slug|key|name|handle|number|code|sid|username|login|email)$/i.test(word)
}
