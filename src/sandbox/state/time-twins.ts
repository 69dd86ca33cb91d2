/** The same time told twice: `DateString: 2025-11-20T00:00:00` beside `Date`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain } from '../../derive/naming/words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { momentOf } from './moments.ts'
import { withAt } from './place.ts'
import { sameForm } from './times.ts'

interface Twins {
  readonly time: string
  readonly text: string
}

/** Properties that tell a time, with those of their name that tell it as a text. */
export const timeTwins: (plan: ResourcePlan, runtime: Runtime) => readonly Twins[] = oncePer((plan, runtime) => {
  const properties = allProperties(plan.schema, runtime)
  const byName = new Map([...properties.keys()].map((name) => [plain(name), name]))
  return [...properties].flatMap(([text, schema]): readonly Twins[] => {
    const [, of = ''] = TEXT.exec(plain(text)) ?? []
    const time = byName.get(of)
    const { types, keywords } = runtime.view(schema)
    return time !== undefined && types[0] === 'string' && keywords['enum'] === undefined ? [{ time, text }] : []
  })
})

const TEXT = /^((?:[a-z]+)?(?:date|time|at|on|utc))(?:string|str)$/

/** The text tells what the time does, and where only the text was sent, the time what that does; each in its form. */
export function withTimeTwins(
  twins: readonly Twins[],
  value: JsonObject,
  sent: JsonObject,
  fits: (value: JsonObject) => boolean,
): JsonObject {
  return twins.reduce((told, { time, text }) => {
    const [isSent, isTextSent] = [time, text].map((name) => Object.hasOwn(sent, name))
    if (isSent && isTextSent) return told
    const [from, to] = isTextSent ? [text, time] : [time, text]
    const [moment, before] = [momentOf(told[from]), momentOf(told[to])]
    if (moment === undefined || before === undefined || moment === before) return told
    const form = inForm(told[to], moment)
    const whole = form === undefined ? told : withAt(told, [to], form)
    return fits(whole) ? whole : told
  }, value)
}

function inForm(old: unknown, moment: number): unknown {
  const next = sameForm(old, moment)
  const isZoneless = typeof old === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(old)
  return isZoneless && typeof next === 'string' ? next.slice(0, 19) : next
}
