/** Which addresses are on the public Internet (IANA special-purpose address registries, RFC 6890). */
import ipaddr from 'ipaddr.js'

/** All that IANA gives out as global unicast (RFC 4291 section 2.4); outside it nobody's document lives. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for loopback, private, link-local, documentation and other addresses that are not on the public Internet, those
 * that carry an IPv4 address inside included; true for what is no address.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split('%', 1)[0] ?? ''
  if (!ipaddr.isValid(bare)) return true
  const parsed = ipaddr.process(bare)
  if (parsed.range() !== 'unicast') return true
  return parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6)
}
