/** The health check of the image, beside a server that is started as in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { spawnTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')

async function isWell(env: Readonly<Record<string, string>>): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'scripts/healthcheck.mjs')], { env, stdio: 'inherit' })
  const [exit] = await once(child, 'close')
  return exit === 0
}

it.each([
  ['a data directory', ['--agent-port', '0']],
  ['a temporary directory', ['--spec', join(root, 'examples/payments.yaml')]],
])('finds a server of %s at any port, and knows when it is gone', async (_what, flags) => {
  using temp = tempDirectory()
  const data = flags.includes('--agent-port') ? { TOOL_DATA_DIR: join(temp.path, 'data') } : {}
  const env = {
    TMPDIR: temp.path,
    TOOL_SANDBOX_PORT: '1',
    TOOL_LISTEN: '0.0.0.0',
    TOOL_TOKEN: 'a-long-secret',
    ...data,
  }
  const tool = await spawnTool({ cwd: temp.path, env, flags })
  try {
    expect(await isWell(env)).toBe(true)
  } finally {
    await tool.stop()
  }
  expect(await isWell(env)).toBe(false)
})
