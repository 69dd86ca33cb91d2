/** Words that are put into a list of words, each a record of which there is no more than its id. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import { withAt } from '../../state/place.ts'
import { createOne } from '../create-one.ts'
import { deleteOne } from '../delete-one.ts'
import type { Refusal, Result } from '../kind.ts'
import { echoed } from '../kinds/passthrough.ts'

/** Words that one request puts in. */
const MOST = 1_000

/** What a POST adds, and what a PUT puts in the place of all; undefined where the type is no list of words. */
export function wordsPut(call: Call, plan: ResourcePlan, links: Links): Result | undefined {
  if (plan.words !== true || call.compiled.operation.requestBody === undefined) return undefined
  const sent = textsIn(call.body)
  if (sent === undefined) return { refuse: refused(call) }
  if (call.compiled.operation.method === 'PUT') {
    const { link, filter } = call.resources.indexFor(links)
    const wanted = Object.entries(filter)
    for (const record of call.resources.records.list(plan.type, { link, reverse: false }))
      if (wanted.every(([own, value]) => record.links[own] === value)) {
        const refused = deleteOne(call, plan, record, { isOneOfSeveral: true })
        if (refused !== undefined) return refused
      }
  }
  for (const id of sent) {
    if (call.resources.exists(plan, id, links)) continue
    const made = createOne(call, plan, { links, given: withAt({}, plan.id.place, id), id, isAside: true })
    if ('refuse' in made) return made
  }
  return { show: 'value', sources: echoed(call), key: `words/${call.request.path}` }
}

function refused(call: Call): Refusal {
  const status = ['422', '400'].find((one) => Object.hasOwn(call.compiled.operation.responses, one)) ?? '400'
  return {
    status: Number(status),
    message: `Expected up to ${MOST} words, none of them empty`,
    code: 'invalid_request',
  }
}

function textsIn(body: unknown): readonly string[] | undefined {
  const [only] = isObject(body) ? Object.values(body) : [body]
  if (!Array.isArray(only) || only.length > MOST) return undefined
  return only.every((one) => typeof one === 'string' && one !== '')
    ? [...new Set(only as readonly string[])]
    : undefined
}
