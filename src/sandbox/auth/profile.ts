/** Profiles: records that nobody makes and that show, under their names, those who log in and the one who asks. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { plain } from '../../derive/naming/words.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { selfAs, selves } from './caller.ts'
import { type Reading, readingOfObject } from './shown-person.ts'

/** What names a person wherever they are shown: numbers of two types are not the same. */
const NAME = /^(username|login|handle|nickname|screenname|email|emailaddress)$/

interface Profile {
  readonly person: ResourcePlan
  /** What the person has the id of the profile as. */
  readonly name: string
  readonly isSelf: boolean
  readonly reading: Reading
}

/** What is shown of the person whose name the id is; undefined where it is nobody's. */
export function shownUnder(call: Call, plan: ResourcePlan, id: string): JsonObject | undefined {
  for (const { person, name, isSelf, reading } of profilesOf(plan, call.runtime)) {
    const { records } = call.resources
    const found = isSelf ? [selfAs(call, person).record] : records.list(person.type, { link: '', reverse: false })
    const who = found.find(({ value }) => value[name] === id)
    if (who !== undefined) return reading(who.value) as JsonObject | undefined
  }
  return undefined
}

/** The people that records of the type show. */
const profilesOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Profile[] => {
  const [key = '', ...deeper] = plan.id.place
  if (plan.creatable || deeper.length > 0 || !NAME.test(plain(key))) return []
  const users = runtime.api.head.operations.flatMap(({ plan: { session } }) => runtime.resource(session?.user) ?? [])
  const people = [...new Set(users)].map((person) => ({ person, isSelf: false }))
  return [...people, ...selves(runtime).map((person) => ({ person, isSelf: true }))].flatMap(({ person, isSelf }) => {
    const name = [...allProperties(person.schema, runtime).keys()].find((own) => plain(own) === plain(key))
    const reading = person === plan ? undefined : readingOfObject(plan.schema, person, runtime)
    return name === undefined || reading === undefined ? [] : [{ person, name, isSelf, reading }]
  })
})
