/** What the agent has learned, for commands that work while no agent runs. */
import { type Learner, makeLearner } from '../agent/learner.ts'
import type { Upstream } from '../agent/upstream.ts'
import { readAgentState, writeAgentState } from '../stores/agent-state.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { openDescription, type StoredDescription } from '../stores/descriptions.ts'
import { readOrMakeSalt } from '../stores/salt.ts'
import { ToolError } from '../support/errors.ts'
import type { Place } from './place.ts'
import { upstreamsOf } from './upstreams.ts'

/** Throws ToolError where the state cannot be read. */
export function openLearner({ data, settings }: Place): Learner {
  const state = readAgentState(data)
  // Nothing is made where nothing was learned: a look must leave no files behind.
  const key = state === undefined ? '' : Buffer.from(readOrMakeSalt(data.saltFile)).toString('hex')
  const upstreams = upstreamsOf(settings, data)
  const descriptions = new Map(upstreams.flatMap((upstream) => describedBy(data, upstream)))
  return makeLearner({ upstreams, descriptions, key, ...(state !== undefined && { state }) })
}

function describedBy(
  data: DataDirectory,
  { name, sandbox }: Upstream,
): readonly (readonly [string, StoredDescription])[] {
  if (sandbox === undefined) return []
  try {
    return [[name, openDescription(data.modelFile(sandbox))]]
  } catch (error) {
    // The agent says so when it runs; what was learned can be shown without.
    if (error instanceof ToolError) return []
    throw error
  }
}

/** Works on what was learned, and saves it. */
export function changeLearned<T>(place: Place, work: (learner: Learner) => T): T {
  const learner = openLearner(place)
  const result = work(learner)
  writeAgentState(place.data, learner.save())
  return result
}
