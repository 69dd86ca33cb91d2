/** What a message says, its traits applied. */
import type { DescribedEvent } from '../../api/model.ts'
import { textOf } from '../../support/json.ts'
import { extensionsOf, get, items, type Node, textAt } from '../openapi/node.ts'
import { type Payload, readPayload } from './payload.ts'
import { objectAt, type Walk } from './sent.ts'
import type { Major } from './version.ts'

/** What one message says wherever it is sent. */
export interface Said extends Payload, Pick<DescribedEvent, 'summary' | 'extensions'> {
  readonly name: string | undefined
}

/** Traits of one message. */
const MOST_TRAITS = 64
/** Examples of one message that are looked at. */
const MOST_EXAMPLES = 64

export function readMessage(walk: Walk, message: Node, major: Major): Said {
  return walk.reading.once('message', message, () => {
    const whole = withTraits(walk, message, major)
    const summary = textAt(whole, 'summary') ?? textAt(whole, 'title') ?? textAt(whole, 'description')
    return {
      name: nameAt(whole, 'name') ?? nameAt(whole, 'messageId'),
      ...(summary === undefined ? {} : { summary }),
      ...readPayload(walk.reading, whole),
      ...exampleOf(walk, whole),
      extensions: extensionsOf(whole),
    }
  })
}

/** The traits laid over the message in 2.x, under it in 3.x; of several the last counts most in both. */
function withTraits(walk: Walk, message: Node, major: Major): Node {
  const listed = get(message, 'traits')
  if (listed === undefined) return message
  const written = items(listed)
  if (written.length > MOST_TRAITS)
    walk.reading.problems.report(listed, `There are more than ${MOST_TRAITS} traits; the others are left out`)
  const traits = written
    .slice(0, MOST_TRAITS)
    .flatMap((trait) => objectAt(walk, trait, 'A trait') ?? [])
    .reverse()
  return layered(major === 2 ? [...traits, message] : [message, ...traits]) ?? message
}

/** Fields of the first count before those of the second, and so on. */
function layered(nodes: readonly Node[]): Node | undefined {
  return nodes.reduceRight<Node | undefined>(
    (under, node) => (under === undefined ? node : { ...node, under }),
    undefined,
  )
}

/** Names stand in header fields, where control characters may not. */
function nameAt(node: Node, key: string): string | undefined {
  return nameOf(textOf(get(node, key)?.value))
}

const LONGEST = 1000

export function nameOf(text: string): string | undefined {
  const name = text
    .slice(0, LONGEST)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return name === '' ? undefined : name
}

function exampleOf(walk: Walk, message: Node): Pick<DescribedEvent, 'example'> {
  for (const item of items(get(message, 'examples')).slice(0, MOST_EXAMPLES)) {
    const payload = get(objectAt(walk, item, 'An example'), 'payload')
    if (payload !== undefined) return { example: payload.value }
  }
  return {}
}
