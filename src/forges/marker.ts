/** The first line of a comment by which it is found again. HTML comments are not shown. */
import type { Handoff } from './handoff.ts'

export interface Marker {
  readonly source: string
  /** The commit that the comment tells of. */
  readonly sha: string
}

/** What a comment or a branch is one for: several upstreams may have one source each. */
export function sourceKey({ source, upstream }: Handoff): string {
  const key = upstream === '' ? source : `${source}/${upstream}`
  return key.replace(/\p{Surrogate}/gu, '\ufffd')
}

export function writeMarker({ source, sha }: Marker): string {
  return `<!-- tool:spec-update source=${encoded(source)} sha=${sha} -->`
}

const MARKER = /^<!-- tool:spec-update source=([A-Za-z0-9._/:%-]+) sha=([0-9a-f]{40}|[0-9a-f]{64}) -->(?:\r?\n|$)/

/** undefined for a comment that does not begin with one: one that quotes another has none of its own. */
export function readMarker(body: string): Marker | undefined {
  const [, source = '', sha = ''] = MARKER.exec(body) ?? []
  return sha === '' ? undefined : { source: decoded(source), sha }
}

/** No space, no `>` and no two hyphens in a row, which would end the comment. */
export function encoded(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^A-Za-z0-9._/:-]/gu, encodeURIComponentWhole)
    .replace(/-(?=-)/g, '%2D')
}

function encodeURIComponentWhole(character: string): string {
  return encodeURIComponent(character).replace(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
