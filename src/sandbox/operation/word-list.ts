/** Words that are put into a list of words, each a record of which there is no more than its id. */
import type { ResourcePlan } from '../../api/plan.ts'
import { isObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { Links } from '../state/links.ts'
import { withAt } from '../state/place.ts'
import { takeOut } from './delete.ts'
import type { Result } from './kind.ts'
import { echoed } from './passthrough.ts'

/** Words that one request puts in. */
const MOST = 1_000

/** What a POST adds, and what a PUT puts in the place of all; undefined where the type is no list of words. */
export function wordsPut(call: Call, plan: ResourcePlan, links: Links): Result | undefined {
  const sent = plan.words === true ? textsIn(call.body) : undefined
  if (sent === undefined) return undefined
  const { link, filter } = call.resources.indexFor(links)
  const wanted = Object.entries(filter)
  const there = call.resources.records
    .list(plan.type, { link, reverse: false })
    .filter((record) => wanted.every(([own, value]) => record.links[own] === value))
  if (call.compiled.operation.method === 'PUT') for (const record of there) takeOut(call, plan, record)
  for (const text of sent)
    if (!call.resources.exists(plan, text, links))
      call.resources.make({ plan, sources: [withAt({}, plan.id.place, text)], links, id: text })
  return { show: 'value', sources: echoed(call), key: `words/${call.request.path}` }
}

function textsIn(body: unknown): readonly string[] | undefined {
  const [only] = isObject(body) ? Object.values(body) : [body]
  if (!Array.isArray(only) || only.length > MOST) return undefined
  return only.every((one) => typeof one === 'string' && one !== '')
    ? [...new Set(only as readonly string[])]
    : undefined
}
