/** What of a request carries a credential: no rule puts it into an answer or a record. */
import type { ApiHead } from '../../api/description.ts'
import { CREDENTIAL_FIELDS } from '../../http/secrets.ts'
import { oncePer } from '../../support/once-per.ts'
import { fieldOf } from './api-key.ts'

export interface Secrets {
  /** Request fields, in lower case. */
  readonly headers: ReadonlySet<string>
  /** Query parameters. */
  readonly query: ReadonlySet<string>
}

/** The fields that carry credentials whatever the description says. */
export const ALWAYS_SECRET: Secrets = {
  headers: new Set(CREDENTIAL_FIELDS),
  query: new Set(),
}

/** With the API keys that a description declares. */
export const secretsOf: (head: ApiHead) => Secrets = oncePer(({ securitySchemes }: ApiHead): Secrets => {
  const keys = Object.values(securitySchemes).flatMap((scheme) => (scheme.type === 'apiKey' ? [scheme] : []))
  const named = (place: 'header' | 'query'): string[] => keys.flatMap((key) => (key.in === place ? [key.name] : []))
  return {
    headers: new Set([
      ...ALWAYS_SECRET.headers,
      ...named('header').map((name) => name.toLowerCase()),
      ...named('query').flatMap((name) => fieldOf(name) ?? []),
    ]),
    query: new Set(named('query')),
  }
})
