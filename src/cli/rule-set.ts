/** The rules of a sandbox, read from disk and changed there or by the server that serves it. */
import type { Rule, RuleSet } from '../sandbox/rules/rule.ts'
import type { Runtime } from '../sandbox/runtime.ts'
import { isForkName } from '../sandbox/sandbox.ts'
import { readRuleFile, writeRuleFile } from '../stores/rule-files.ts'
import { field } from '../support/json.ts'
import { changeRecords, portionsOf } from './change-records.ts'
import type { ControlClient } from './control-client.ts'
import { change, controlPath, getServer, openApi, type Place, registeredName } from './place.ts'

/** Rules that were added in one step of the version. */
export interface AddedRules {
  readonly ids: readonly string[]
  readonly version: number
}

/** The set on disk, which is that of a running server too. Throws ToolError when it cannot load. */
export function loadRules(place: Place, name: string): RuleSet {
  return readRuleFile(place.data.rulesFile(name))
}

/** As `loadRules`; that of a fork is asked of the server that it lives in. */
export async function rulesOf(place: Place, name: string): Promise<RuleSet> {
  if (!isForkName(name)) return loadRules(place, name)
  return (await getServer(place, 'a fork lives').get(controlPath(name, '/rules'))) as RuleSet
}

/** Adds what a document says, judged as a whole first; a running server answers by it at once, and takes much of it in portions. */
export async function addToRules(
  place: Place,
  name: string,
  sent: unknown,
  replace: boolean,
): Promise<readonly AddedRules[]> {
  const { addRules } = await import('../sandbox/rules/change.ts')
  return change<readonly AddedRules[]>(
    place,
    async (server) => {
      const before = await rulesOf(place, name)
      const { added } = await withRuntime(place, name, (runtime) => addRules(before, sent, replace, runtime))
      return tellRules(server, controlPath(name, `/rules?replace=${replace}`), added)
    },
    async () => {
      let added: readonly Rule[] = []
      const { version } = await changeSet(place, name, (before, runtime) => {
        const made = addRules(before, sent, replace, runtime)
        added = made.added
        return made.set
      })
      return [{ ids: added.map(({ id }) => id), version }]
    },
  )
}

async function tellRules(server: ControlClient, path: string, rules: readonly Rule[]): Promise<readonly AddedRules[]> {
  const steps: AddedRules[] = []
  for (const portion of portionsOf(rules)) {
    const version = versionIn(await server.post(path, { rules: portion }))
    steps.push({ ids: portion.map(({ id }) => id), version })
  }
  return steps
}

/** Takes a rule out. Gives the version of the set without it. */
export async function dropFromRules(place: Place, name: string, id: string): Promise<number> {
  return change(
    place,
    async (server) => versionIn(await server.remove(controlPath(name, `/rules?${new URLSearchParams({ id })}`))),
    async () => {
      const { dropRule } = await import('../sandbox/rules/change.ts')
      return (await changeSet(place, name, (before) => dropRule(before, id, name))).version
    },
  )
}

function versionIn(answer: unknown): number {
  return Number(field(answer, 'version'))
}

/** Keeps the set that `work` makes of the one on disk; the caller holds the data directory (`change`). */
async function changeSet(
  place: Place,
  name: string,
  work: (before: RuleSet, runtime: Runtime) => RuleSet,
): Promise<RuleSet> {
  const { forgetCounts } = await import('../sandbox/rules/consult.ts')
  const { runtimeOf } = await import('../sandbox/runtime.ts')
  return changeRecords(place, name, ({ store, api }) => {
    const before = loadRules(place, name)
    const after = work(before, runtimeOf(api))
    forgetCounts(store, before, after)
    writeRuleFile(place.data.rulesFile(name), after)
    return after
  })
}

/** Works with what the description of a sandbox implies. */
export async function withRuntime<T>(place: Place, name: string, work: (runtime: Runtime) => T): Promise<T> {
  const { runtimeOf } = await import('../sandbox/runtime.ts')
  const api = openApi(place, registeredName(name))
  try {
    return work(runtimeOf(api))
  } finally {
    api.close()
  }
}
