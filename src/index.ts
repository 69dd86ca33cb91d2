/** The programmatic face: a sandbox in this process, in memory, without a socket. */
import { cwd, stdin } from 'node:process'
import type { ApiHead } from './api/description.ts'
import { describe } from './api/model.ts'
import { importModel } from './cli/import-model.ts'
import { fieldsOf, type HttpRequest, type HttpResponse, NO_BODY } from './http/message.ts'
import { type Explanation, explain } from './sandbox/explain.ts'
import { type Journal, makeJournal } from './sandbox/journal/journal.ts'
import type { SandboxSettings } from './sandbox/sandbox.ts'
import { serve } from './sandbox/serve.ts'
import { createMemoryStore } from './sandbox/state/memory-store.ts'
import { resetSandbox, seedSandbox } from './sandbox/upkeep.ts'
import { newSettings, type SettingsWish } from './stores/sandboxes.ts'
import type { JsonObject } from './support/json.ts'

export { run } from './cli/run.ts'
export type { ApiHead, Explanation, Journal, SandboxSettings, SettingsWish }
export { fieldsOf, type HttpRequest, type HttpResponse, NO_BODY }

export interface MemorySandbox {
  readonly settings: SandboxSettings
  /** What was understood of the description. */
  readonly head: ApiHead
  readonly journal: Journal
  /** Answers and journals. The path is the provider's, starting with '/'. */
  answer(request: HttpRequest): HttpResponse
  /** Answers on a fork and tells every decision. */
  explain(request: HttpRequest): Explanation
  reset(): void
  /** Adds records by resource type that survive a reset. Throws ToolError when one does not fit. */
  seed(records: JsonObject): void
}

export interface MemoryWish extends SettingsWish {
  /** Overlays to apply to the description, by file path or URL, in their order. */
  readonly overlays?: readonly string[]
}

/** Imports a description, given by file path or URL, and gives a sandbox whose state lives in memory. Rejects with ToolError when it cannot be imported. */
export async function openMemorySandbox(spec: string, wish: MemoryWish = {}): Promise<MemorySandbox> {
  const { overlays = [] } = wish
  const { model } = await importModel({ spec, overlays, cwd: cwd(), stdin })
  const wall = { now: Date.now }
  const journal = makeJournal()
  const settings = newSettings('memory', wish)
  const live = { settings, api: describe(model), store: createMemoryStore(), wall, journal }
  return {
    settings,
    head: model.head,
    journal,
    answer: (request) => serve(request, live, wall.now()).response,
    explain: (request) => explain(request, live),
    reset: () => resetSandbox(live),
    seed: (records) => void seedSandbox(live, records),
  }
}
