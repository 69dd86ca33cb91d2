/** Where webhooks may go: to this machine, and to what the configuration names. */
import { isIP } from 'node:net'
import type ipaddr from 'ipaddr.js'
import { hostName } from '../http/loopback.ts'
import { isOwnAddress } from './own-listeners.ts'
import { resolverFor } from './resolve-name.ts'

/** Names, addresses and ranges (`hooks.example.com`, `*.example.com`, `10.0.0.0/8`) that webhooks may go to besides this machine. */
export type AllowedTargets = readonly string[]

type Judge = typeof ipaddr

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

export interface Reachable {
  /** Addresses to connect to, the next where one refuses: what was checked, so that no later answer of a name server counts. */
  readonly addresses: readonly string[]
}

/** The address behind a URL, or why nothing may be sent there, as a clause; `unknown` where that may change by itself. */
export async function addressOf(
  url: URL,
  allowed: AllowedTargets,
  resolve: Resolve = resolverFor(''),
): Promise<Reachable | { readonly refused: string } | { readonly unknown: string }> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { refused: `${url.protocol} is neither http: nor https:` }
  const name = hostName(url.host)
  if (name === '') return { refused: 'it names no host' }
  let addresses: readonly string[]
  try {
    addresses = isIP(name) > 0 ? [name] : await resolve(name)
  } catch {
    return { unknown: `the name ${name} cannot be resolved` }
  }
  if (addresses.length === 0) return { unknown: `the name ${name} has no address` }
  const isNamed = allowed.some((one) => isName(one, name))
  // One of several addresses that may not be reached spoils the name: which of them is used is not ours to choose.
  // Most servers send nothing: what judges addresses is loaded by the first that does.
  const judge = (await import('ipaddr.js')).default
  const barred = isNamed ? undefined : addresses.find((address) => !isAllowed(address, allowed, judge))
  if (barred === undefined && !isNamed && addresses.some((address) => isOwnAddress(address, portOf(url))))
    return {
      refused: `${url.host} is this server itself: allow it by its name with webhooks.allow in the configuration`,
    }
  if (barred === undefined) return { addresses }
  const what = barred === name ? name : `${name} (${barred})`
  return { refused: `${what} is not this machine: allow it with webhooks.allow in the configuration` }
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** True for loopback addresses, those of IPv4 written as IPv6 included, and for what is allowed. */
function isAllowed(address: string, allowed: AllowedTargets, judge: Judge): boolean {
  const bare = address.split('%', 1)[0] ?? ''
  if (!judge.isValid(bare)) return false
  const parsed = judge.process(bare)
  if (parsed.range() === 'loopback') return true
  return allowed.some((one) => isInRange(parsed, one, judge))
}

function isName(pattern: string, name: string): boolean {
  const [one, other] = [pattern.toLowerCase(), name.toLowerCase().replace(/\.$/, '')]
  return one === other || (one.startsWith('*.') && other.endsWith(one.slice(1)))
}

function isInRange(address: ipaddr.IPv4 | ipaddr.IPv6, range: string, judge: Judge): boolean {
  try {
    const [base, bits] = range.includes('/') ? judge.parseCIDR(range) : [judge.process(range), undefined]
    if (base.kind() !== address.kind()) return false
    return bits === undefined ? base.toString() === address.toString() : address.match(base as never, bits)
  } catch {
    return false
  }
}
