/** One comment of a pull request for each source: made once, then written over by newer commits. */
import type { Forge, Pull } from '../../forges/forge.ts'
import type { Handoff } from '../../forges/handoff.ts'
import { sourceKey } from '../../forges/marker.ts'
import { commentText } from '../../forges/texts.ts'
import { findOwn, mayWriteOver } from '../../forges/which-comment.ts'
import { accountOf } from './account.ts'
import type { ForgeClient } from './client.ts'
import { statusOf } from './refusal.ts'

export interface CommentWish {
  readonly forge: Forge
  readonly client: ForgeClient
  readonly handoff: Handoff
  readonly number: number
  /** undefined: the commit that the pull request stands at. */
  readonly sha: string | undefined
  readonly isWorkflow: boolean
}

export interface Commented {
  /** 'kept': it is of a newer commit; 'none': there is nothing to say, and nothing was said before. */
  readonly action: 'added' | 'updated' | 'unchanged' | 'kept' | 'none'
  /** '' for none. */
  readonly url: string
  /** The commit that the comment tells of now. */
  readonly sha: string
}

/** Rejects with a ToolError; `statusOf` tells whether the forge did not permit it. */
export async function writeComment(wish: CommentWish): Promise<Commented> {
  const { forge, client, handoff, number } = wish
  const account = await accountOf(forge, client, wish.isWorkflow)
  const pull = await client.send(forge.pull(number))
  const sha = wish.sha ?? pull.headSha
  const own = findOwn(await client.all(forge.comments(number)), { source: sourceKey(handoff) }, account)
  const body = commentText(handoff, sha)
  if (own === undefined) {
    if (isEmpty(handoff)) return { action: 'none', url: '', sha }
    const id = await client.send(forge.addComment(number, body))
    return { action: 'added', url: forge.commentUrl(pull.url, id), sha }
  }
  const url = forge.commentUrl(pull.url, own.comment.id)
  if (!(await isNewer(wish, own.sha, sha, pull))) return { action: 'kept', url, sha: own.sha }
  if (sameText(own.comment.body, body)) return { action: 'unchanged', url, sha }
  await client.send(forge.changeComment(number, own.comment.id, body))
  return { action: 'updated', url, sha }
}

/** A commit that the forge does not know (any more) is no newer one. */
async function isNewer({ forge, client }: CommentWish, recorded: string, sha: string, pull: Pull): Promise<boolean> {
  const verdict = mayWriteOver(recorded, sha, pull.headSha)
  if (verdict !== 'ask') return verdict === 'write'
  try {
    return await client.send(forge.follows(recorded, sha))
  } catch (error) {
    if ([400, 404, 422].includes(statusOf(error) ?? 0)) return false
    throw error
  }
}

/** Forges may change line ends, and what stands at the end. */
function sameText(one: string, other: string): boolean {
  const plain = (text: string): string => text.replace(/\r\n/g, '\n').trimEnd()
  return plain(one) === plain(other)
}

function isEmpty({ applied, suggestions, skipped }: Handoff): boolean {
  return applied.length + suggestions.length + skipped.length === 0
}
