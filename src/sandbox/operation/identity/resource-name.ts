/** Names with slashes (AIP-122): what stands before the own part of a record's name, and which part the client chose. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { endsInThing, sameThing, stem } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import { parametersOf } from '../input.ts'

export interface NameBegun {
  /** `projects/p/topics/`: what names of new records begin with. */
  readonly under: string
  /** The whole name, where the client chose it. */
  readonly name?: string
}

/** How the name of a new record begins; undefined where its type is not named so. */
export function nameBegun(call: Call, plan: ResourcePlan, input: JsonObject): NameBegun | undefined {
  const { namesAt, path } = call.compiled.operation
  const home = namesAt === undefined ? undefined : homeOf(plan, call.runtime)
  if (namesAt === undefined || home === undefined || plan.id.place.join('.') !== 'name') return undefined
  const last = /\{([^{}]+)\}/.exec(path.split('/')[namesAt[1] + 1] ?? '')?.[1] ?? ''
  const parent = call.pathParameters.get(home.parent) ?? call.pathParameters.get(last)
  if (parent === undefined) return undefined
  const { collection } = home
  const under = `${parent}/${collection}/`
  const sent = idText(at(input, plan.id.place)) ?? ''
  if (sent.startsWith(under)) return { under, name: sent }
  const chosen = ownPart(call, collection) ?? (sent === '' || sent.includes('/') ? undefined : sent)
  return { under, ...(chosen !== undefined && { name: under + chosen }) }
}

/** `topicId` of the request: the last part of the name (AIP-133); in the query also `shopTopicId`. */
function ownPart(call: Call, collection: string): string | undefined {
  const asked = Object.entries(parametersOf(call)).filter(([name]) => /_?id$/i.test(name))
  const sent = Object.entries(isObject(call.body) ? call.body : {}).filter(([name]) => /_?id$/i.test(name))
  const found =
    [...asked, ...sent].find(([name]) => sameThing(stem(name), collection)) ??
    asked.find(([name]) => endsInThing(stem(name), collection) && !OTHER.test(stem(name)))
  const text = found === undefined ? undefined : idText(found[1])
  return text === undefined || text === '' || text.includes('/') ? undefined : text
}

/** `shop_topic` is a topic; `old_topic` is another one. */
const OTHER = /^(parent|source|target|destination|old|previous|replace|replaced|base|original|related|linked|request)_/

interface Home {
  readonly collection: string
  /** The parameter that names what the collection stands in. */
  readonly parent: string
}

/** Where the records stand, by the path that reads them. */
const homeOf = oncePer((plan: ResourcePlan, runtime: Runtime): Home | undefined => {
  const reader = runtime.operationsOn(plan.type).find((op) => op.namesAt !== undefined && op.plan.kind === 'read')
  const [, parent, collection] = /\{([^{}]+)\}\/([^/{}]+)\/\{[^{}]+\}$/.exec(reader?.path ?? '') ?? []
  return parent === undefined || collection === undefined ? undefined : { collection, parent }
})
