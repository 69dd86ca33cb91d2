/** What tells of a failure or an end, which a new record has not met. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { snake } from '../../derive/naming/words.ts'

const WRONG =
  /^(?:(?:last|latest)_)?(?:(?:failure|error|rejection|denial)(?:_(?:reason|message|code|details?|description|text|info|type|cause|category|explanation))?|(?:fail|failed|failing|reject|rejected|decline|declined|denied)_(?:reason|message|code|details?|description|text|cause))$/
const ENDED =
  /^(?:cancell?(?:ation|ed)?|suspension|suspended|closure|closed|termination|terminated|revocation|revoked|deactivation|deactivated|blocked|banned|end|ended|hangup|disconnect|lock|locked|active_lock)_(?:by|reason(?:_(?:code|text|description))?)$/
/** Why it is in its state: a new record is so for no reason. */
const WHY = /^(?:status|state)_(?:details?|reasons?)$/
const TROUBLES = /(?:^|_)(?:errors|failures|warnings?|violations)$/
/** "The declined payment transactions might have payment advice codes." */
const OF_DECLINED = /^(?:the )?(?:declined|failed|rejected) (?:payments?|transactions?|charges?|captures?|refunds?)\b/i
/** What was done last, or who did it: nobody has done it yet. */
const LAST =
  /^(?:last|latest|final|previous)_(?!updat|modif|chang|edit|creat|sav|writ|revision|version)[a-z]+(?:_[a-z]+)?$/
/** Records that tell of what went wrong themselves. */
const TELLS =
  /(^|_)(error|failure|exception|fault|crash|incident|issue|alert|rejection|denial|bounce|log|event|problem)$/

/** What tells why something failed or came to its end, and no request can say. */
export function wentWrong(
  name: string,
  { types, properties, keywords }: SchemaView,
  { type }: Pick<ResourcePlan, 'type'>,
  isAsked: boolean,
): boolean {
  const word = snake(name)
  const description = typeof keywords['description'] === 'string' ? keywords['description'].slice(0, 60) : ''
  const isOne = types.includes('object') || properties.size > 0
  if (!isAsked && types.includes('string') && OF_DECLINED.test(description)) return true
  if (isAsked || !(isOne || types.includes('string') || types.includes('integer'))) return false
  const isBy = word.endsWith('_by')
  if ((!isOne || isBy) && ENDED.test(word)) return true
  if ((isOne || isBy) && LAST.test(word)) return true
  if (WHY.test(word)) return true
  return !TELLS.test(type) && (WRONG.test(word) || (isOne && TROUBLES.test(word)))
}

/** True for the name of a list of what went wrong. */
export function areTroubles(name: string): boolean {
  return TROUBLES.test(snake(name))
}
