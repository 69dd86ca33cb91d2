/** The settings of one invocation: flags, environment, file and defaults, brought together. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config, ResolvedConfig } from '../config/config.ts'
import { type ConfigFile, parseConfigFile } from '../config/file.ts'
import { configLocation, resolveConfig } from '../config/resolve.ts'
import { NOT_REGULAR, readRegularFile, TOO_LARGE } from '../stores/regular-file.ts'
import { ToolError } from '../support/errors.ts'
import type { Call } from './command.ts'

/** With absolute paths. */
export interface ResolvedSettings extends ResolvedConfig {
  /** The control token, from the environment or its file; undefined when none is configured. */
  readonly token: string | undefined
}

/** Bytes of a configuration file, and of a file with a token. */
const LONGEST_CONFIG = 16 * 1024 * 1024
const LONGEST_TOKEN = 64 * 1024

export async function resolveSettings({ flags, terminal }: Call): Promise<ResolvedSettings> {
  const location = configLocation(terminal.env, flags.text('config'))
  const file = await readConfigFile(location.path, terminal.cwd, location.required)
  const { config, sources } = resolveConfig({ file, env: terminal.env, flags: flags.record() })
  const absolute: Config = { ...config, dataDir: resolve(terminal.cwd, config.dataDir) }
  return { config: absolute, sources, token: config.token ?? readToken(config.tokenFile, terminal.cwd) }
}

async function readConfigFile(path: string, cwd: string, required: boolean): Promise<ConfigFile | undefined> {
  const absolute = resolve(cwd, path)
  let text: string
  try {
    text = readRegularFile(absolute, LONGEST_CONFIG).toString('utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !required) return undefined
    throw new ToolError('usage', `Cannot read the configuration ${path}: ${reasonOf(code, LONGEST_CONFIG)}`, {
      cause: error,
    })
  }
  return parseConfigFile(path, dirname(absolute), text)
}

/** Refuses a token that other users of the machine can read. */
function readToken(path: string | undefined, cwd: string): string | undefined {
  if (path === undefined) return undefined
  const absolute = resolve(cwd, path)
  try {
    const mode = statSync(absolute).mode & 0o777
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new ToolError('usage', `Cannot use token_file ${path}: others can read it (run "chmod 600 ${path}")`)
    const token = readRegularFile(absolute, LONGEST_TOKEN).toString('utf8').trim()
    if (token === '') throw new ToolError('usage', `Cannot use token_file ${path}: it is empty`)
    return token
  } catch (error) {
    if (error instanceof ToolError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ToolError('usage', `Cannot read token_file ${path}: ${reasonOf(code, LONGEST_TOKEN)}`, { cause: error })
  }
}

function reasonOf(code: string | undefined, most: number): string {
  if (code === 'ENOENT') return 'there is no such file'
  if (code === TOO_LARGE) return `it is larger than ${most / 1024} KiB`
  return code === NOT_REGULAR ? 'it is a pipe or a device, not a file' : String(code)
}
