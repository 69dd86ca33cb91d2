/** What a caller asks for, judged: JavaScript has no types to do it. */
import { isAbsolute, resolve } from 'node:path'
import { importFlags } from '../cli/import-flags.ts'
import { type Entry, readEntry } from '../cli/listed-entry.ts'
import { asRecords } from '../cli/read-records.ts'
import type { Terminal } from '../cli/terminal.ts'
import { type ListedSandbox, listedKeys, readKeys } from '../config/sandbox-keys.ts'
import { kindOf } from '../sandbox/faults/read.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type Json, type JsonObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import type { SandboxOptions } from './types.ts'

const startOptions = ['sandboxes', 'dataDir', 'port', 'token', 'log']

/** What an option is called in `tool.yaml`; undefined where it is none there. */
const keyOf: Readonly<Record<keyof SandboxOptions, keyof ListedSandbox | undefined>> = {
  spec: 'spec',
  overlays: 'overlays',
  seed: 'seed',
  credential: 'credential',
  seedData: 'seed_data',
  clock: 'clock',
  validation: 'validation',
  unknownIds: 'unknown_ids',
  auth: 'auth',
  authErrors: 'auth_errors',
  webhookUrl: 'sinks',
  webhooks: 'webhooks',
  rules: 'rules',
  faults: 'faults',
  mode: 'mode',
}

const files: readonly string[] = [
  'spec',
  'overlays',
  'seedData',
  'webhooks',
  'rules',
] satisfies (keyof SandboxOptions)[]

/** Throws ToolError for an option that there is none of, in `what`. */
function refuseUnknown(what: string, options: object, known: readonly string[]): void {
  const stranger = Object.keys(options).find((name) => !known.includes(name))
  if (stranger === undefined) return
  throw new ToolError('usage', `${what} has no option "${stranger}" (${hintAmong(stranger, known, 'it has')})`)
}

/** Throws ToolError that names the option. */
export function checkStartOptions(options: unknown): void {
  if (!isObject(options)) throw new ToolError('usage', 'startTool wants options such as { sandboxes: { … } }')
  refuseUnknown('startTool', options, startOptions)
  const { sandboxes, dataDir, port, token, log } = options
  const fail = (name: string, wanted: string): never => {
    throw new ToolError('usage', `startTool: ${name} must be ${wanted}`)
  }
  if (sandboxes !== undefined && !isObject(sandboxes))
    fail('sandboxes', "an object of options by name, such as { pay: { spec: 'openapi.yaml' } }")
  if (dataDir !== undefined && (typeof dataDir !== 'string' || dataDir === ''))
    fail('dataDir', 'the path of a directory')
  if (port !== undefined && !(Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535))
    fail('port', 'a whole number from 0 to 65535')
  if (log !== undefined && typeof log !== 'function') fail('log', 'a function')
  checkToken('startTool', token)
}

/** Throws ToolError that names the option. */
export function checkConnectOptions(url: unknown, options: unknown): void {
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url))
    throw new ToolError('usage', 'connectTool wants the address of a server, such as http://127.0.0.1:4600')
  if (!isObject(options)) throw new ToolError('usage', 'connectTool wants options such as { token }')
  refuseUnknown('connectTool', options, ['token'])
  checkToken('connectTool', options['token'])
}

/** An unset variable must not open what was meant to be shut. */
function checkToken(what: string, token: unknown): void {
  if (token === undefined || (typeof token === 'string' && token !== '')) return
  const problem = token === '' ? 'is empty (set the variable that it is from, or leave it out)' : 'must be a text'
  throw new ToolError('usage', `${what}: token ${problem}`)
}

/** Throws ToolError for a fault of no kind that there is, whatever else it lacks. */
export function checkKind(fault: unknown): void {
  if (!isObject(fault))
    throw new ToolError('usage', "A fault must be an object such as { kind: 'error', method: 'GET', path: '/charges' }")
  kindOf(fault['kind'] as Json | undefined)
}

/** As an entry of `tool.yaml` would be, with what it names read. Throws ToolError that names the sandbox and the option. */
export async function readSandboxOptions(name: string, options: unknown, terminal: Terminal): Promise<Entry> {
  const { said, rules, records } = parse(name, options, terminal.cwd)
  const entry = await readEntry(name, said, terminal)
  return {
    ...entry,
    ...(rules !== undefined && { rules: rules.length === 0 ? [] : [{ rules }] }),
    ...(records !== undefined && { records }),
  }
}

interface Parsed {
  readonly said: ListedSandbox & { readonly spec: string }
  /** Absent where they are in a file, or there are none. */
  readonly rules?: readonly unknown[]
  readonly records?: JsonObject
}

function parse(name: string, options: unknown, cwd: string): Parsed {
  const fail = (problem: string): never => {
    throw new ToolError('usage', `Sandbox "${name}"${problem}`)
  }
  if (!isObject(options)) return fail(" wants options such as { spec: 'openapi.yaml' }")
  refuseUnknown(`Sandbox "${name}"`, options, Object.keys(keyOf))
  const { spec, rules, seedData, faults } = options
  if (typeof spec !== 'string' || spec === '') return fail(' wants a spec: the file path or URL of the description')
  if (!isTextOrNone(rules) && !Array.isArray(rules)) fail(': rules must be a list of rules, or a file of them')
  if (!isTextOrNone(seedData) && !isObject(seedData))
    fail(': seedData must be records by resource type, or a file of them')
  if (Array.isArray(faults)) for (const fault of faults) checkKind(fault)
  const inline = [...(Array.isArray(rules) ? ['rules'] : []), ...(isObject(seedData) ? ['seedData'] : [])]
  const raw = Object.entries(options).flatMap(([option, value]): [string, unknown][] => {
    const key = keyOf[option as keyof SandboxOptions]
    if (key === undefined || value === undefined || inline.includes(option)) return []
    refuseNoChoice(`Sandbox "${name}": ${option}`, value, key.replaceAll('_', '-'))
    return [[key, files.includes(option) ? placed(value, cwd) : value]]
  })
  const said = readKeys<ListedSandbox>(Object.fromEntries(raw), listedKeys, 'no option', (problem) =>
    fail(`: ${inOptions(problem)}`),
  )
  return {
    said: { ...said, spec: absolute(spec, cwd) },
    ...(Array.isArray(rules) && { rules }),
    ...(isObject(seedData) && { records: asRecords(seedData, 'seedData') }),
  }
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** What is said of a key, said of the option. */
export function inOptions(problem: string): string {
  const [key = ''] = /^\w+/.exec(problem) ?? []
  const [option] = Object.entries(keyOf).find(([, one]) => one === key) ?? []
  return option === undefined ? problem : option + problem.slice(key.length)
}

function refuseNoChoice(what: string, value: unknown, flag: string): void {
  const choices = importFlags.find((one) => one.name === flag)?.choices
  if (choices === undefined || choices.includes(String(value))) return
  throw new ToolError('usage', `${what} is "${value}" (${hintAmong(String(value), choices)})`)
}

function placed(value: unknown, cwd: string): unknown {
  if (Array.isArray(value)) return value.map((one) => placed(one, cwd))
  return typeof value === 'string' && value !== '' ? absolute(value, cwd) : value
}

/** A file, or an address, which stays as it is. */
function absolute(location: string, cwd: string): string {
  return isAbsolute(location) || /^[a-z][a-z+.-]+:/i.test(location) ? location : resolve(cwd, location)
}
