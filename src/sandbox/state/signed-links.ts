/** Signed links (`…?expires=1619218302&signature=…`) last from now on, as long as words or the example say. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { snake } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { type Json, type JsonObject, setOwn, withTexts } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { isSigned } from './fitting-addresses.ts'
import { momentIn } from './moments.ts'
import { samplesOf } from './samples.ts'
import { isMade } from './times.ts'

/** Objects and lists are followed so far. */
const DEPTH = 4
/** When the link ends, as a Unix time. */
const ENDS = /\b(expires=)(\d{10}|\d{13})(?!\d)/i
const DAY = 86_400_000
/** Where nothing says how long. */
const USUAL = 7 * DAY
const LONGEST = 400 * DAY

/** How long signed links of the type last, in milliseconds; undefined where it has none. */
export const lifetimeOfLinks: (plan: ResourcePlan, runtime: Runtime) => number | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime) => {
    const [sample] = samplesOf(plan, runtime).single
    let shown: string | undefined
    const look = (text: string): string => {
      if (isSigned(text)) shown ??= ENDS.exec(text)?.[2]
      return text
    }
    withTexts(sample, look, DEPTH)
    const said = wordsIn(plan.schema, runtime, 0)
    if (shown === undefined && said === undefined) return undefined
    return said ?? between(sample, Number(shown?.slice(0, 10)) * 1000) ?? USUAL
  },
)

/** "The link returned will expire in 30 days." */
const SAID = /\blinks?\b[^.]{0,60}\bexpires? (?:in|after) (\d{1,3}) (minute|hour|day)s?\b/i
const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: DAY }

/** Levels of properties that are looked at, and how many of them in all. */
const LEVELS = 3
const PROPERTIES = 5000

/** What was looked at: with the level at which it was, as a deeper one sees less. */
interface Seen {
  readonly levels: Map<Schema, number>
  left: number
}

function wordsIn(
  schema: Schema,
  runtime: Runtime,
  level = 1,
  seen: Seen = { levels: new Map(), left: PROPERTIES },
): number | undefined {
  if (level > LEVELS || (seen.levels.get(schema) ?? LEVELS + 1) <= level) return undefined
  seen.levels.set(schema, level)
  for (const one of allProperties(schema, runtime).values()) {
    if (--seen.left < 0) return undefined
    const { properties, items } = runtime.view(one)
    const inner = items ?? (properties.size > 0 ? one : undefined)
    const said = saidOf(one, runtime) ?? (inner === undefined ? undefined : wordsIn(inner, runtime, level + 1, seen))
    if (said !== undefined) return said
  }
  return undefined
}

/** How long links last, as the words about a property say. */
function saidOf(schema: Schema, runtime: Runtime): number | undefined {
  const known = saidBy(runtime)
  if (known.has(schema)) return known.get(schema)
  const { description } = runtime.view(schema).keywords
  const [, count, unit = ''] = (typeof description === 'string' && SAID.exec(description.slice(0, 500))) || []
  const said = count === undefined ? undefined : Number(count) * (UNITS[unit.toLowerCase()] ?? DAY)
  known.set(schema, said)
  return said
}

/** The same schemas are looked at for many types. */
const saidBy = oncePer((_runtime: Runtime) => new Map<Schema, number | undefined>())

function between(sample: JsonObject | undefined, end: number): number | undefined {
  const made = Object.entries(sample ?? {}).find(([name]) => isMade(name))?.[1]
  const start = made === undefined ? undefined : momentIn(made)
  const span = start === undefined ? 0 : end - start
  return span > 0 && span < LONGEST ? span : undefined
}

/** What is known of the record whose links they are. */
interface Whose {
  readonly plan: ResourcePlan
  readonly id: string
  readonly sent: JsonObject
  readonly now: Instant
}

/** The record with links that end so long after now, and lead to files of its own; what was sent stays. */
export function withLivingLinks(value: JsonObject, whose: Whose, lifetime: number, runtime: Runtime): JsonObject {
  const { plan, sent, now, id } = whose
  const properties = allProperties(plan.schema, runtime)
  const copy: Record<string, Json> = {}
  for (const [name, old] of Object.entries(value)) {
    const schema = properties.get(name)
    const lasting = Object.hasOwn(sent, name) ? old : withTexts(old, (text) => living(text, now + lifetime), DEPTH)
    const saysFolders = (one: Schema, links: unknown): boolean =>
      !runtime.accepts(
        one,
        withTexts(links, (text) => owned(text, 'nothing', id), DEPTH),
      )
    const own = lasting === old ? old : withTexts(lasting, (text) => owned(text, plan.type, id), DEPTH)
    const isFit =
      own !== lasting && schema !== undefined && runtime.accepts(schema, own) && saysFolders(schema, lasting)
    setOwn(copy, name, (isFit ? own : lasting) as Json)
  }
  return copy
}

function living(text: string, end: number): string {
  if (!isSigned(text)) return text
  return text.replace(ENDS, (_, name: string, old: string) => name + String(end).slice(0, old.length))
}

/** A folder with files of another type: `/letters/ltr_4868c3b754655f90_thumb.png`. */
const FOLDER = /^(https?:\/\/[^/?#]+\/)([a-z][a-z_-]*s)\/([a-z]{2,6}_[A-Za-z0-9]{8,})(?![A-Za-z0-9])/

function owned(text: string, type: string, id: string): string {
  if (!isSigned(text) || text.includes(id)) return text
  return text.replace(FOLDER, (_, host: string, folder: string) => {
    const glue = folder.includes('_') ? '_' : '-'
    return `${host}${snake(type).replaceAll('_', glue)}s/${id}`
  })
}
