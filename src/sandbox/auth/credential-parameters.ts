/** Parameters in which a description repeats what its security schemes already say: the credential. */
import type { Operation, Parameter, SecurityScheme } from '../../api/description.ts'
import { plain } from '../../derive/naming/words.ts'

/** Names that mean the caller's credential whatever is said of them. */
const CERTAIN =
  /^(authorization|proxyauthorization|xauthorization|(x)?(access|api|auth|oauth|bearer|authentication)(token|key))$/
/** Header fields that end so mean it as well, whatever product or owner is named before it (`X-Acme-Api-Key`). */
const CERTAIN_FIELD = /(api|access|auth|subscription|application|app)(token|key)$/
/** Names that mean it where the words beside them say so. */
const LIKELY = /^(token|key|auth|apikeyid|sessiontoken|secret)$/
const SAID = /\bauth(enticat|oriz|[ -]?token)|\bapi[ -]?(key|token)|\baccess[ -]?token|\bbearer\b|\bcredential/i

/** True when the operation asks for a credential, so that a parameter may repeat it. */
export function isGuarded(operation: Operation): boolean {
  return operation.security.length > 0 && operation.security.every((one) => Object.keys(one).length > 0)
}

/**
 * True when the parameter carries the caller's credential, by a scheme of the same name, by its name, or by its name
 * and its words. In the query the words are not enough: a description that asks there for a token means it.
 */
export function carriesCredential(parameter: Parameter, schemes: Readonly<Record<string, SecurityScheme>>): boolean {
  if (parameter.in === 'path') return false
  const declared = Object.values(schemes).some(
    (s) => s.type === 'apiKey' && s.in === parameter.in && s.name.toLowerCase() === parameter.name.toLowerCase(),
  )
  const word = plain(parameter.name)
  if (declared || CERTAIN.test(word) || (parameter.in === 'header' && CERTAIN_FIELD.test(word))) return true
  return parameter.in !== 'query' && namesCredential(parameter.name, parameter.description)
}

/** The same for a property of a body or form, where only its words can tell the caller's credential from one that is data. */
export function namesCredential(name: string, description: unknown): boolean {
  const word = plain(name)
  return (LIKELY.test(word) || CERTAIN.test(word)) && typeof description === 'string' && SAID.test(description)
}
