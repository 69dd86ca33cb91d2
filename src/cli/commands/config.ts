import type { Config } from '../../config/config.ts'
import { sourceText } from '../../config/config.ts'
import { type Setting, settingNames, settings } from '../../config/settings.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject } from '../../support/json.ts'
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

/** A list as it stands in a variable. */
function plainValue(value: Config[keyof Config]): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(kindOf).join(',')
  if ('allow' in value && Array.isArray(value.allow)) return plainValue(value.allow as readonly string[])
  const said = Object.entries(value).map(([key, one]) => (isObject(one) ? key : `${key}: ${String(one)}`))
  return said.length === 0 ? null : said.join(', ')
}

/** Of a mapping in a list what it is. */
function kindOf(one: unknown): string {
  return isObject(one) ? String(one['kind']) : String(one)
}

function factsOf({ config: values, sources }: ResolvedSettings): readonly Fact[] {
  return settingNames.map((name) => {
    const setting: Setting<unknown> = settings[name]
    const value = values[name]
    const shown = setting.isSecret && value !== undefined ? '(set)' : plainValue(value)
    return { name: setting.key ?? setting.variable ?? name, value: shown, source: sourceText(sources[name]) }
  })
}
