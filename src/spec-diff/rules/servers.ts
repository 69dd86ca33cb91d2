/** Whether addresses that were served still are. */
import type { Operation } from '../contract/contract.ts'
import { basePathOf } from '../contract/read-servers.ts'
import { EVERYWHERE, type Ledger } from './ledger.ts'

/** The same for many operations: each change is told once. */
export function compareServers(ledger: Ledger, before: Operation, after: Operation): void {
  const [was, is] = [before.servers, after.servers]
  if (was.join(' ') === is.join(' ') && before.key === after.key) return
  if (was.every((address) => address === '')) return
  const full = ({ key }: Operation, address: string): string => basePathOf(address) + key
  const served = new Set(is.map((address) => full(after, address)))
  const lost = was.filter((address) => !served.has(full(before, address)))
  const paths = [...new Set(is.map(basePathOf))].join(' ') || '/'
  for (const address of lost)
    ledger.tell('base-path-changed', EVERYWHERE, 'servers', { before: basePathOf(address) || '/', after: paths })
  const kept = was.filter((address) => !lost.includes(address))
  if (kept.length > 0 && [...kept, ...is].every(isAbsolute)) compareHosts(ledger, kept, is)
}

function isAbsolute(address: string): boolean {
  return /^([a-z][a-z0-9+.-]*:)?\/\//i.test(address)
}

function compareHosts(ledger: Ledger, was: readonly string[], is: readonly string[]): void {
  const hostOf = (address: string): string => /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*)/i.exec(address)?.[1] ?? ''
  const hosts = new Set(is.map(hostOf))
  const lost = was.filter((address) => !hosts.has(hostOf(address)))
  if (lost.length === was.length)
    for (const address of lost)
      ledger.tell('server-changed', EVERYWHERE, 'servers', { before: address, after: is.join(' ') })
  else
    for (const address of was.filter((one) => hasNoTwin(originOf(one), is.map(originOf))))
      ledger.tell('server-removed', EVERYWHERE, 'servers', { before: address })
  const old = new Set(was.map(hostOf))
  for (const address of is)
    if (!old.has(hostOf(address))) ledger.tell('server-added', EVERYWHERE, 'servers', { after: address })
}

function originOf(address: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(address)?.[0] ?? ''
}

/** An origin without a scheme stands for those with one. */
function hasNoTwin(origin: string, is: readonly string[]): boolean {
  const bare = origin.replace(/^[a-z][a-z0-9+.-]*:/i, '')
  return !is.some((other) => other === origin || other === bare || (origin === bare && other.endsWith(bare)))
}
