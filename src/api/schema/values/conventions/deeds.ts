/** One event tells of one deed: its type, what it was done to, and the sentence that says so. */
import { type Draw, oneOf } from '../draw.ts'
import { holder } from '../persona.ts'
import { type Deed, deeds } from '../words/deeds.ts'
import { kindsAround } from './kinds.ts'

const EVENT = /(^|_)(event|webhook|notification|audit|activity)(_|$)/

/** True inside an event, a notification or the like. */
export function isOfEvent(draw: Draw): boolean {
  return kindsAround(draw).some(({ word }) => EVENT.test(word))
}

/** That of the type which the object says; else one of its own. */
export function deedOf(draw: Draw): Deed {
  const { eventNames = [] } = draw
  const known = eventNames.length > 0 ? eventNames.flatMap((name) => namedDeed(name) ?? []) : deeds
  return (
    saidDeed(draw) ??
    oneOf({ ...draw, key: `${draw.record}${holder(draw.pointer)}~deed` }, known.length > 0 ? known : deeds)
  )
}

const TYPES = ['event_type', 'eventType', 'event_name', 'eventName']
const TYPE = /^(?:\w{1,40}\.){0,4}([A-Za-z][\w-]{0,40})\.([A-Za-z][\w-]{0,40})$/

function saidDeed({ near }: Draw): Deed | undefined {
  for (const object of near === undefined ? [] : [...near.sources, ...near.samples])
    for (const name of TYPES) {
      const said = (object as Readonly<Record<string, unknown>> | null)?.[name]
      const deed = typeof said === 'string' ? namedDeed(said) : undefined
      if (deed !== undefined) return deed
    }
  return undefined
}

function namedDeed(type: string): Deed | undefined {
  const [, resource, done] = TYPE.exec(type) ?? []
  return resource === undefined || done === undefined
    ? undefined
    : { ...told(resource.toLowerCase(), done.toLowerCase()), type }
}

function told(resource: string, done: string): Deed {
  const known = deeds.find((one) => one.resource === resource && one.done === done)
  return (
    known ?? { resource, done, summary: sentenceOf(resource.replace(SEPARATORS, ' '), done.replace(SEPARATORS, ' ')) }
  )
}

/** `A payment capture was completed`, `An email bounced`; of what is not called after a deed, the words. */
function sentenceOf(what: string, done: string): string {
  if (!DONE.test(done)) return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${done}`
  return `${/^[aeiou]/.test(what) ? 'An' : 'A'} ${what} ${BY_ITSELF.test(done) ? done : `was ${done}`}`
}

/** What is sent when an event of such a name takes place. */
export function descriptionOfEvent(type: string): string | undefined {
  const summary = namedDeed(type)?.summary
  return summary === undefined ? undefined : `Sent when ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
}

const SEPARATORS = /[_-]+/g
const DONE = /^(?:\w+ed|paid|sent|won|lost|made|given|taken|withdrawn|overdue)$/
const BY_ITSELF =
  /^(?:failed|succeeded|expired|occurred|happened|arrived|joined|started|ended|stopped|bounced|changed|finished)$/
