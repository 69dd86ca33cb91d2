/** Does something that is done to a record make a record of another type? `POST /captures/{id}/refund` makes a refund. */
import type { ParentPlan, Place } from '../../api/plan.ts'
import { plain, words } from '../naming/words.ts'
import { isCreate, type Member } from '../resources/families.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { findRecord } from '../schemas/bodies.ts'
import type { Planner } from './planner.ts'

export interface MadeByVerb {
  readonly type: TypeDraft
  /** Where the answer holds it. */
  readonly output: Place
  /** What the path says of its parents: the record that the verb is done to, and those above. */
  readonly parents: readonly ParentPlan[]
}

/** What only looks, and what goes on in the background, makes nothing. */
const LOOKS = /^(preview|calculate|simulate|check|validate|estimate|search|render|test|verify|list|get|show)$/
const JOB = /(^|_)(task|job|operation|action|process|activity|status|result)$/
const TAKES =
  /^(un\w{4,}|remove|delete|detach|clear|cancel|update|set|edit|change|close|archive|assign|move|mark|resend|transfer)$/

/** Such records are read below the record that the verb is done to: `train` of a project answers one of its `iterations`. */
function isShownBelow(type: TypeDraft, path: string): boolean {
  const record = path.slice(0, path.lastIndexOf('/') + 1)
  return type.families.some((family) =>
    family.members.some(
      ({ site, act }) =>
        act.op.method === 'GET' &&
        act.op.path.startsWith(record) &&
        (site.role === 'collection' || site.role === 'item'),
    ),
  )
}

export function madeByVerb({ act, site }: Member, draft: TypeDraft, planner: Planner): MadeByVerb | undefined {
  const { reader, ids, parents } = planner
  const verb = words(site.verb ?? '')[0] ?? ''
  if (site.role !== 'item-verb' || act.op.method !== 'POST' || act.answer.nature !== 'data' || LOOKS.test(verb))
    return undefined
  const found = findRecord(act.answer.media?.schema, { names: [] }, reader)
  const component = reader.component(found?.schema)
  if (found === undefined || found.form !== 'one' || component === undefined) return undefined
  if (draft.hints.components?.has(component) === true) return undefined
  const type = [...ids.keys()].find((other) => other !== draft && other.hints.components?.has(component) === true)
  if (type === undefined || type.singleton || JOB.test(type.name)) return undefined
  const isCalledSo = plain(type.name).startsWith(plain(verb))
  const isMadeElsewhere = type.families.some((family) => family.members.some((member) => isCreate(member)))
  const isMade = act.answer.status === '201' && !isMadeElsewhere
  if (!isCalledSo && !isMade && (TAKES.test(verb) || !isShownBelow(type, act.op.path))) return undefined
  const target = act.shape.parts[site.parts.length]
  const path = target === undefined ? site.parts : [...site.parts, target]
  return { type, output: found.place, parents: parents.inPath(path, type, act.op) }
}
