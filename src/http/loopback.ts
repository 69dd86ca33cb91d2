/** Names and addresses that only this machine reaches (RFC 6761 section 6.3, RFC 5735, RFC 4291 section 2.5.3). */

/** `host` is a name or an address, without port and brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (IPV4.test(name)) return name.startsWith('127.')
  return name === '::1' || name === '0:0:0:0:0:0:0:1' || /^::ffff:127\./.test(name)
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** The name in a Host field, or in an Origin behind its scheme: without port and brackets. */
export function hostName(authority: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(authority)
  return bracketed?.[1] ?? authority.replace(/:\d*$/, '')
}

/** The name in an Origin field; 'null' for one that tells none. */
export function originName(origin: string): string {
  return hostName(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))
}
