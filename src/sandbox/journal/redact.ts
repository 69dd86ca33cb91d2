/** What of a request a sandbox may remember: without its credential, the tokens that it issued and what is secret by its name. */
import { type Redactor, redactorOf } from '../../traffic/redact.ts'
import { ISSUED, ISSUED_LENGTH } from '../auth/tokens.ts'

/** `key` makes the placeholders this sandbox's own; `names` are the declared names that carry credentials. */
export function makeRedactor(key: string, credential: string, names: readonly string[]): Redactor {
  return redactorOf({ key, credential, names, issued: { pattern: ISSUED, length: ISSUED_LENGTH } })
}
