/** What `tool.yaml` and the control plane say of a sandbox, in the words of the commands. */
import type { ListedSandbox, SentSandbox } from '../config/sandbox-keys.ts'
import type { ModeWish } from '../sandbox/scenarios/mode.ts'
import type { SettingsWish } from '../stores/sandboxes.ts'
import { jsonText, readJson } from '../support/exact-json.ts'
import type { JsonObject } from '../support/json.ts'

type Said = ListedSandbox | SentSandbox

/** Only what is said stands in it. */
export function wishFrom(said: Said): SettingsWish {
  const { seed, credential, clock, validation, unknown_ids: unknownIds, auth, auth_errors: authErrors } = said
  const recordings = 'recordings' in said ? said.recordings : undefined
  const wish = { seed, credential, clock, validation, unknownIds, auth, authErrors, recordings }
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
}

export function faultsFrom({ faults = [] }: Said): readonly JsonObject[] {
  return faults.map(asJson)
}

export function sinksFrom({ sinks = [] }: Said): readonly unknown[] {
  return sinks.map((sink) => (typeof sink === 'string' ? { url: sink } : sink))
}

/** The mode as it is sent, judged. */
export async function modeFrom({ mode }: Said): Promise<ModeWish | undefined> {
  if (mode === undefined) return undefined
  const { readModeWish } = await import('../sandbox/scenarios/mode.ts')
  return readModeWish(typeof mode === 'string' ? { name: mode } : asJson(mode))
}

/** What YAML says beyond JSON, as not-a-number, is nothing that a server could be told. */
function asJson(value: object): JsonObject {
  return readJson(jsonText(value)) as JsonObject
}
