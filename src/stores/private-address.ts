import { BlockList, isIPv4 } from 'node:net'

/** Networks whose addresses mean something only inside them, by RFC 6890 and its successors. */
const networks: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  // Addresses that carry an IPv4 address inside: nobody's document lives there.
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [address, prefix] of networks) blocked.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6')

/** True for loopback, private, link-local and other addresses that are not on the public Internet. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split('%', 1)[0] ?? ''
  return blocked.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6')
}
