/** Records that come by what happens to others: deliveries, logs, events. */
import type { Operation } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { snake } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import { mediaOf, successFor } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'

const HAPPENS =
  /(^|_)(log|event|delivery|attempt|activity|history|audit|audit_entry|trace|failure|error|bounce|click|open)$/
/** Those who come, and what they do. */
const JOINS =
  /(^|_)(member|participant|attendee|caller|subscriber|follower|viewer|watcher|reaction|vote|like|reply|submission)$/

/** True for a type whose records no request makes, and that is called after what happens, or who comes. */
export function comesByItself({ type, creatable }: ResourcePlan): boolean {
  return !creatable && (HAPPENS.test(type) || JOINS.test(type))
}

/** What is only ever listed under such a name (`/history`, `/team.accessLogs`), of nobody else's: a new account has none. */
export const isOwnHistory: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  ({ type, creatable, links }: ResourcePlan, runtime: Runtime): boolean => {
    if (creatable || links.length > 0) return false
    const heads = runtime.operationsOn(type)
    return (
      heads.length > 0 &&
      heads.every(
        ({ id, method, path, plan }) =>
          method === 'GET' &&
          plan.kind === 'list' &&
          (HAPPENED.test(type) || HAPPENED.test(lastWords(path)) || isActivity(path)) &&
          isOfCaller(runtime.operation(id).operation, path) &&
          mayBeEmpty(runtime.operation(id).operation, runtime),
      )
    )
  },
)

function mayBeEmpty(operation: Operation, runtime: Runtime): boolean {
  const answer = successFor(operation)
  const schemas = answer.mediaTypes.map((type) => mediaOf(answer, type)?.schema)
  return schemas.every((schema) => {
    const list = schemaAt(runtime.view, schema, operation.plan.output ?? [])
    return list === undefined || runtime.accepts(list, [])
  })
}

const HAPPENED = /(^|_)(logs?|histor(y|ies)|audits?|audit_(logs?|entry|entries|trail))$/
/** Whose, or of what: other activities are things to do. */
const ACTIVITY =
  /(^|_)(users?|accounts?|access|audit|log_?ins?|sign_?ins?|admins?|api|apps?|members?|teams?|organi[sz]ations?|workspaces?|projects?|sessions?|security|settings|recent|my|me|system)_activit(y|ies)$/

/** `/access_settings/activity`, `/user_activities`; not `/activities` that can be booked. */
function isActivity(path: string): boolean {
  return ACTIVITY.test(lastWords(path, 2))
}

/** The history of what the query must name (`/weather/history?city=`) is that of the world. */
function isOfCaller({ parameters }: Operation, path: string): boolean {
  return !/histor(y|ies)$/.test(lastWords(path)) || !parameters.some((one) => one.in === 'query' && one.required)
}

/** `/v1/team.accessLogs` → `team_access_logs`. */
function lastWords(path: string, count = 1): string {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  return snake(parts.slice(-count).join('_'))
}

/** Such types under a record of this one, each with the link to it. */
export const happeningUnder: (plan: ResourcePlan, runtime: Runtime) => readonly (readonly [ResourcePlan, string])[] =
  oncePer((plan: ResourcePlan, runtime: Runtime): readonly (readonly [ResourcePlan, string])[] =>
    runtime.api.head.resources.flatMap((other) => {
      const [only, ...rest] = other.links
      return comesByItself(other) && HAPPENS.test(other.type) && only?.type === plan.type && rest.length === 0
        ? [[other, only.link] as const]
        : []
    }),
  )

/** `/users/{id}/channels` that no request makes there, beside channels that requests make: which of them a user has. */
export const tellsOfOthers: (plan: ResourcePlan, runtime: Runtime) => boolean = oncePer(
  ({ type, creatable, links }: ResourcePlan, runtime: Runtime): boolean =>
    !creatable &&
    links.some(({ type: above }) => {
      const own = above !== undefined && type.startsWith(`${above}_`) ? type.slice(above.length + 1) : undefined
      return runtime.api.head.resources.some((other) => other.type === own && other.creatable)
    }),
)
