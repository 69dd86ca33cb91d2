/** The files that recordings stand in: their names, their order, and how many are kept. */
import { lstatSync, readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { nameProblem } from './data-directory.ts'

/** What is kept; absent: without bound. */
export interface Retention {
  readonly ageMs?: number
  /** Of all upstreams together. */
  readonly bytes?: number
}

export interface SegmentFile {
  readonly upstream: string
  readonly path: string
  readonly size: number
  /** When it was last written, milliseconds since the epoch. */
  readonly changed: number
}

const NAME = /^\d{8}T\d{9}Z-\d{6}\.ndjson$/

/** `20260517T093000000Z-000001.ndjson`: names sort as segments begin. */
export function segmentName(since: number, number: number): string {
  return `${new Date(since).toISOString().replace(/[-:.]/g, '')}-${String(number % 1_000_000).padStart(6, '0')}.ndjson`
}

/** Segments of one upstream, or of all, in the order in which they began. What tool has not written is passed over. */
export function listSegments(directory: string, upstream?: string): readonly SegmentFile[] {
  const upstreams =
    upstream === undefined ? namesIn(directory).filter((name) => nameProblem(name) === undefined) : [upstream]
  return upstreams
    .flatMap((one) =>
      namesIn(join(directory, one))
        .filter((name) => NAME.test(name))
        .map((name) => ({ name, upstream: one })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .flatMap(({ name, upstream: one }) => {
      const path = join(directory, one, name)
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? [{ upstream: one, path, size: stat.size, changed: stat.mtimeMs }] : []
    })
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Removes the oldest segments until what is left is neither too old nor too much; `kept` are open. */
export function enforceRetention(
  directory: string,
  retention: Retention,
  now: number,
  kept: ReadonlySet<string>,
): void {
  const { ageMs = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = retention
  if (ageMs === Number.POSITIVE_INFINITY && bytes === Number.POSITIVE_INFINITY) return
  const segments = listSegments(directory)
  let total = segments.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size, changed } of segments) {
    if (kept.has(path) || (total <= bytes && now - changed <= ageMs)) continue
    try {
      unlinkSync(path)
      total -= size
    } catch {
      // It stays until the next time.
    }
  }
}
