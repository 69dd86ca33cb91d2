/** Runs the built `tool` as a user would: as a child process, with its own data directory and free ports. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A port that nothing listened on a moment ago. */
export async function freePort() {
  const server = createServer()
  await new Promise((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

export async function temporaryDirectory(label) {
  const path = await mkdtemp(join(tmpdir(), `tool-${label}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Runs a program to its end; never rejects, the exit code tells. */
export function run(command, args, { env = {}, cwd = root, input, timeout = 600_000 } = {}) {
  return new Promise((done) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    const out = []
    const err = []
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.on('error', (error) => err.push(Buffer.from(String(error))))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      const milliseconds = performance.now() - started
      done({ code, signal, stdout: String(Buffer.concat(out)), stderr: String(Buffer.concat(err)), milliseconds })
    })
  })
}

/** Builds, and copies the build aside: a later build must not pull a running server's chunks from under it. */
async function buildCopy() {
  const built = await run('npm', ['run', '--silent', 'build'])
  if (built.code !== 0) throw new Error(`The build failed: ${built.stderr.slice(-800)}`)
  const path = join(root, '.cache', `build-${process.pid}`)
  await mkdir(path, { recursive: true })
  for (const part of ['bin', 'dist', 'schemas', 'examples', 'package.json'])
    if (existsSync(join(root, part))) await cp(join(root, part), join(path, part), { recursive: true })
  return { toolFile: join(path, 'bin/tool.js'), remove: () => rm(path, { recursive: true, force: true }) }
}

/** The executable a script was told to test, or a fresh build of this tree. */
export async function toolToTest(file) {
  return file === undefined ? buildCopy() : { toolFile: resolve(file), remove: async () => {} }
}

/** One installation under test: commands and servers that share a data directory. */
export async function makeInstallation({ toolFile, dataDir, env = {}, nodeFlags = [] }) {
  const sandboxPort = await freePort()
  const agentPort = await freePort()
  const environment = {
    ...env,
    TOOL_DATA_DIR: dataDir,
    TOOL_LISTEN: '127.0.0.1',
    TOOL_SANDBOX_PORT: String(sandboxPort),
    TOOL_AGENT_PORT: String(agentPort),
  }
  const base = `http://127.0.0.1:${sandboxPort}`
  return {
    base,
    agentPort,
    dataDir,
    command: (args, options = {}) =>
      run(process.execPath, [...nodeFlags, toolFile, ...args], { ...options, env: { ...environment, ...options.env } }),
    /** Starts `tool up` and resolves when it answers. */
    up: (flags = []) => startServer([...nodeFlags, toolFile, 'up', ...flags], environment, base),
  }
}

async function startServer(args, env, base) {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const exited = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })))
  const text = () => output.join('')
  const answered = await Promise.race([waitForAnswer(`${base}/_tool/healthz`), exited])
  if (answered !== true)
    throw new Error(`tool up ended before it answered (${JSON.stringify(answered)}): ${text().slice(-600)}`)
  return {
    pid: child.pid,
    base,
    milliseconds: performance.now() - started,
    output: text,
    exited,
    kill: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      const end = await exited
      clearTimeout(timer)
      return end
    },
  }
}

/** Asks until something answers; true then, false after a minute. */
export async function waitForAnswer(url, patience = 60_000) {
  const until = performance.now() + patience
  while (performance.now() < until) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
      await response.arrayBuffer()
      return true
    } catch {
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return false
}

/** Runs `work` over `items`, at most `limit` at once, results in the order of the items. */
export async function eachLimited(items, limit, work) {
  const results = new Array(items.length)
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index], index)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, limit) }, lane))
  return results
}
