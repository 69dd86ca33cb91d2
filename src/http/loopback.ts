/** Names and addresses that only this machine reaches (RFC 6761 section 6.3, RFC 5735, RFC 4291 section 2.5.3). */
import { BlockList, isIP } from 'node:net'

/** IPv4 addresses written as IPv6 ones are in it as well. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** `host` is a name or an address, without port and brackets. */
export function isLoopback(host: string): boolean {
  if (host === '127.0.0.1' || host === 'localhost') return true
  const version = isIP(host)
  if (version !== 0) return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return /^(.+\.)?localhost\.?$/i.test(host)
}

/** Neither a name of this machine nor one of those, in lower case, that it has besides. */
export function isStrange(host: string, names: ReadonlySet<string>): boolean {
  return !isLoopback(host) && !names.has(host.toLowerCase())
}

/** The name in a Host field, or in an Origin behind its scheme: without port and brackets. */
export function hostName(authority: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(authority)
  return bracketed?.[1] ?? authority.replace(/:\d*$/, '')
}

/** The name in an Origin field; 'null' for one that tells none. */
export function originName(origin: string): string {
  return hostName(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))
}
