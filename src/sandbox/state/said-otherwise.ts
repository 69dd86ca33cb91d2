/** Parents that a request names by another form of the property that links to them: `project_id` beside `project`. */
import type { ResourceType } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Birth } from './new-record.ts'
import { idText, withAt } from './place.ts'

interface Otherwise {
  readonly link: string
  readonly type: ResourceType
  /** The property that links. */
  readonly own: string
  /** What the request says instead. */
  readonly id: string
}

function saidOtherwise(plan: ResourcePlan, sent: JsonObject): readonly Otherwise[] {
  const linking = linkingOf(plan)
  if (linking.length === 0) return []
  const names = Object.keys(sent).map((name) => [plain(name), name] as const)
  return linking.flatMap(({ link, type, own, forms }) => {
    if (Object.hasOwn(sent, own)) return []
    const [, other] = names.find(([name]) => forms.has(name)) ?? []
    const id = other === undefined ? undefined : idText(sent[other])
    return id === undefined ? [] : [{ link, type, own, id }]
  })
}

interface Linking extends Omit<Otherwise, 'id'> {
  /** What else it may be called, plain. */
  readonly forms: ReadonlySet<string>
}

const linkingOf = oncePer(({ links }: ResourcePlan): readonly Linking[] =>
  links.flatMap(({ link, type, property }) => {
    const [own] = property?.length === 1 ? property : []
    const base = plain(own ?? '').replace(/(id|key|uuid)$/, '')
    if (own === undefined || type === undefined || base === '') return []
    return [{ link, type, own, forms: new Set(FORMS.map((form) => base + form)) }]
  }),
)

const FORMS = ['', 'id', 'key', 'uuid']

/** The property that links to a parent follows where the request names the parent otherwise. */
export function withParentsSaid({ plan, resources, sent, links, fits }: Birth, value: JsonObject): JsonObject {
  let whole = value
  for (const { link, type, own, id } of saidOtherwise(plan, sent)) {
    const parent = Object.hasOwn(links, link) ? undefined : resources.runtime.resource(type)
    const record = parent === undefined ? undefined : resources.find(parent, id, {})
    if (parent === undefined || record === undefined) continue
    const names = [...parent.alternateKeys, parent.id.place].map((place) => at(record.value, place))
    const told = names.map((name) => withAt(whole, [own], name)).find(fits)
    if (told !== undefined) whole = told
  }
  return whole
}
