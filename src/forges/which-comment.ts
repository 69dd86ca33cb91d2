/** Which comment of a pull request is ours, and whether it may be written over. */
import type { Comment } from './forge.ts'
import { type Marker, readMarker } from './marker.ts'

export interface OwnComment {
  readonly comment: Comment
  /** The commit that it tells of. */
  readonly sha: string
}

/** The first with the marker of the source that this account wrote. A marker alone proves nothing: anyone can copy it. */
export function findOwn(
  comments: readonly Comment[],
  { source }: Pick<Marker, 'source'>,
  account: string,
): OwnComment | undefined {
  for (const comment of comments) {
    const marker = comment.author === account ? readMarker(comment.body) : undefined
    if (marker?.source === source) return { comment, sha: marker.sha }
  }
  return undefined
}

export type Verdict = 'write' | 'leave' | 'ask'

/**
 * `recorded` is the commit of the comment, `sha` the one that this run is for, `head` where the pull request stands.
 * 'ask': only the history tells whether `sha` follows `recorded`.
 */
export function mayWriteOver(recorded: string, sha: string, head: string): Verdict {
  if (sha === recorded || sha === head) return 'write'
  return recorded === head ? 'leave' : 'ask'
}
