/** Starts the servers to be compared; each is { name, base, pid, stop }. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, run, waitForAnswer } from '../scripts/support/tool.mjs'

const here = import.meta.dirname
export const payments = join(here, 'payments.json')

/** Installs the load generator and the peers, once; they are no part of the product's own modules. */
export async function installPeers() {
  if (existsSync(join(here, 'node_modules', '.package-lock.json'))) return
  console.error('Installing the peers and the load generator into bench/node_modules …')
  const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here })
  if (installed.code !== 0) throw new Error(`npm ci in bench/ failed: ${installed.stderr.slice(-800)}`)
}

/** Any program that listens on a port given to it, as a contestant. */
async function startServer(name, makeArgs) {
  const port = await freePort()
  const child = spawn(process.execPath, makeArgs(String(port)), { cwd: here, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      if (output.length < 50) output.push(String(chunk))
    })
  const exited = new Promise((done) => child.once('exit', done))
  const base = `http://127.0.0.1:${port}`
  const up = await Promise.race([waitForAnswer(base), exited.then(() => false)])
  if (!up) throw new Error(`${name} did not start: ${output.join('').slice(-600)}`)
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { name, base, pid: child.pid, stop }
}

export const startBare = (answersFile) =>
  startServer('bare node:http', (port) => [join(here, 'bare.mjs'), port, answersFile])

const bin = (name) => join(here, 'node_modules', '.bin', name)

export const startPrism = (description) =>
  startServer('Prism', (port) => [bin('prism'), 'mock', '-p', port, '-h', '127.0.0.1', '-v', 'error', description])

export const startMockoon = (description) =>
  startServer('Mockoon', (port) => [
    bin('mockoon-cli'),
    'start',
    '--data',
    description,
    '--port',
    port,
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
  ])

export const startOpenapiBackend = (description) =>
  startServer('openapi-backend', (port) => [join(here, 'openapi-backend.mjs'), port, description])
