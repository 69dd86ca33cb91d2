/** Where an answer can tell of its page in two ways (number and size, offset and limit), it tells of it in the way of the request. */
import type { ListPlan, Place } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain, snake } from '../../../derive/naming/words.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { sentFor } from './input.ts'

/** What one of several ways says, and the names of the others. */
export interface OneStyle {
  /** The fact that each of its properties tells. */
  readonly says: readonly (readonly [place: Place, fact: string])[]
  readonly absent: readonly Place[]
}

/** Undefined where there is one way only, or nothing tells which is meant. */
export function oneStyle(call: Call, plan: ListPlan, schema: Schema | undefined): OneStyle | undefined {
  if (typeof schema !== 'object') return undefined
  const ways = waysIn(schema, call.runtime)
  if (ways.length > 1) return chosen(call, plan, ways)
  const { pageNumber, totalPages, offset, skip } = plan.settings
  if (skip === undefined || !Array.isArray(pageNumber) || !Array.isArray(offset)) return undefined
  const used = usedIn(call, plan)
  if (used === undefined) return undefined
  const strays = used === 'offset' ? [pageNumber, totalPages] : [offset]
  const absent = strays.flatMap((place) => (Array.isArray(place) && place.length === 1 ? [place as Place] : []))
  const { required } = call.runtime.view(schema)
  return { says: [], absent: absent.filter(([name = '']) => !required.has(name)) }
}

function usedIn(call: Call, plan: ListPlan): 'page' | 'offset' | undefined {
  const isSent = (setting: string): boolean => sentFor(call, plan, setting) !== undefined
  const byPage = isSent('page')
  const byOffset = isSent('skip')
  return byPage === byOffset ? undefined : byPage ? 'page' : 'offset'
}

type Way = ReadonlyMap<string, string>

/** The alternatives of an answer that differ in how they tell of the page, and in nothing else. */
const waysIn = oncePer((schema: Schema & object, { view }: Runtime): readonly Way[] => {
  const { variants } = view(schema)
  const ways = variants.map((variant): Way | undefined => {
    const facts = [...view(variant).properties].map(([name, one]) => [name, factOf(name, view(one).types)] as const)
    const isWhole = facts.length > 0 && facts.every(([, fact]) => fact !== undefined)
    return isWhole ? new Map(facts as readonly (readonly [string, string])[]) : undefined
  })
  return ways.every((way) => way !== undefined) ? (ways as readonly Way[]) : []
})

function factOf(name: string, types: readonly string[]): string | undefined {
  if (!types.includes('integer')) return undefined
  const word = snake(name)
  return FACTS.find(([pattern]) => pattern.test(word))?.[1]
}

const FACTS: readonly (readonly [pattern: RegExp, fact: string])[] = [
  [/^(page|current_page|page_(number|no|index))$/, 'pageNumber'],
  [/^((total|nb|num|number_of)_pages|page_count|pages)$/, 'totalPages'],
  [/(^|_)(limit|per_page|page_size|size)$/, 'pageSize'],
  [/^(offset|skip|start)$/, 'offset'],
  [/^(estimated_)?(total|count|found|nb|num)(_(hits|count|results|items|elements|records))?$/, 'total'],
]

/** The way whose names the request has, else that of offset and limit. */
function chosen(call: Call, plan: ListPlan, ways: readonly Way[]): OneStyle | undefined {
  const sent = new Set(sentNames(call).map(plain))
  const used = ways.find((way) => [...way.keys()].some((name) => sent.has(plain(name)) && isOwn(name, way, ways)))
  const usual = ways.filter((way) => [...way.values()].includes('offset'))
  const way = used ?? (usual.length === 1 ? usual[0] : undefined)
  if (way === undefined || plan.style === 'token') return undefined
  const others = new Set(ways.flatMap((one) => [...one.keys()]))
  return {
    says: [...way].map(([name, fact]) => [[name], fact] as const),
    absent: [...others].filter((name) => !way.has(name)).map((name) => [name]),
  }
}

function isOwn(name: string, way: Way, ways: readonly Way[]): boolean {
  return ways.every((one) => one === way || !one.has(name))
}

function sentNames({ query, body }: Call): readonly string[] {
  const inBody = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  return [...query.map(([name]) => name), ...inBody]
}
