/**
 * Sends generated requests to a recording upstream, directly and through the agent, and compares both sides.
 *
 *   node scripts/transparency.mjs [--requests 3000] [--seed any|NUMBER]
 *
 * The suite is the one of `npm test`, which sends 300.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { readOptions } from './support/options.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: { requests: { type: 'string', default: '3000' }, seed: { type: 'string' } },
})

const root = resolve(import.meta.dirname, '..')
const env = {
  ...process.env,
  TRANSPARENCY_REQUESTS: options.requests,
  ...(options.seed !== undefined && { FC_SEED: options.seed }),
}
const suite = 'src/server/proxy/transparency.property.test.ts'
const child = spawn('npx', ['vitest', 'run', suite], { cwd: root, env, stdio: 'inherit' })
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
