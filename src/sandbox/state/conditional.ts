/**
 * What words say is there only at times: "only set once the upload is `done`", "null until the export is complete",
 * "if there is an active broadcast".
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from './place.ts'
import { allProperties } from './properties.ts'

export interface Condition {
  /** The values that the words name; none where they name something that is not of the record. */
  readonly when: readonly { readonly place: Place; readonly value: string }[]
  /** The words say when it is not there. */
  readonly isAbsent: boolean
  /** It goes again with the value. */
  readonly isPassing: boolean
}

/** `is only set once …`, `will be present when …`; the clause after it is the condition. */
const PRESENT =
  /\b(?:only (?:be )?(?:present|set|available|included|returned|populated|provided|shown|appears?|exists?)|(?:present|set|available|included|returned|populated|provided|shown|appears?|exists?) only|will (?:only )?be (?:present|set|populated|available|included|returned)|(?:null|empty|blank|absent|unset) (?=until|unless))\s*(if|when|once|after|for|while|until|unless|as soon as)\b([^.;\n]{1,160})/i
const ABSENT =
  /\b(?:null|empty|blank|absent|omitted|unset|not (?:set|present|included|returned|available)) (if|when|while|for|before)\b([^.;\n]{1,160})/i
/** Of something else that need not be there. */
const IF_ANY =
  /\bif (?:there (?:is|was) (?:one|any|an? )|any\b(?= *[.,;)]|$)|(?:one|it) exists\b)|\bonly \w+ (?:if|when) (?:an? |there )[\w -]*(?:error|failure|fails?|failed|problem)|\b(?:added|included|present|set) (?:if|when) the [\w -]+ (?:is|was) created from\b|\b(?:if|when|where) applicable\b|\bnull if (?:none|not set|unset|there (?:is|are) (?:none|no ))/i

/** The conditions of properties that no request says, by their names. */
export const conditionsOf: (plan: ResourcePlan, runtime: Runtime) => ReadonlyMap<string, Condition> = oncePer(
  (plan, runtime) => {
    const properties = allProperties(plan.schema, runtime)
    const values = [...properties].flatMap(([name, schema]) =>
      textsIn(runtime.view(schema).keywords['enum']).map((value) => ({ place: [name] as Place, value })),
    )
    const { status } = plan
    if (status !== undefined) values.push(...status.values.map((value) => ({ place: status.place, value })))
    const found = new Map<string, Condition>()
    for (const [name, schema] of properties) {
      if (name === plan.id.place[0] || name === status?.place[0]) continue
      const { description } = runtime.view(schema).keywords
      const condition =
        typeof description === 'string' ? conditionIn(plainly(description.slice(0, 600)), name, values) : undefined
      if (condition !== undefined) found.set(name, condition)
    }
    return found
  },
)

/** Without marks of HTML, and without the first of two ways to say the same: "when it is over, that is, when its `state` is `done`". */
function plainly(description: string): string {
  return description
    .replace(/<\/?code>/gi, '`')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(
      /\b(when|if|while|once|after|until)\b[^.,;`]{1,80}, (?:that is|i\.e\.),? (?=(?:when|if|while|once|after|until)\b)/gi,
      '',
    )
}

function conditionIn(words: string, own: string, values: Condition['when']): Condition | undefined {
  const present = PRESENT.exec(words)
  const [, by = '', said = ''] = present ?? ABSENT.exec(words) ?? []
  const [clause = ''] = said.split(/[,)]| and (?:is|are|will|has|may|can) /)
  const when = clause === '' ? [] : values.filter(({ place, value }) => place[0] !== own && isNamed(clause, value))
  if (when.length > 0) return { when, isAbsent: present === null, isPassing: /^(if|when|while)$/i.test(by) }
  return IF_ANY.test(words) ? { when, isAbsent: false, isPassing: false } : undefined
}

/** In quotes, or said of the status: "is complete". */
function isNamed(clause: string, value: string): boolean {
  const spelt = plain(value)
  if (spelt.length < 3) return false
  for (const [, , quoted = ''] of clause.matchAll(/(?<!\w)([`'"*]+)([\w -]+)\1/g))
    if (plain(quoted) === spelt) return true
  for (const [, said = ''] of clause.matchAll(
    /\b(?:is|are|becomes?|(?:status|state) (?:is|becomes|of|=)|(?:goes|moves|transitions) (?:in)?to)(?: in)?(?: the| an?)? ([\w-]+)/gi,
  ))
    if (plain(said) === spelt) return true
  return false
}

function textsIn(choices: unknown): readonly string[] {
  return Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : []
}

/** Whether what the words say of a property is so: only of words that name a value of the record. */
export function holds({ when, isAbsent }: Condition, value: JsonObject): boolean {
  return when.some((one) => at(value, one.place) === one.value) !== isAbsent
}
