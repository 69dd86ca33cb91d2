/** Parents that a request names by another form of the property that links to them: `project_id` beside `project`. */
import type { ResourceType } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { JsonObject } from '../../support/json.ts'
import { idText, plain } from './place.ts'

export interface Otherwise {
  readonly link: string
  readonly type: ResourceType
  /** The property that links. */
  readonly own: string
  /** What the request says instead. */
  readonly id: string
}

export function saidOtherwise(plan: ResourcePlan, sent: JsonObject): readonly Otherwise[] {
  return plan.links.flatMap(({ link, type, property }) => {
    const [own] = property?.length === 1 ? property : []
    if (own === undefined || type === undefined || Object.hasOwn(sent, own)) return []
    const base = plain(own).replace(/(id|key|uuid)$/, '')
    if (base === '') return []
    const other = Object.keys(sent).find((name) => FORMS.some((form) => plain(name) === base + form))
    const id = other === undefined ? undefined : idText(sent[other])
    return id === undefined ? [] : [{ link, type, own, id }]
  })
}

const FORMS = ['', 'id', 'key', 'uuid']
