import type { ListedFault } from '../../sandbox/faults/book.ts'
import { faultKinds } from '../../sandbox/faults/index.ts'
import { windowsOf } from '../../sandbox/windows.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText, readJson } from '../../support/exact-json.ts'
import type { Json, JsonObject } from '../../support/json.ts'
import { armRule } from '../arm-rule.ts'
import { changeRecords } from '../change-records.ts'
import type { Call, Command, ExitCode, Flag } from '../command.ts'
import { jsonFlag } from '../command.ts'
import { parseHeader } from '../explain.ts'
import { change, controlPath, openPlace, type Place, servedName } from '../place.ts'
import { faultLine, faultTable } from '../print/fault-table.ts'
import { stateOf } from '../read-state.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

const fields: readonly Flag[] = [
  { name: 'kind', value: '<kind>', summary: 'kind of fault', choices: faultKinds.map(({ kind }) => kind) },
  { name: 'method', value: '<method>', values: 'methods', summary: 'method of the operation' },
  { name: 'path', value: '<template>', values: 'paths', summary: 'path of the operation, as in the description' },
  { name: 'all', summary: 'every operation, instead of --method and --path' },
  { name: 'status', value: '<status>', summary: 'status of an error (default: 500)' },
  { name: 'probability', value: '<0..1>', summary: 'chance that a matching request fails (default: 1)' },
  { name: 'delay-ms', value: '<ms>', summary: 'duration (default: that of the kind)' },
  { name: 'jitter-ms', value: '<ms>', summary: 'add up to this many random milliseconds (default: none)' },
  { name: 'bytes-per-second', value: '<n>', summary: 'speed of a slow_body, instead of its duration' },
  { name: 'wallclock', summary: 'delays take real time even if the time of the sandbox is virtual' },
  { name: 'times', value: '<n>', summary: 'only the first n times (default: until cleared)' },
  {
    name: 'per',
    value: '<window>',
    summary: 'count --times separately for each (default: all together)',
    choices: windowsOf.filter((window) => window !== ''),
  },
  { name: 'body', value: '<json>', summary: 'body of the error' },
  { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'response header of the error' },
  { name: 'after', summary: 'run the operation first, then lose its answer' },
  { name: 'limit', value: '<n>', summary: 'only fail requests beyond n in --window-ms' },
  { name: 'window-ms', value: '<ms>', summary: 'the window of --limit' },
  { name: 'event', value: '<event>', values: 'events', summary: 'webhook kinds: the event (default: any)' },
]

const idFlag: Flag = {
  name: 'id',
  value: '<id>',
  values: 'faults',
  summary: 'id of the fault (default: generated); with --clear: only that fault',
}

export const chaos: Command = {
  name: 'chaos',
  summary: 'Add, list and clear faults of a sandbox',
  details:
    'Without --kind or --status it lists the faults; --status alone means an error. --all adds one fault for every operation. A new fault is added to the others. With --clear, the flags --id, --method, --path, --kind and --event select the faults to clear. A running server applies changes at once. Otherwise they apply when it starts.',
  arguments: [sandboxOrForkArgument],
  flags: [
    ...fields,
    { name: 'list', summary: 'list the faults' },
    { name: 'clear', summary: 'clear faults' },
    idFlag,
    jsonFlag,
  ],
  examples: [
    'tool chaos pay --kind error --method POST --path /charges --status 503 --times 2',
    'tool chaos pay --kind latency --method GET --path /charges --delay-ms 1500',
    'tool chaos pay --kind rate_limit --method GET --path /charges --limit 5 --window-ms 1000',
    'tool chaos pay --all --kind error --status 503',
    'tool chaos pay --list',
    'tool chaos pay --clear --id f1',
    'tool chaos pay --clear',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags } = call
    if (flags.has('list') && flags.has('clear')) throw new ToolError('usage', 'Either --list or --clear, not both')
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    if (flags.has('clear')) return clear(call, place, name)
    if (flags.has('list') || !arms(flags)) return list(call, place, name)
    return arm(call, place, name)
  },
}

/** A status alone means an error. */
function arms(flags: Call['flags']): boolean {
  return flags.has('kind') || flags.has('status')
}

async function arm({ flags, terminal }: Call, place: Place, name: string): Promise<ExitCode> {
  const rule = ruleOf(flags)
  const armed = await armRule(place, name, rule).catch((error: unknown) => {
    throw inFlags(error)
  })
  terminal.out(flags.has('json') ? jsonText({ armed }, 2) : `added ${faultLine(armed)}`)
  return 0
}

async function list({ flags, terminal }: Call, place: Place, name: string): Promise<ExitCode> {
  const stray = [...fields, idFlag].find((flag) => flags.has(flag.name))
  if (stray !== undefined) {
    const needed = stray === idFlag ? '--clear or --kind' : '--kind'
    const why = flags.has('list') ? 'cannot be used with --list' : `needs ${needed}`
    throw new ToolError('usage', `--${stray.name} ${why}`)
  }
  const faults = await faultsOf(place, name)
  if (flags.has('json')) terminal.out(jsonText({ faults }, 2))
  else terminal.out(faults.length === 0 ? `"${name}" has no faults` : faultTable(faults).join('\n'))
  return 0
}

async function faultsOf(place: Place, name: string): Promise<readonly ListedFault[]> {
  const { listedFaults } = await import('../../sandbox/faults/book.ts')
  return stateOf(
    place,
    name,
    async (server) => ((await server.get(controlPath(name, '/faults'))) as { faults: ListedFault[] }).faults,
    listedFaults,
  )
}

/** What --all means. */
const EVERY = { method: '*', path: '*' }

function refuseBoth(flags: Call['flags']): void {
  const other = ['method', 'path'].find((name) => flags.has('all') && flags.has(name))
  if (other !== undefined) throw new ToolError('usage', `Either --all or --${other}, not both`)
}

const filters = ['method', 'path', 'kind', 'event', 'id'] as const

async function clear({ flags, terminal }: Call, place: Place, name: string): Promise<ExitCode> {
  refuseBoth(flags)
  const filtering: readonly string[] = [...filters, 'all']
  const stray = fields.find((flag) => flags.has(flag.name) && !filtering.includes(flag.name))
  if (stray !== undefined) throw new ToolError('usage', `--${stray.name} cannot be used with --clear`)
  const named = filters.flatMap((filter) => {
    const value = flags.text(filter)
    // A variable of a shell that is not set must not clear everything.
    if (value === '') throw new ToolError('usage', `--${filter} is empty`)
    return value === undefined ? [] : [[filter, value] as const]
  })
  const cleared = await clearFaultsOn(place, name, { ...Object.fromEntries(named), ...(flags.has('all') && EVERY) })
  terminal.out(flags.has('json') ? jsonText({ cleared }, 2) : `${cleared} fault(s) cleared`)
  return 0
}

/** By the server that runs, else in what the sandbox keeps. Gives how many there were. */
export function clearFaultsOn(place: Place, name: string, filter: Readonly<Record<string, string>>): Promise<number> {
  const path = controlPath(name, `/faults?${new URLSearchParams(filter)}`)
  return change(
    place,
    async (server) => ((await server.remove(path)) as { cleared: number }).cleared,
    () => clearOnDisk(place, name, filter),
  )
}

async function clearOnDisk(place: Place, name: string, filter: Readonly<Record<string, string>>): Promise<number> {
  const { clearFaults } = await import('../../sandbox/faults/book.ts')
  return changeRecords(place, name, ({ store }) => clearFaults(store, filter))
}

const numbers = {
  status: 'status',
  times: 'times',
  'delay-ms': 'delayMs',
  'jitter-ms': 'jitterMs',
  'bytes-per-second': 'bytesPerSecond',
  limit: 'limit',
  'window-ms': 'windowMs',
}

/** What is said of a field of the rule, said of the flag that gave it. */
function inFlags(error: unknown): unknown {
  if (!(error instanceof ToolError)) return error
  if (error.message === 'method and path are required')
    return new ToolError(error.code, 'Name the operation by --method and --path, or all of them by --all')
  const flagOf = (field: string): string => {
    const [flag] = Object.entries({ ...numbers, header: 'headers', id: 'id' }).find(([, name]) => name === field) ?? []
    return flag === undefined ? field : `--${flag}`
  }
  const message = error.message.replace(/^\w+(?: and \w+)?(?= )/, (names) => names.replace(/\w+/g, flagOf))
  return new ToolError(error.code, message, { cause: error })
}

/** The rule as the control plane takes it; there it is judged. */
function ruleOf(flags: Call['flags']): JsonObject {
  refuseBoth(flags)
  const texts = ['id', 'kind', 'method', 'path', 'per', 'event']
  const rule: Record<string, Json> = { kind: 'error', ...(flags.has('all') && EVERY) }
  for (const name of texts) {
    const value = flags.text(name)
    if (value !== undefined) rule[name] = value
  }
  for (const [name, field] of Object.entries(numbers))
    if (flags.has(name)) rule[field] = flags.count(name, 0, name === 'status' ? [200, 599] : undefined)
  const probability = flags.text('probability')
  if (probability !== undefined) rule['probability'] = numberOf(probability)
  const body = flags.text('body')
  if (body !== undefined) rule['body'] = bodyOf(body)
  if (flags.has('header')) rule['headers'] = Object.fromEntries(flags.list('header').map(parseHeader))
  for (const name of ['wallclock', 'after']) if (flags.has(name)) rule[name] = true
  return rule
}

function numberOf(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value))
    throw new ToolError('usage', `--probability must be a number from 0 to 1, not "${text}"`)
  return value
}

/** JSON; what is none is a text. */
function bodyOf(text: string): Json {
  try {
    return readJson(text) as Json
  } catch {
    return text
  }
}
