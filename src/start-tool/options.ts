/** What a caller asks for, judged: JavaScript has no types to do it. */
import { isAbsolute, resolve } from 'node:path'
import { Flags, type FlagValue } from '../cli/flags.ts'
import { importFlags } from '../cli/import-flags.ts'
import { ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import type { SandboxOptions } from './types.ts'

const startOptions = ['sandboxes', 'dataDir', 'port', 'token', 'log']

/** The flag of `tool sandbox add` that an option is; undefined where it is none. */
const flagOf: Readonly<Record<keyof SandboxOptions, string | undefined>> = {
  spec: 'spec',
  overlays: 'overlay',
  seed: 'seed',
  credential: 'credential',
  seedData: 'seed-data',
  clock: 'clock',
  validation: 'validation',
  unknownIds: 'unknown-ids',
  auth: 'auth',
  authErrors: 'auth-errors',
  webhookUrl: 'webhook-url',
  webhooks: 'webhooks',
  rules: undefined,
  faults: undefined,
  mode: undefined,
}

const files: readonly (keyof SandboxOptions)[] = ['spec', 'overlays', 'seedData', 'webhooks']

/** Throws ToolError for an option that there is none of, in `what`. */
export function refuseUnknown(what: string, options: object, known: readonly string[]): void {
  const stranger = Object.keys(options).find((name) => !known.includes(name))
  if (stranger === undefined) return
  throw new ToolError('usage', `${what} has no option "${stranger}" (${hintAmong(stranger, known, 'it has')})`)
}

export function checkStartOptions(options: object): void {
  refuseUnknown('startTool', options, startOptions)
}

/** As `tool sandbox add` would be given it, with absolute paths. */
export function sandboxFlags(name: string, options: SandboxOptions, cwd: string): Flags {
  if (!isObject(options))
    throw new ToolError('usage', `Sandbox "${name}" wants options such as { spec: 'openapi.yaml' }`)
  refuseUnknown(`Sandbox "${name}"`, options, Object.keys(flagOf))
  if (typeof options.spec !== 'string')
    throw new ToolError('usage', `Sandbox "${name}" wants a spec: the file path or URL of the description`)
  const given = { seed: '5eed', ...options }
  const values = Object.entries(flagOf).flatMap(([option, flag]): [string, FlagValue][] => {
    const value: unknown = given[option as keyof SandboxOptions]
    if (flag === undefined || value === undefined || isRecords(value)) return []
    const texts = [value].flat().map(String)
    for (const text of texts) refuseNoChoice(`Sandbox "${name}": ${option}`, text, flag)
    const placed = files.includes(option as keyof SandboxOptions) ? texts.map((text) => absolute(text, cwd)) : texts
    return [[flag, Array.isArray(value) || isRepeatable(option) ? placed : (placed[0] ?? '')]]
  })
  return new Flags(values)
}

function refuseNoChoice(what: string, text: string, flag: string): void {
  const choices = importFlags.find(({ name }) => name === flag)?.choices ?? [text]
  if (choices.includes(text)) return
  throw new ToolError('usage', `${what} is "${text}" (${hintAmong(text, choices)})`)
}

function isRecords(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value)
}

function isRepeatable(option: string): boolean {
  return option === 'overlays' || option === 'webhooks' || option === 'webhookUrl'
}

/** A file, or an address, which stays as it is. */
export function absolute(location: string, cwd: string): string {
  return isAbsolute(location) || /^[a-z][a-z+.-]+:/i.test(location) ? location : resolve(cwd, location)
}
