/** Watched descriptions while no agent runs: what the last look told, and a look of one's own. */
import type { Upstream } from '../agent/upstream.ts'
import type { SpecWatchHealth } from '../control/agent.ts'
import { look } from '../server/spec-watch/look.ts'
import { afterLook, healthOf } from '../server/spec-watch/spec-watch.ts'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { readSpecLook, writeSpecLook } from '../stores/spec-pins.ts'
import { ToolError } from '../support/errors.ts'
import { changeLearned } from './agent-learner.ts'
import type { Call } from './command.ts'
import type { Place } from './place.ts'
import { specDirectory } from './serve-agent.ts'

export function keptSpec({ data }: Place, { name, specSource = '' }: Upstream): SpecWatchHealth {
  return healthOf(name, specSource, readSpecLook(data, name))
}

export interface WantedLook {
  readonly upstream: string
  readonly source: string
  readonly pins: boolean
}

/** Throws ToolError where it should pin and cannot read. */
export async function lookHere({ terminal }: Call, place: Place, wanted: WantedLook): Promise<SpecWatchHealth> {
  const { upstream, source, pins } = wanted
  const { config, sources } = place.settings
  const data = makeDataDirectory(config.dataDir)
  const directory = specDirectory(sources.upstreams, terminal.cwd)
  const looked = await look({ dataDirectory: data.root, directory, env: terminal.env, ...wanted })
  if (pins && !looked.ok) throw new ToolError('unavailable', `Nothing is pinned: ${looked.error}`)
  const at = Date.now()
  const health = afterLook(healthOf(upstream, source, readSpecLook(data, upstream)), looked, at)
  writeSpecLook(data, upstream, health)
  if (looked.ok) changeLearned(place, (learner) => learner.noteSpec(upstream, looked.changes, at))
  return health
}
