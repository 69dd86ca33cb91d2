/** What a 401 asks for: Bearer, and beside it each declared scheme of the Authorization field that is another. */
import type { Operation, SecurityScheme } from '../../api/description.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { schemeNamed } from './scheme.ts'

/** The challenges, each in a field line of its own: many clients read but the first of a line (RFC 9110 11.6.1). */
export const challenges: (operation: Operation, runtime: Runtime) => readonly string[] = oncePer(
  (operation: Operation, { api }: Runtime): readonly string[] => {
    const names = operation.security.flatMap((requirement) => Object.keys(requirement))
    const others = names.flatMap((name) => challengeOf(schemeNamed(api.head, name)))
    return ['Bearer', ...new Set(others)].flatMap((challenge) => ['WWW-Authenticate', challenge])
  },
)

/** Keys in other fields, the query or a cookie have no scheme by which HTTP could ask for them. */
function challengeOf(scheme: SecurityScheme | undefined): readonly string[] {
  if (scheme?.type !== 'http' || scheme.scheme === 'bearer') return []
  const word = /^[\w!#$%&'*+.^`|~-]+$/.test(scheme.scheme) ? scheme.scheme : undefined
  if (word === undefined) return []
  const known = WELL_KNOWN.find((one) => one.toLowerCase() === word) ?? word
  if (known === 'Basic') return [`Basic ${REALM}, charset="UTF-8"`]
  // A nonce that is always the same: whose response it is tells the user name alone.
  return known === 'Digest' ? [`Digest ${REALM}, nonce="sandbox", qop="auth"`] : [`${known} ${REALM}`]
}

const REALM = 'realm="sandbox"'

/** As the registry of HTTP authentication schemes spells them. */
const WELL_KNOWN = ['Basic', 'Digest', 'DPoP', 'GNAP', 'HOBA', 'Mutual', 'Negotiate', 'OAuth', 'SCRAM-SHA-256', 'vapid']
