/**
 * Addresses of names. The system's own way to find them (getaddrinfo) waits on a thread, of which the process has few,
 * and cannot be ended: names that never resolve would keep those from all others. So it is the last that is asked, and of
 * what a name server answers at once.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isLoopback } from '../http/loopback.ts'
import { Slots } from '../support/slots.ts'
import type { Resolve } from './webhook-address.ts'

export interface ResolveOptions {
  /** The file of names that the system knows by itself. */
  readonly hosts?: string
  /** Name servers; those of the system where absent. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** One question to a name server; it is asked a second time. */
const TIMEOUT_MS = 1_500
/** Threads that may wait for the system: half of those that wait for names at all, which are half of all. */
const lookups = new Slots(1)

/** Resolves names for somebody, who takes turns with others. Rejects where none is found. */
export function resolverFor(by: unknown, options: ResolveOptions = {}): Resolve {
  const { hosts = HOSTS, servers, timeoutMs = TIMEOUT_MS } = options
  return async (name) => {
    if (isLoopback(name)) return ['127.0.0.1', '::1']
    const known = addressesIn(await readFile(hosts, 'utf8').catch(() => ''), name)
    if (known.length > 0) return known
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    for (const answer of answers)
      if (answer.status === 'rejected' && answer.reason?.code === 'ETIMEOUT') throw answer.reason
    return systemLookup(by, name)
  }
}

/** Finds what no name server knows: names within the search domains, and those of the local network. */
async function systemLookup(by: unknown, name: string): Promise<readonly string[]> {
  const leave = await lookups.take({ by })
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } finally {
    leave?.()
  }
}

/** What hosts(5) says of a name. */
function addressesIn(text: string, name: string): readonly string[] {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    return names.some((one) => one.toLowerCase() === wanted) ? [address] : []
  })
}
