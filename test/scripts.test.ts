/** What every script that takes options has in common. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const scripts = ['scripts', 'bench']
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.mjs') && readFileSync(join(root, file), 'utf8').includes('readOptions('))

/** Exit code and what was printed. */
async function run(script: string, flag: string): Promise<readonly [code: unknown, out: string, err: string]> {
  const child = promisify(execFile)(process.execPath, [join(root, script), flag])
  try {
    const { stdout, stderr } = await child
    return [0, stdout, stderr]
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    return [code, stdout, stderr]
  }
}

it.each(scripts)('%s prints its usage, and refuses an unknown option in one line', async (script) => {
  expect(await run(script, '--help')).toEqual([0, expect.stringMatching(/(npm run|node) [\s\S]*\[/), ''])
  expect(await run(script, '--nope')).toEqual([2, '', "error: Unknown option '--nope' (see --help)\n"])
})
