/** Does a verb of a collection make a record of it? */
import { meaningOf } from '../naming/verbs.ts'
import { sameThing, words } from '../naming/words.ts'
import { saysMaking } from '../operations/upsert.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import type { Act, Tree } from './path-tree.ts'
import { keyOf, lastLiteral, type Part } from './paths.ts'
import { sharesComponent } from './site-evidence.ts'

/** `POST /users/invite`, said to create a user, or `POST /letters/send` that answers one, where no POST to the collection does. */
export function makesByVerb(post: Act, before: readonly Part[], tree: Tree, reader: Reader): boolean {
  if (tree.at(keyOf(before), 'POST') !== undefined) return false
  return saysMaking(post.op, [lastLiteral(before)]) || sendsNew(post, before, tree, reader)
}

/** Verbs by which a thing comes to be that is not named: what is sent, and is not there yet. */
const SENDS = /^(send|submit|issue|place|schedule|order|book|request|start|launch|register)$/

/** It answers what the item shows, takes a body that names none, and nothing beside it is called a creation. */
function sendsNew(post: Act, before: readonly Part[], tree: Tree, reader: Reader): boolean {
  const verb = post.shape.parts.at(-1)?.text ?? ''
  const item = tree.at(`${keyOf(before)}/{}`, 'GET')
  if (!SENDS.test(verb) || item === undefined) return false
  const sent = reader.properties(requestSchema(post.op))
  if (sent.size === 0 || [...sent.keys()].some((name) => namesOne(name, lastLiteral(before)))) return false
  if (tree.siblings(before).some((one) => meaningOf(one) === 'create')) return false
  return sharesComponent(post, item, reader)
}

/** `id`, `letter_id` of a letter. */
function namesOne(name: string, literal: string): boolean {
  const all = words(name)
  const [last = '', ...noun] = [...all].reverse()
  return /^(id|uuid)$/.test(last) && (noun.length === 0 || sameThing(noun.reverse().join('_'), literal))
}
