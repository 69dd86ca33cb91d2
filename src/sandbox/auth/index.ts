import { apiKey } from './api-key.ts'
import { http, mutualTls, oauth2, openIdConnect } from './http.ts'
import type { SchemeKind } from './scheme.ts'

/** Every kind of security scheme. A new one is its file and a line here. */
export const schemeKinds: readonly SchemeKind[] = [apiKey, http, oauth2, openIdConnect, mutualTls]
