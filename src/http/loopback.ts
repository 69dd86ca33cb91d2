/** Names and addresses that only this machine reaches (RFC 6761 section 6.3, RFC 5735, RFC 4291 section 2.5.3). */

/** `host` is a name or an address, without port and brackets. */
export function isLoopback(host: string): boolean {
  if (host === '127.0.0.1' || host === 'localhost') return true
  if (host.includes(':')) return LOOPBACK_V6.test(canonical(host))
  return IPV4.test(host) ? host.startsWith('127.') : /^(.+\.)?localhost\.?$/i.test(host)
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
/** Addresses of IPv4 may be written as such of IPv6. */
const LOOPBACK_V6 = /^\[::(1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/

/** As the URL standard writes an IPv6 address; '' for what is none. */
function canonical(host: string): string {
  const url = `http://[${host}]`
  return /^[\da-f:.]+$/i.test(host) && URL.canParse(url) ? new URL(url).hostname : ''
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

/** A host as a URL writes it; one that means every address is reached by the loopback one. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
