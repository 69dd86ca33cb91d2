/** Base paths and host names out of the addresses of a description's servers. */
import { isObject } from '../../support/json.ts'
import { limits } from '../limits.ts'
import { fields, get, items, type Node, textAt } from './node.ts'
import type { Reading } from './reading.ts'

export interface Addresses {
  readonly paths: Set<string>
  readonly hosts: Set<string>
}

export function noAddresses(): Addresses {
  return { paths: new Set(['']), hosts: new Set() }
}

/** How many addresses the variables of one server may make. */
const SPELLINGS = 64

/** Adds the servers of a document, path item or operation. */
export function addServers(reading: Reading, servers: Node | undefined, addresses: Addresses): void {
  for (const server of items(servers)) {
    const url = textAt(server, 'url')
    if (url === undefined) {
      reading.problems.report(server, 'A server has no url and is left out')
      continue
    }
    const variables = variablesOf(get(server, 'variables'))
    const known = new Map([...variables].map(([name, { values }]) => [name, values]))
    for (const text of new Set([url, withoutOpenOrigin(url)]))
      for (const spelled of spellings(text, known))
        addAddress(withoutOpenOrigin(spelled), reading.documents.root.location, addresses)
    addTemplates(withoutOpenOrigin(url), variables, addresses)
  }
}

/** `{endpoint}/v1`, `{scheme}://{host}/v1`: what nobody says of scheme and host says nothing of the path. */
function withoutOpenOrigin(url: string): string {
  return url.replace(/^\{[^{}]*\}(?=:?\/|$)/, '').replace(/^:(?=\/\/)/, '')
}

/** Adds the path where variables in it hold whatever a client says (`/bot{token}`). */
function addTemplates(url: string, variables: ReadonlyMap<string, Variable>, { paths }: Addresses): void {
  const chosen = new Map([...variables].filter(([, { isOpen }]) => !isOpen).map(([name, { values }]) => [name, values]))
  for (const path of spellings(url, chosen).map(pathOf)) {
    const bare = path.replace(/\{[^{}/]+\}/g, '')
    if (bare !== path && !/[{}\s]/.test(bare) && paths.size < limits.basePaths) paths.add(path)
  }
}

/** Adds one address: absolute, without scheme ('//host/path'), or relative to the document. */
export function addAddress(url: string, base: string, addresses: Addresses): void {
  const isRelative = !/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)
  const whole = isRelative && /^https?:/i.test(base) ? joined(url, base) : url
  const path = pathOf(whole)
  if (!/[{}\s]/.test(path) && addresses.paths.size < limits.basePaths) addresses.paths.add(path)
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(whole)?.[1]
  if (host !== undefined && host !== '' && !/[{}\s]/.test(host)) addresses.hosts.add(host.toLowerCase())
}

function joined(url: string, base: string): string {
  try {
    return new URL(url, base).href
  } catch {
    return url
  }
}

/** The path with one leading and no trailing slash; '' for the root. */
function pathOf(url: string): string {
  const rest = url
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/, '')
  const path = rest
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')
  return path === '' ? '' : `/${path}`
}

interface Variable {
  /** The default first. */
  readonly values: readonly string[]
  /** True when it is no choice and one step of a path can hold it. */
  readonly isOpen: boolean
}

function variablesOf(node: Node | undefined): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>()
  for (const entry of fields(node)) {
    const variable = isObject(entry.value) ? entry : undefined
    const all = [get(variable, 'default')?.value, ...items(get(variable, 'enum')).map((item) => item.value)]
    const said = all.filter((value) => typeof value === 'string' || typeof value === 'number')
    const values = [...new Set(said.map(String))]
    const isOpen = get(variable, 'enum') === undefined && !values.some((value) => value.includes('/'))
    variables.set(entry.key, { values, isOpen })
  }
  return variables
}

function spellings(url: string, variables: ReadonlyMap<string, readonly string[]>): readonly string[] {
  let spelled = [url]
  for (const [name, values] of variables) {
    const brace = `{${name}}`
    if (!url.includes(brace) || values.length === 0) continue
    spelled = spelled
      .flatMap((text) => values.slice(0, SPELLINGS).map((value) => text.replaceAll(brace, value)))
      .slice(0, SPELLINGS)
  }
  return spelled
}

/** Longest first, '' last. */
export function basePathsOf({ paths }: Addresses): readonly string[] {
  return [...paths].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}
