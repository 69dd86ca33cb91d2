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
  return saidDeed(draw) ?? oneOf({ ...draw, key: `${draw.record}${holder(draw.pointer)}~deed` }, deeds)
}

const TYPES = ['event_type', 'eventType', 'event_name', 'eventName']
const TYPE = /^(?:\w{1,40}\.){0,4}([A-Za-z][\w-]{0,40})\.([A-Za-z][\w-]{0,40})$/

function saidDeed({ near }: Draw): Deed | undefined {
  for (const object of near === undefined ? [] : [...near.sources, ...near.samples])
    for (const name of TYPES) {
      const said = (object as Readonly<Record<string, unknown>> | null)?.[name]
      const [, resource, done] = typeof said === 'string' ? (TYPE.exec(said) ?? []) : []
      if (resource !== undefined && done !== undefined) return told(resource.toLowerCase(), done.toLowerCase())
    }
  return undefined
}

function told(resource: string, done: string): Deed {
  const known = deeds.find((one) => one.resource === resource && one.done === done)
  const words = `${resource} ${done}`.replace(/[_-]+/g, ' ')
  return known ?? { resource, done, summary: words.charAt(0).toUpperCase() + words.slice(1) }
}
