/** What of a request a sandbox may remember: without its credential, the tokens that it issued and what is secret by its name. */
import { type Redactor, redactorOf } from '../../traffic/redact.ts'
import { formedTokens, ISSUED, ISSUED_LENGTH } from '../auth/tokens.ts'
import type { Sandbox } from '../sandbox.ts'

/** Names under which a description says that keys are sent. */
export function credentialNames({ head }: Sandbox['api']): readonly string[] {
  return Object.values(head.securitySchemes).flatMap((scheme) => (scheme.type === 'apiKey' ? [scheme.name] : []))
}

/**
 * `key` makes the placeholders this sandbox's own; `names` are the declared names that carry credentials; `api` knows the
 * tokens that look like nothing.
 */
export function makeRedactor(
  key: string,
  credential: string,
  names: readonly string[],
  api?: Sandbox['api'],
): Redactor {
  const also = (): ((word: string) => boolean) | undefined => (api === undefined ? undefined : formedTokens(api))
  return redactorOf({ key, credential, names, issued: { pattern: ISSUED, length: ISSUED_LENGTH, also } })
}
