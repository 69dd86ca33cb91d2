/** How a client of an API sends the credential of its sandbox: what the description declares, with the value in it. */
import type { OperationHead, SecurityScheme } from '../../api/description.ts'
import { encodePercent } from '../../http/percent.ts'
import { asksForNothing } from '../../sandbox/auth/authorize.ts'
import { schemeNamed } from '../../sandbox/auth/scheme.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { printable } from '../../support/printable.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

export interface SentCredential {
  readonly fields: Pairs
  readonly query: Pairs
  /** The user of HTTP Basic, with an empty password. */
  readonly user?: string
}

/** Stands for the credential where it is not shown: a variable of the shell. */
export const VARIABLE = '$CREDENTIAL'

const NOTHING_SENT: SentCredential = { fields: [], query: [] }

type Asking = Pick<Sandbox, 'settings' | 'api'>

/** What an operation asks for; nothing where it answers without. */
export function credentialOf(
  operation: Pick<OperationHead, 'security'>,
  sandbox: Asking,
  credential: string = sandbox.settings.credential,
): SentCredential {
  if (asksForNothing(operation, sandbox)) return NOTHING_SENT
  const names = Object.keys(operation.security[0] ?? {})
  const sent = names.map((name) => carried(schemeNamed(sandbox.api.head, name), credential))
  const cookies = sent.flatMap(({ cookie }) => (cookie === undefined ? [] : [cookie]))
  const fields = [...sent.flatMap((one) => one.fields ?? []), ...cookieField(cookies)]
  const user = sent.find((one) => one.user !== undefined)?.user
  return {
    ...(user !== undefined && { user }),
    fields: [...new Map(fields.map((field) => [field[0].toLowerCase(), field])).values()],
    query: sent.flatMap(({ query }) => query ?? []),
  }
}

/** What most of those operations ask for that ask for anything. */
export function usualCredential(sandbox: Asking, credential?: string): SentCredential {
  const found = new Map<string, { count: number; readonly operation: OperationHead }>()
  for (const operation of sandbox.api.head.operations) {
    if (asksForNothing(operation, sandbox)) continue
    const key = JSON.stringify(Object.keys(operation.security[0] ?? {}))
    const known = found.get(key) ?? { count: 0, operation }
    known.count += 1
    found.set(key, known)
  }
  const [most] = [...found.values()].sort((a, b) => b.count - a.count)
  return most === undefined ? NOTHING_SENT : credentialOf(most.operation, sandbox, credential)
}

/** `Authorization: Bearer sk_test`, `?key=sk_test`. */
export function credentialText({ fields, query, user }: SentCredential): string {
  const parts = [
    ...(user === undefined ? [] : [`Authorization: Basic ${basic(user)}`]),
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...query.map(([name, value]) => `?${name}=${value}`),
  ]
  return parts.length === 0 ? 'nothing: no operation asks for it' : printable(parts.join(', '))
}

function basic(user: string): string {
  return user === VARIABLE ? `<base64 of ${user}:>` : Buffer.from(`${user}:`).toString('base64')
}

interface Carried {
  readonly fields?: Pairs
  readonly query?: Pairs
  readonly cookie?: string
  readonly user?: string
}

function carried(scheme: SecurityScheme | undefined, credential: string): Carried {
  if (scheme?.type === 'http' && scheme.scheme === 'basic') return { user: credential }
  if (scheme?.type !== 'apiKey' || /^authorization$/i.test(scheme.name))
    return { fields: [['Authorization', `Bearer ${credential}`]] }
  if (scheme.in === 'query') return { query: [[scheme.name, escaped(credential)]] }
  if (scheme.in === 'cookie') return { cookie: `${scheme.name}=${escaped(credential)}` }
  return { fields: [[scheme.name, credential]] }
}

/** As it stands in a query or a cookie. */
function escaped(credential: string): string {
  return credential === VARIABLE ? credential : encodePercent(credential)
}

function cookieField(cookies: readonly string[]): Pairs {
  return cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')]]
}
