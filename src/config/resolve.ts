/** One value for each setting: flag > environment > file > default, and every value knows where it came from. */
import { ToolError } from '../support/errors.ts'
import { nearest } from '../support/nearest.ts'
import { type Config, type ConfigSource, type ResolvedConfig, sourceText } from './config.ts'
import type { ConfigEntry, ConfigFile } from './file.ts'
import { notThis, shownValue } from './kinds.ts'
import { type Setting, settingNames, settings } from './settings.ts'

export interface ConfigInput {
  /** The configuration file; undefined when there is none. */
  readonly file?: ConfigFile | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** By flag name, without dashes. Flags that are no setting are ignored. */
  readonly flags: Readonly<Record<string, unknown>>
}

export interface ConfigLocation {
  readonly path: string
  /** Somebody asked for this file: it is an error when it is not there. */
  readonly required: boolean
}

/** Where the configuration file is. An empty variable counts as not set. */
export function configLocation(env: ConfigInput['env'], flag: string | undefined): ConfigLocation {
  const named = flag ?? (env['TOOL_CONFIG'] || undefined)
  return named === undefined ? { path: 'tool.yaml', required: false } : { path: named, required: true }
}

/** Throws ToolError('usage') that tells every problem, each with its place. */
export function resolveConfig(input: ConfigInput): ResolvedConfig {
  const problems = unknownKeys(input.file)
  const config: Record<string, unknown> = {}
  const sources: Record<string, ConfigSource> = {}
  for (const name of settingNames) {
    const setting: Setting<unknown> = settings[name]
    const { raw, source } = spoken(setting, input)
    const reading = source.kind === 'default' ? { value: setting.default } : setting.kind.read(raw)
    sources[name] = source
    if ('wanted' in reading) {
      const shown = setting.isSecret === true ? 'what it holds' : shownValue(raw)
      problems.push(misfit(setting, source, notThis(reading, shown)))
    } else config[name] = placed(setting, reading.value, source, input.file)
  }
  if (problems.length > 0) throw new ToolError('usage', problems.join('; '))
  // Every name of the table has been set to what its kind read.
  return { config: config as unknown as Config, sources: sources as ResolvedConfig['sources'] }
}

/** The strongest that says something about a setting. */
function spoken(setting: Setting<unknown>, { file, env, flags }: ConfigInput): { raw: unknown; source: ConfigSource } {
  const { flag, variable, key } = setting
  if (flag !== undefined && Object.hasOwn(flags, flag) && flags[flag] !== undefined) {
    return { raw: flags[flag], source: { kind: 'flag', flag: `--${flag}` } }
  }
  if (variable !== undefined && env[variable]) {
    return { raw: env[variable], source: { kind: 'environment', variable } }
  }
  const entry = key === undefined ? undefined : file?.entries.find((e) => e.key === key && e.value !== null)
  if (entry === undefined || file === undefined) return { raw: undefined, source: { kind: 'default' } }
  const { value, line, lineOf } = entry
  return { raw: value, source: { kind: 'file', path: file.path, line, ...(lineOf && { lineOf }) } }
}

/** Unknown keys that are told one by one. */
const MOST_TOLD = 10

function unknownKeys(file: ConfigFile | undefined): string[] {
  const known = settingNames.flatMap((name) => settings[name].key ?? [])
  const unknown = file?.entries.filter(({ key }) => !known.includes(key)) ?? []
  const told = unknown.slice(0, MOST_TOLD).map((entry) => `${file?.path}:${entry.line}: ${unknownKey(entry, known)}`)
  return unknown.length > MOST_TOLD ? [...told, `and ${unknown.length - MOST_TOLD} more unknown keys`] : told
}

function unknownKey({ key }: ConfigEntry, known: readonly string[]): string {
  const secret = settingNames.find((name) => settings[name].isSecret === true && name === key)
  if (secret !== undefined) {
    return `"${key}" must not stand in a file that others read: set ${settings[secret].variable} or token_file`
  }
  const meant = nearest(key, known)
  return `unknown key ${shownValue(key)} (${meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}?`})`
}

function misfit(setting: Setting<unknown>, source: ConfigSource, must: string): string {
  const key = source.kind === 'file' ? `: ${setting.key}` : ''
  return `${sourceText(source)}${key} must be ${must}`
}

/** A relative path in a file starts at the file, wherever the command runs. */
function placed(
  setting: Setting<unknown>,
  value: unknown,
  source: ConfigSource,
  file: ConfigFile | undefined,
): unknown {
  if (setting.isPath !== true || source.kind !== 'file' || file === undefined) return value
  const path = String(value)
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path) ? path : `${file.directory}/${path}`
}
