/** What the agent has learned, for commands that work while no agent runs. */
import { type Learner, makeLearner } from '../agent/learner.ts'
import { readAgentState, writeAgentState } from '../stores/agent-state.ts'
import { readOrMakeSalt } from '../stores/salt.ts'
import type { Place } from './place.ts'
import { upstreamsOf } from './upstreams.ts'

/** Throws ToolError where the state cannot be read. */
export function openLearner({ data, settings }: Place): Learner {
  const state = readAgentState(data)
  // Nothing is made where nothing was learned: a look must leave no files behind.
  const key = state === undefined ? '' : Buffer.from(readOrMakeSalt(data.saltFile)).toString('hex')
  return makeLearner({ upstreams: upstreamsOf(settings, data), key, ...(state !== undefined && { state }) })
}

/** Works on what was learned, and saves it. */
export function changeLearned<T>(place: Place, work: (learner: Learner) => T): T {
  const learner = openLearner(place)
  const result = work(learner)
  writeAgentState(place.data, learner.save())
  return result
}
