import type { Config } from '../../config/config.ts'
import { sourceText } from '../../config/config.ts'
import { type Setting, settingNames, settings } from '../../config/settings.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject } from '../../support/json.ts'
import { shownAddress } from '../../support/shown-address.ts'
import { table } from '../../support/table.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { type ResolvedSettings, resolveSettings } from '../settings.ts'

export const config: Command = {
  name: 'config',
  summary: 'Show the current settings and where each comes from',
  details:
    'Flags win over environment variables, those over tool.yaml, and that over defaults. The token is never shown.',
  arguments: [],
  flags: [jsonFlag],
  examples: ['tool config', 'TOOL_SANDBOX_PORT=4610 tool config --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const facts = factsOf(await resolveSettings(call))
    if (flags.has('json')) terminal.out(jsonText({ settings: facts }, 2))
    else terminal.out(table(facts.map(({ name, value, source }) => [name, String(value ?? '-'), source])).join('\n'))
    return 0
  },
}

interface Fact {
  readonly name: string
  /** Null when it has none. */
  readonly value: string | number | null
  readonly source: string
}

/** A list as it stands in a variable. Addresses that were not judged yet may hold what no setting is for. */
function plainValue(value: Config[keyof Config]): string | number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return cutText(value)
  if (value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? null : cutAt(value, kindOf, ',')
  if ('allow' in value && Array.isArray(value.allow)) return plainValue(value.allow as readonly string[])
  const said = Object.entries(value)
  return said.length === 0 ? null : cutAt(said, ([key, one]) => `${cutText(key)}${shownScalar(one)}`, ', ')
}

/** What is shown of a list, and of a text. */
const MOST_SHOWN = 1_000
const LONGEST = 1_000

function shownScalar(one: unknown): string {
  return typeof one === 'object' ? '' : `: ${cutText(String(one))}`
}

function cutText(text: string): string {
  const shown = shownAddress(text.slice(0, 10 * LONGEST))
  return shown.length > LONGEST || text.length > 10 * LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}

function cutAt<T>(all: readonly T[], show: (one: T) => string, between: string): string {
  const more = all.length > MOST_SHOWN ? ` and ${all.length - MOST_SHOWN} more` : ''
  return `${all.slice(0, MOST_SHOWN).map(show).join(between)}${more}`
}

/** Of a mapping in a list what it is. The address of a receiver of alerts is a secret as a whole. */
function kindOf(one: unknown): string {
  if (typeof one === 'object') return isObject(one) && typeof one['kind'] === 'string' ? cutText(one['kind']) : '…'
  const text = cutText(String(one))
  return text.includes('://') ? `${text.slice(0, text.indexOf('://'))}://…` : text
}

function factsOf({ config: values, sources }: ResolvedSettings): readonly Fact[] {
  return settingNames.map((name) => {
    const setting: Setting<unknown> = settings[name]
    const value = values[name]
    const shown = setting.isSecret && value !== undefined ? '(set)' : plainValue(value)
    return { name: setting.key ?? setting.variable ?? name, value: shown, source: sourceText(sources[name]) }
  })
}
