/** What is put onto a sandbox beside its description: rules, faults, a mode. Judged as a whole on a copy, then put there one after the other. */

import type { ApiDescription } from '../api/description.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ModeWish } from '../sandbox/scenarios/mode.ts'
import type { WebhookAttachment } from '../sandbox/webhooks/attachment.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import type { JsonObject } from '../support/json.ts'
import { armRule } from './arm-rule.ts'
import type { Place } from './place.ts'
import { addToRules } from './rule-set.ts'
import { attached, type ToAttach } from './webhooks.ts'

export interface Contents {
  /** Each one rule or a `rules` list. */
  readonly rules: readonly unknown[]
  readonly faults: readonly JsonObject[]
  readonly mode: ModeWish | undefined
}

/** What is thrown names the key that it is about. */
export async function under<T>(key: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw keyed(key, error)
  }
}

function keyed(key: string, error: unknown): unknown {
  return error instanceof ToolError ? new ToolError(error.code, `${key}: ${error.message}`, { cause: error }) : error
}

/** The same for work that does not wait. */
function judged<T>(key: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw keyed(key, error)
  }
}

/** Tries the contents on a sandbox in memory, beside rules that stand there by themselves. What it gives throws ToolError. */
export async function judgeOf(
  place: Place,
  { rules, faults, mode }: Contents,
  others?: RuleSet,
): Promise<(sandbox: Sandbox) => void> {
  const { NO_RULES } = await import('../sandbox/rules/rule.ts')
  const { addRules } = await import('../sandbox/rules/change.ts')
  const { armFault } = await import('../sandbox/faults/book.ts')
  const { readFault } = await import('../sandbox/faults/read.ts')
  const { runtimeOf } = await import('../sandbox/runtime.ts')
  const { findScenario, setMode } = await import('../sandbox/scenarios/mode.ts')
  const { readPacks } = await import('./packs.ts')
  return (sandbox) => {
    const runtime = runtimeOf(sandbox.api)
    judged('rules', () => {
      rules.reduce<RuleSet>((set, sent) => addRules(set, sent, false, runtime).set, others ?? NO_RULES)
    })
    for (const [index, fault] of faults.entries())
      judged(`faults[${index}]`, () => void armFault(sandbox.store, readFault(fault, runtime)))
    if (mode === undefined) return
    judged('mode', () => {
      setMode(sandbox, findScenario(mode.name, readPacks(place.data)), mode, { now: Date.now() })
    })
  }
}

/** What is attached with sinks and sidecars. Throws ToolError that names the key. */
export function attachKeyed(
  { sinks, documents }: ToAttach,
  api: ApiDescription,
  before: WebhookAttachment,
): WebhookAttachment {
  const withSinks = judged('sinks', () => attached(before, api, { sinks, documents: [] }))
  return judged('webhooks', () => attached(withSinks, api, { sinks: [], documents }))
}

/** Gives the ids of the rules. */
export async function putRules(place: Place, name: string, rules: readonly unknown[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const sent of rules)
    for (const step of await under('rules', () => addToRules(place, name, sent, false))) ids.push(...step.ids)
  return ids
}

/** Gives the ids of the faults. */
export async function putFaults(place: Place, name: string, faults: readonly JsonObject[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [index, fault] of faults.entries())
    ids.push((await under(`faults[${index}]`, () => armRule(place, name, fault))).id)
  return ids
}

/** Any error, as one that a person reads. */
export function told(error: unknown): ToolError {
  if (error instanceof ToolError) return error
  return new ToolError('unavailable', `${messageOf(error)} (this is a fault of the tool)`, { cause: error })
}
