/**
 * What a learner knows, as JSON that holds no value of anybody: only names of
 * fields, counts, and the words of enumerations; words that may yet turn out to
 * be one are kept as keyed digests.
 */
import { createHmac } from 'node:crypto'
import { ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import type { Room } from './baseline/absorb.ts'
import type { Endpoint } from './baseline/endpoint.ts'
import { readEndpoint, writeEndpoint } from './baseline/kept-endpoint.ts'
import { FindingBook, type KeptFinding } from './finding-book.ts'
import { makePathTree, type PathTree } from './paths/path-tree.ts'
import { SharedWords } from './shared-words.ts'
import { isTellableName, type Told, toldFinding, toldTemplate } from './tellable.ts'

const STATE_VERSION = 1

export interface LearnerState {
  readonly paths: Map<string, PathTree>
  readonly endpoints: Map<string, Endpoint>
  readonly book: FindingBook
  readonly room: Room
  /** By upstream. */
  readonly shared: Map<string, SharedWords>
}

export type Digest = (word: string) => string

/** Short, equal for equal words, and nothing of what they are to who lacks the key. */
function digestWith(key: string): Digest {
  return (word) => `#${createHmac('sha256', `agent state ${key}`).update(word).digest('base64url').slice(0, 11)}`
}

/** Whether a description has the template that a finding is about. */
export type IsDeclared = (finding: KeptFinding) => boolean

export function writeState(
  { paths, endpoints, book, room, shared }: LearnerState,
  key: string,
  isDeclared: IsDeclared,
  toldOf: (upstream: string) => Told,
): unknown {
  const digest = digestWith(key)
  return {
    v: STATE_VERSION,
    paths: [...paths].map(([upstream, tree]) => [
      upstream,
      tree.save((step) => isTellableName(step, toldOf(upstream))),
    ]),
    endpoints: [...endpoints.values()]
      .filter((one) => isTold(one, toldOf(one.upstream)))
      .map((one) => writeEndpoint(one, { digest, told: toldOf(one.upstream) })),
    findings: book.all().map((one) => toldFinding(one, isDeclared(one), toldOf(one.upstream))),
    shared: [...shared].map(([upstream, words]) => [upstream, words.list()]),
    counts: { evictions: room.evictions + book.evictions, emitted: book.emitted },
  }
}

function isTold({ template, isDeclared }: Endpoint, told: Told): boolean {
  return isDeclared || toldTemplate(template, told) === template
}

/** An empty state for undefined. */
export function readState(state: unknown, key: string, mostFields: number): LearnerState {
  const room: Room = { left: mostFields, evictions: 0 }
  const empty = {
    paths: new Map<string, PathTree>(),
    endpoints: new Map<string, Endpoint>(),
    book: new FindingBook(),
    room,
    shared: new Map<string, SharedWords>(),
  }
  if (state === undefined) return empty
  if (!isObject(state))
    throw new ToolError(
      'corrupt',
      'Cannot read the state of the agent: it is not a JSON object; remove the file to learn again',
    )
  const { v } = state
  if (v !== STATE_VERSION)
    throw new ToolError(
      'corrupt',
      `Cannot read the state of the agent: it is of version ${JSON.stringify(v) ?? 'none'}, this release reads version ${STATE_VERSION}; use the release that wrote it, or remove the file to learn again`,
    )
  try {
    return fill(empty, state, digestWith(key))
  } catch (cause) {
    throw new ToolError(
      'corrupt',
      'Cannot read the state of the agent: it is damaged; remove the file to learn again',
      {
        cause,
      },
    )
  }
}

function fill(into: LearnerState, state: Readonly<Record<string, unknown>>, digest: Digest): LearnerState {
  const { paths, endpoints, findings, counts, shared = [] } = state
  for (const one of findings as KeptFinding[]) into.book.restore({ ...one })
  for (const [upstream, tree] of paths as [string, unknown][]) into.paths.set(upstream, makePathTree(tree))
  for (const one of endpoints as unknown[]) {
    const endpoint = readEndpoint(one, { book: into.book, digest })
    into.endpoints.set(`${endpoint.upstream} ${endpoint.method} ${endpoint.template}`, endpoint)
    into.room.left -= endpoint.weight()
  }
  for (const [upstream, words] of shared as [string, string[]][]) into.shared.set(upstream, new SharedWords(words))
  const { evictions, emitted } = counts as { evictions: number; emitted: number }
  into.room.evictions = evictions
  into.book.emitted = emitted
  return into
}
