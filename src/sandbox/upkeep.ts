/** What is done to a sandbox's state from outside: reset, seed data, the clock. */
import type { JsonObject } from '../support/json.ts'
import type { Sandbox } from './sandbox.ts'

/** Removes records made by requests, idempotency answers and issued tokens; the seeded population, `--seed-data`, clock, id sequence, faults, mode and rules stay. */
export function resetSandbox(sandbox: Sandbox): void {
  throw new Error(`not built yet ${sandbox.settings.name}`)
}

/** Adds records (`{ type: [record, ...] }`) that survive reset. Throws ToolError naming the type, the index and the first violation when one does not fit; nothing is written then. Returns how many records of each type were added. */
export function seedSandbox(sandbox: Sandbox, data: JsonObject): Readonly<Record<string, number>> {
  throw new Error(`not built yet ${sandbox.settings.name} ${Object.keys(data).length}`)
}

/** Moves the virtual clock forward. Returns the new time in milliseconds since the epoch. Throws ToolError when the clock is real. */
export function advanceClock(sandbox: Sandbox, seconds: number): number {
  throw new Error(`not built yet ${sandbox.settings.name} ${seconds}`)
}
