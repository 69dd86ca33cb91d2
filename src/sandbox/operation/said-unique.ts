/** What the declared conflict of a create says that no two records may share: "A book with the same `title` already exists". */
import type { ResourcePlan } from '../../api/plan.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import type { CompiledOperation } from './compiled.ts'
import { allProperties, recordSchema } from './input.ts'

/** Records that are compared, the newest first: a create must not take longer the more there are. */
const MOST = 200

/** The property by which a record under the same parents is as the input says, where the description knows that for a conflict. */
export function sharedByAnother(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): string | undefined {
  const names = saidUnique(call.compiled, call.runtime).filter((name) => isSaid(input[name]))
  if (names.length === 0) return undefined
  const { link, filter } = call.resources.indexFor(links)
  const wanted = Object.entries(filter)
  for (const other of call.resources.records.list(plan.type, { link, limit: MOST, reverse: true })) {
    if (wanted.some(([own, value]) => other.links[own] !== value)) continue
    const name = names.find((one) => other.value[one] === input[one])
    if (name !== undefined) return name
  }
  return undefined
}

function isSaid(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

const CONFLICTS: readonly RegExp[] = [
  /\bwith (?:an? |the |this |that |such )?(?:same |provided |given |specified |such )?(?:[a-z]+ )?[`'"]?(?!already|exist)([A-Za-z_]+)[`'"]? (?:provided |given )?(?:was |has been |is )?(?:already|exist)/i,
  /\bthe same [`'"]?([A-Za-z_]+)[`'"]? (?:already |is |exists)/i,
  /^[\W]*(?:the )?(?:[a-z]+ )?[`'"]?([A-Za-z_]+)[`'"]? (?:conflicts with an existing|is (?:already )?(?:in use|taken|used))/i,
]

const saidUnique = oncePer(({ operation }: CompiledOperation, runtime: Runtime): readonly string[] => {
  const text = operation.responses['409']?.description.slice(0, 1_000) ?? ''
  const shown = runtime.resource(operation.plan.type)
  const asked = recordSchema(operation, runtime)
  if (text === '' || shown === undefined || asked === undefined) return []
  const own = allProperties(shown.schema, runtime)
  const sent = allProperties(asked, runtime)
  const found = CONFLICTS.flatMap((form) => form.exec(text)?.[1] ?? [])
  return [...new Set(found)].filter((name) => {
    const { types, keywords } = runtime.view(own.get(name))
    return own.has(name) && sent.has(name) && !types.includes('boolean') && keywords['enum'] === undefined
  })
})
