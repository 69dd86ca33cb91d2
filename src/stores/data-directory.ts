/**
 * Every path under the data directory.
 *
 *   server.json  lock           the running server           reserve     room for a full disk
 *   sandboxes/<name>.json       what is registered       sandboxes/.<name>.intention
 *   apis/<name>.ir.json         the imported model       apis/<name>.rules.json
 *   apis/<name>.webhooks.json   signing, triggers and sinks of its events
 *   state/<name>/               the records
 *   scenarios/                  packs
 *   upstreams.json              what the agent stands in front of
 *   listed.json                 what was made of the sandboxes that tool.yaml lists
 *   up.log                      what a server in the background says
 *   agent/state.json            what the agent has learned
 *   agent/salt                  what stand-ins in recordings are drawn with
 *   agent/specs/<upstream>/     its description as it was last taken as known
 *   agent/recordings/<upstream>/<time>-<n>.ndjson
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ToolError } from '../support/errors.ts'

export interface DataDirectory {
  readonly root: string
  readonly serverFile: string
  readonly lockFile: string
  readonly reserveFile: string
  readonly sandboxes: string
  readonly apis: string
  readonly state: string
  readonly scenarios: string
  readonly upstreamsFile: string
  readonly listedFile: string
  readonly logFile: string
  readonly agent: string
  readonly agentStateFile: string
  readonly saltFile: string
  /** A directory for each upstream is below it. */
  readonly recordings: string
  sandboxFile(name: string): string
  modelFile(name: string): string
  rulesFile(name: string): string
  webhooksFile(name: string): string
  stateDirectory(name: string): string
  /** What is being done with the sandbox that has this name, or is to have it. */
  intentionFile(name: string): string
}

/** The paths, without touching the disk. */
export function dataDirectory(path: string): DataDirectory {
  const root = resolve(path)
  const [sandboxes, apis, state] = [join(root, 'sandboxes'), join(root, 'apis'), join(root, 'state')]
  return {
    root,
    serverFile: join(root, 'server.json'),
    lockFile: join(root, 'lock'),
    reserveFile: join(root, 'reserve'),
    sandboxes,
    apis,
    state,
    scenarios: join(root, 'scenarios'),
    upstreamsFile: join(root, 'upstreams.json'),
    listedFile: join(root, 'listed.json'),
    logFile: join(root, 'up.log'),
    agent: join(root, 'agent'),
    agentStateFile: join(root, 'agent', 'state.json'),
    saltFile: join(root, 'agent', 'salt'),
    recordings: join(root, 'agent', 'recordings'),
    sandboxFile: (name) => join(sandboxes, `${checkedName(name)}.json`),
    modelFile: (name) => join(apis, `${checkedName(name)}.ir.json`),
    rulesFile: (name) => join(apis, `${checkedName(name)}.rules.json`),
    webhooksFile: (name) => join(apis, `${checkedName(name)}.webhooks.json`),
    stateDirectory: (name) => join(state, checkedName(name)),
    intentionFile: (name) => join(sandboxes, `.${checkedName(name)}.intention`),
  }
}

/** The paths of a directory that is there or may be made. Throws ToolError where a file is in the way. */
export function usableDataDirectory(path: string): DataDirectory {
  const data = dataDirectory(path)
  if (endsInFile(data.root))
    throw new ToolError('unavailable', `Cannot use the data directory ${data.root}: ${IN_ITS_PLACE} (${ADVICE})`)
  return data
}

const IN_ITS_PLACE = 'a file is in its place'
const ADVICE = 'choose another with --data-dir'

/** As far as the path is there, it is no directory. */
function endsInFile(path: string): boolean {
  if (existsSync(path)) return !statSync(path).isDirectory()
  return dirname(path) !== path && endsInFile(dirname(path))
}

/** Makes the directories that are missing, readable by their owner only. */
export function makeDataDirectory(path: string): DataDirectory {
  const data = dataDirectory(path)
  try {
    for (const directory of [data.root, data.sandboxes, data.apis, data.state]) {
      makeDirectory(directory)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? IN_ITS_PLACE : code
    throw new ToolError('unavailable', `Cannot make the data directory ${data.root}: ${reason} (${ADVICE})`, {
      cause: error,
    })
  }
  return data
}

/** Makes a directory and those above it, readable by their owner only. Step by step: the recursive way of Node 20 never ends below a directory that takes no children. */
export function makeDirectory(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  const parent = dirname(path)
  if (parent !== path) makeDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}

/** What is wrong with a sandbox name; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '_tool') return 'it is the path of the control plane'
  if (name === '') return 'it is empty'
  if (name.length > 63) return 'it is longer than 63 characters'
  if (!/^[a-z0-9]/.test(name)) return 'it must start with a letter a-z or a digit'
  if (!/^[a-z0-9_-]+$/.test(name)) return 'it may hold only a-z, 0-9, "_" and "-"'
  if (name.includes('--')) return '"--" is kept for forks'
  return undefined
}

/** The name, when it is one a sandbox may have. Throws ToolError when it is not. */
export function checkedName(name: string): string {
  const problem = nameProblem(name)
  if (problem === undefined) return name
  throw new ToolError('usage', `Cannot use ${JSON.stringify(name.slice(0, 80))} as a sandbox name: ${problem}`)
}
