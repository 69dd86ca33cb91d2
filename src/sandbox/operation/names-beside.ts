/** The name that a record shows beside the id of another: `payee_name` follows from the `payee_id` that was sent. */
import type { ResourcePlan } from '../../api/plan.ts'
import { type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import { NO_VALUES } from '../state/merge.ts'
import { idText, plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'

interface Beside {
  /** The property that holds the id of the other. */
  readonly id: string
  /** The property that shows its name. */
  readonly name: string
  readonly other: ResourcePlan
  /** What the other calls its name. */
  readonly label: string
}

const LABELS = ['name', 'friendly_name', 'friendlyName', 'display_name', 'displayName']

/** Values for such names, where the input names records that there are and does not say the names itself. */
export function namesBeside(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): JsonObject {
  const all = besideOf(plan, call.runtime)
  let found: Record<string, unknown> | undefined
  for (const { id, name, other, label } of all) {
    const sent = Object.hasOwn(input, id) && !Object.hasOwn(input, name) ? idText(input[id]) : undefined
    if (sent === undefined) continue
    const around = Object.entries(links).filter(([link]) => other.links.some((own) => own.link === link))
    const called = call.resources.find(other, sent, Object.fromEntries(around))?.value[label]
    if (typeof called !== 'string') continue
    found ??= {}
    setOwn(found, name, called)
  }
  return (found as JsonObject | undefined) ?? NO_VALUES
}

const besideOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Beside[] => {
  const properties = allProperties(plan.schema, runtime)
  const texts = new Map(
    [...properties].flatMap(([name, schema]) =>
      runtime.view(schema).types.includes('string') ? [[plain(name), name] as const] : [],
    ),
  )
  return [...properties.keys()].flatMap((id) => {
    const stem = plain(/^(.+?)_?(id|Id|ID|sid|Sid|uuid|gid)$/.exec(id)?.[1] ?? '')
    const name = stem === '' ? undefined : texts.get(`${stem}name`)
    const other = runtime.api.head.resources.find((one) => one !== plan && plain(one.type) === stem)
    if (name === undefined || other === undefined || other.singleton === true) return []
    const labels = allProperties(other.schema, runtime)
    const label = LABELS.find((one) => labels.has(one) && runtime.view(labels.get(one)).types.includes('string'))
    return label === undefined ? [] : [{ id, name, other, label }]
  })
})
