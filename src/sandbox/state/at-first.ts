/** What is off, or null, in a new record, as words and requests tell. */
import type { ResourcePlan } from '../../api/plan.ts'
import { isProse } from '../../api/schema/generate.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { doing, doneForms, takesBack } from '../../derive/naming/verbs.ts'
import { plain, snake, words } from '../../derive/naming/words.ts'
import type { Json } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import type { Context } from './newborn.ts'

/** "If it has not been finalized yet, this will be null." */
export function saysNullAtFirst({ keywords: { description } }: SchemaView): boolean {
  return typeof description === 'string' && NULL_AT_FIRST.test(description.slice(0, 1_000))
}

const NULL_AT_FIRST =
  /\b(?:ha(?:s|ve)(?:n't| not)|is(?:n't| not) yet)\b[^.]{0,60}\bnull\b|\bnull\b[^.]{0,30}\b(?:until|before|has(?:n't| not)|is(?:n't| not) yet)\b/i

/** "Etag of the file during the previous import": nothing was imported yet. */
export function saysOfLast({ keywords: { description } }: SchemaView): boolean {
  return typeof description === 'string' && OF_LAST.test(description.slice(0, 300))
}

const OF_LAST =
  /^[^.;]{0,80}\b(?:during|from|at|in|of|by|on) (?:the |its |their )?(?:previous|last|latest|most recent) (?:successful |failed )?(?:import|export|sync|synchroni[sz]ation|fetch|run|execution|scan|check|poll|backup|deploy|deployment|build|log-?in|sign-?in|attempt|retry|delivery|refresh|crawl)\b/i

/** `automatic_tax: {enabled}`, which requests may switch on. */
export function switchedOff(
  name: string,
  view: SchemaView,
  { asked, runtime }: Pick<Context, 'asked' | 'runtime'>,
): readonly string[] {
  const { properties, required, keywords: own } = view
  if (!asked.has(plain(name)) || own['example'] !== undefined) return []
  return [...properties].flatMap(([inner, schema]) => {
    const { types, keywords } = runtime.view(schema)
    const isSaid = ['default', 'example', 'examples', 'const', 'enum'].some((one) => keywords[one] !== undefined)
    return required.has(inner) && SWITCH.test(inner) && types.includes('boolean') && !isSaid ? [inner] : []
  })
}

const SWITCH = /^(is_?)?(enabled|activated|on)$/i

/** `active`, which `POST /jobs/{id}/activate` sets: nobody did so yet. */
export function isSetLater(
  name: string,
  { types, keywords }: SchemaView,
  shown: Json | undefined,
  { plan, runtime }: Pick<Context, 'plan' | 'runtime'>,
): boolean {
  if (types[0] !== 'boolean' || shown !== undefined || keywords['example'] !== undefined) return false
  return flagsOfActions(plan, runtime).has(plain(name).replace(/^is(?=[a-z]{4})/, ''))
}

/** Flags that operations of the record set: `published` after `publish`. */
const flagsOfActions = oncePer((plan: ResourcePlan, runtime: Runtime): ReadonlySet<string> => {
  const actions = runtime.operationsOn(plan.type).filter(({ plan: { kind, target } }) => kind === 'action' && target)
  const verbs = actions.flatMap(({ plan: { verb = '' } }) => (isWholeVerb(verb) ? [verb] : []))
  const undone = new Set(verbs.flatMap(takesBack))
  return new Set(
    verbs
      .filter((verb) => !/^un/.test(verb) && !(BEGINS_SO.test(doing(verb)) && undone.has(doing(verb))))
      .flatMap((verb) => [...doneForms(verb), ...(doing(verb) === 'activate' ? ['active'] : [])]),
  )
})

/** It is done to the record, not to a part of it: `activate`, `mark_as_paid`, but not `activate_card`. */
function isWholeVerb(verb: string): boolean {
  const all = words(verb)
  return all.length === 1 || /^(mark|set|make)$/.test(all[0] ?? '')
}

/** What is so from the start where another operation ends it. */
const BEGINS_SO =
  /^(activate|reactivate|enable|open|start|resume|run|connect|attach|subscribe|register|join|watch|show)$/

/** A text that people write or add, and nobody did, where it has to be there all the same. */
export function isBlank(name: string, { types, keywords }: SchemaView, { required, asked, isWhole }: Context): boolean {
  const isShown = keywords['example'] !== undefined || keywords['examples'] !== undefined
  return (
    !isWhole &&
    asked.has(plain(name)) &&
    required.has(name) &&
    types[0] === 'string' &&
    !isShown &&
    (isProse(snake(name)) || ADDED_LATER.test(snake(name)))
  )
}

/** What people add of themselves, or of what is theirs, when it is there. */
const ADDED_LATER = /(^|_)(image|avatar|picture|photo|logo|cover|banner|thumbnail|website|homepage)(_url|_uri)?$/

/** `outbound-api` for messages created by the REST API. */
export function madeHere({ keywords: { description } }: SchemaView): string | undefined {
  return typeof description === 'string' ? MADE_HERE.exec(description.slice(0, 1_000))?.[1] : undefined
}

const MADE_HERE =
  /[`"']([\w.-]{2,40})[`"'][^`"'.]{1,60}\b(?:created|initiated|sent|made|added|placed|started) (?:by|via|through|using|with|from) (?:the |our )?(?:REST )?API\b/i

/** Labels or options that people give, where some must be there. */
export function isUntagged(name: string, { types, properties }: SchemaView, { asked }: Context): boolean {
  return types.includes('object') && properties.size === 0 && asked.has(plain(name))
}
