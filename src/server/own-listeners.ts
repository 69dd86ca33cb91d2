/** What this process listens on. Whatever it sends must not come back to it. */
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** By how many listeners have it: two may, on different addresses. */
const ports = new Map<number, number>()

/** A listener has this port, until the returned function is called. */
export function ownPort(port: number): () => void {
  ports.set(port, (ports.get(port) ?? 0) + 1)
  return () => {
    const left = (ports.get(port) ?? 1) - 1
    if (left > 0) ports.set(port, left)
    else ports.delete(port)
  }
}

/** What another program of this machine has as well, say the other family of loopback, is as good as ours. */
export function isOwnAddress(address: string, port: number): boolean {
  if (!ports.has(port)) return false
  const [bare = ''] = address.split('%', 1)
  const family = isIP(bare)
  return family > 0 && thisMachine().check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** Addresses of IPv4 that are written as such of IPv6 are found as well. */
function thisMachine(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8)
  // Whoever connects to no address reaches this machine.
  list.addSubnet('0.0.0.0', 8)
  list.addAddress('::', 'ipv6')
  list.addAddress('::1', 'ipv6')
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    list.addAddress(address, family === 'IPv4' ? 'ipv4' : 'ipv6')
  return list
}
