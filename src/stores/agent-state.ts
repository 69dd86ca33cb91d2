/** What the agent has learned, on disk: `agent/state.json`. It holds names of fields and counts, no values of anybody. */
import { existsSync, renameSync } from 'node:fs'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { type DataDirectory, makeDirectory } from './data-directory.ts'
import { readSandboxDocument } from './sandbox-document.ts'

/** Undefined where nothing was learned yet. Throws ToolError `corrupt`. */
export function readAgentState({ agentStateFile }: DataDirectory): unknown {
  return readSandboxDocument(agentStateFile, 'state of the agent')
}

export function writeAgentState({ agent, agentStateFile }: DataDirectory, state: unknown): void {
  makeDirectory(agent)
  writeFileAtomically(agentStateFile, [jsonText(state)])
}

/** Moves a file that cannot be read out of the way; gives where to. */
export function setAsideAgentState({ agentStateFile }: DataDirectory, now: number): string {
  const aside = `${agentStateFile}.damaged-${now}`
  if (existsSync(aside)) throw new ToolError('unavailable', `Cannot move ${agentStateFile} aside: ${aside} exists`)
  renameSync(agentStateFile, aside)
  return aside
}
