import type { Place } from '../../api/plan.ts'
import { textOf } from '../../support/json.ts'
import { OFFSET, PAGE, SIZES, TOKEN } from './names.ts'
import type { Input, ListContext, ListStyle } from './style.ts'

const UNTIL = /^(until|before|max_?time)$/i
const SINCE = /^(since|min_?time)$/i
const FROM = /^from$/i

/** `until` beside a limit, where the answer's `next` is said to be a time: what was made before then follows. */
export const byTime: ListStyle = {
  name: 'by-time',
  recognise(context) {
    const { inputs, envelope } = context
    const place = envelope['nextPage']
    const isSized = inputs.some(({ name }) => SIZES.some((names) => names.test(name)))
    const until = numberNamed(UNTIL, context) ?? takesTime(FROM, context)
    const isWalked = inputs.some(({ name }) =>
      [PAGE, OFFSET, TOKEN].some((names) => names.test(name) && name !== 'from'),
    )
    if (!isSized || !saysTime(place, context) || (until === undefined && isWalked)) return undefined
    const since = numberNamed(SINCE, context)
    const back = envelope['previousPage']
    return {
      settings: {
        until: until?.name ?? 'until',
        ...(since !== undefined && { since: since.name }),
        nextToken: place as Place,
        ...(since !== undefined && saysTime(back, context) && { previousToken: back as Place }),
      },
      why: `${until?.name ?? 'until'} takes the time from the previous answer`,
    }
  },
}

function numberNamed(names: RegExp, { inputs, reader }: ListContext): Input | undefined {
  return inputs.find(({ name, schema }) => names.test(name) && /number|integer/.test(reader.view(schema).types.join()))
}

/** An input of such a name that is said to be a time. */
function takesTime(names: RegExp, { inputs, reader }: ListContext): Input | undefined {
  return inputs.find(
    ({ name, schema, description }) =>
      names.test(name) &&
      !inputs.some((other) => BOUNDS.test(other.name)) &&
      [description, reader.view(schema).keywords['description']].some((said) => TIME.test(textOf(said))),
  )
}

/** What ends the range that `from` begins. */
const BOUNDS = /^(to|until|before|end|end_?(time|date|at)?)$/i

function saysTime(place: unknown, { answered, reader }: ListContext): boolean {
  if (!Array.isArray(place)) return false
  return TIME.test(textOf(reader.view(reader.at(answered, place as Place)).keywords['description']))
}

const TIME = /\b(timestamp|unix time|time (of|at|when|before|after|in)|milliseconds|moment)\b/i
