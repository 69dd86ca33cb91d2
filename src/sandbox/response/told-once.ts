/** Secrets that an answer tells only when they are made. */
import type { OperationPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { words } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const SECRET = /secret|token|key|password|passcode|credential/i
const SHOWN = /\b(returned|return|shown|displayed|visible|available|included|provided|present|revealed|exposed)\b/i
const ONCE =
  /\bonly\b[^.]{0,60}\b(once|(on|at|upon|during|after|in|by|when)\b[^.]{0,40}\b(creat\w+|generat\w+|rotat\w+|regenerat\w+))|\bonce\b[^.]{0,40}\bcreat|\b(never|not)\b[^.]{0,15}\b(returned|shown|displayed|visible|available|retrieved?|seen)\b[^.]{0,20}\b(again|afterwards?|later)\b|\bcreated\b[^.]{0,40}\bfull\b[^.]{0,60}\. *otherwise\b/i

const NONE: ReadonlySet<string> = new Set()

/** The optional properties of an object that are said to be told once: `secret`, "Only returned at creation". */
export const toldOnce: (schema: Schema & object, runtime: Runtime) => ReadonlySet<string> = oncePer(
  (schema: Schema & object, runtime: Runtime): ReadonlySet<string> => {
    const { properties, required } = runtime.view(schema)
    const names = [...properties].flatMap(([name, property]) => {
      const { description } = runtime.view(property).keywords
      const isTold =
        typeof description === 'string' && SHOWN.test(description) && ONCE.test(description.slice(0, 1_000))
      return isTold && SECRET.test(name) && !required.has(name) ? [name] : []
    })
    return names.length === 0 ? NONE : new Set(names)
  },
)

/** True for an operation whose answer tells them. */
export const makesSecrets: (plan: OperationPlan) => boolean = oncePer(
  ({ kind, verb = '', makes }: OperationPlan): boolean =>
    /^(create|upload|bulk)$/.test(kind) || makes !== undefined || words(verb).some((word) => RENEWS.test(word)),
)

const RENEWS = /^(rotate|regenerate|reset|roll(ing|over)?$|renew|refresh|reissue|reveal|create|generate)/
