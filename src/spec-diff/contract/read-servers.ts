/** Where an operation is served. */
import type { Part } from '../documents.ts'
import { childOf, textIn, textsIn } from './parts.ts'
import type { Reading } from './read-contract.ts'

/** Servers told of at most. */
const MOST = 100

/** Addresses of the first level that says any, variables with their defaults, without trailing slash. */
export function readServers(reading: Reading, levels: readonly Part[]): readonly string[] {
  if (reading.isTwo) return servers2(reading.parts.root)
  for (const level of levels) {
    const said = reading.parts.items(reading.parts.get(level, 'servers'))
    if (said.length > 0) return [...new Set(said.slice(0, MOST).map((server) => addressOf(reading, server)))]
  }
  return ['']
}

function addressOf({ parts }: Reading, server: Part): string {
  const variables = parts.get(server, 'variables')
  const url = (textIn(server, 'url') ?? '').replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = childOf(parts.get(variables, name), 'default')?.value
    return value === undefined ? whole : String(value)
  })
  return trimmed(url)
}

function servers2(root: Part): readonly string[] {
  const path = textIn(root, 'basePath') ?? ''
  const host = textIn(root, 'host')
  if (host === undefined || host === '') return [trimmed(path)]
  const schemes = textsIn(childOf(root, 'schemes'))
  return (schemes.length > 0 ? schemes : ['']).map((scheme) =>
    trimmed(`${scheme === '' ? '' : `${scheme}:`}//${host}/${path.replace(/^\/+/, '')}`),
  )
}

function trimmed(url: string): string {
  const short = url.trim().replace(/\/+$/, '')
  const [, authority = ''] = /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*)/i.exec(short) ?? []
  return authority.toLowerCase() + short.slice(authority.length)
}

/** The path of an address, '' where it is the root. */
export function basePathOf(address: string): string {
  return address.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')
}
