import type { Place } from '../../api/plan.ts'
import { plain } from '../naming/words.ts'
import type { Input, ListContext, ListStyle, Settings } from './style.ts'

/** Pairs beyond these tell records apart no better. */
const MOST = 4

/** Inputs say which values the first record of the page has; the answer says those of the next page (`NextBookName`, `NextBookType`). */
export const fromValues: ListStyle = {
  name: 'from-values',
  recognise(context) {
    const { envelope, inputs } = context
    if (envelope['hasMore'] === undefined || envelope['nextToken'] !== undefined) return undefined
    if ('nextUrl' in envelope || 'nextPage' in envelope || 'nextOffset' in envelope) return undefined
    const pairs = inputs.flatMap((input) => pairOf(input, context) ?? []).slice(0, MOST)
    const [first] = pairs
    if (first === undefined) return undefined
    const settings: Settings = Object.fromEntries(
      pairs.flatMap(({ from, by, next }, index) => [
        [`from${index}`, from],
        [`by${index}`, [by]],
        [`next${index}`, next],
      ]),
    )
    return {
      settings,
      why: `the page starts with the record that ${first.from} names; ${first.next.join('.')} names the next`,
    }
  },
}

interface Pair {
  readonly from: string
  readonly by: string
  readonly next: Place
}

/** `name`, of `NextBookName`, which is the `Name` of the next record. */
function pairOf({ name }: Input, { answered, found, reader }: ListContext): Pair | undefined {
  const own = plain(name).replace(/^start/, '')
  if (own === '') return undefined
  const next = [...reader.properties(answered)].find(
    ([one, schema]) => /^next[_A-Z]/i.test(one) && plain(one).endsWith(own) && reader.isScalar(schema),
  )?.[0]
  const by = [...reader.properties(found.schema)].find(
    ([one, schema]) => reader.isScalar(schema) && (own.endsWith(plain(one)) || plain(one).endsWith(own)),
  )?.[0]
  return next === undefined || by === undefined ? undefined : { from: name, by, next: [next] }
}
