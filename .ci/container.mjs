// Builds the Dockerfile with buildah, runs the image, and asks it what a user would: no docker, and no registry of
// images. The base is made of this machine's node and npm. Where buildah cannot run, that is said and nothing fails.
//   node .ci/container.mjs
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'container-'))
const TOKEN = 'a-long-secret'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
let storage = []

function buildah(...args) {
  return execFileSync('buildah', [...storage, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** With the first storage driver that lets it run something; undefined where none does. */
function preflight() {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'there is no buildah here'
  let why = ''
  for (const driver of ['overlay', 'vfs']) {
    storage = ['--root', join(work, driver), '--runroot', join(work, `${driver}-run`), '--storage-driver', driver]
    try {
      makeBase()
      return undefined
    } catch (error) {
      why = String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)
    }
  }
  return `buildah cannot run here: ${why}`
}

/** What the first stage of the Dockerfile needs: a shell, node and npm, with the libraries they load. */
function makeBase() {
  const base = join(work, 'base')
  rmSync(base, { recursive: true, force: true })
  const npm = dirname(dirname(realpathSync(which('npm'))))
  for (const program of ['sh', 'bash', 'ldd', 'mkdir', 'env', 'cat'].map(which))
    copyProgram(base, program, `/usr/bin/${program.split('/').at(-1)}`)
  copyProgram(base, process.execPath, '/usr/bin/node')
  cpSync(npm, join(base, 'usr/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/bin/npm'))
  symlinkSync('usr/bin', join(base, 'bin'))
  mkdirSync(join(base, 'tmp'))
  if (existsSync(CERTIFICATES)) put(base, CERTIFICATES, CERTIFICATES)
  const container = buildah('from', 'scratch')
  buildah('add', '-q', container, base, '/')
  if (existsSync(CERTIFICATES)) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
  buildah('run', '--isolation=chroot', container, '--', '/usr/bin/npm', '--version')
  buildah('commit', '-q', container, 'localhost/base')
  buildah('rm', container)
}

function which(program) {
  return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
}

function copyProgram(base, program, target) {
  put(base, program, target)
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  for (const [, library] of stdout.matchAll(/(\/\S+) \(0x/g))
    if (!existsSync(join(base, library))) put(base, library, library)
}

function put(base, from, target) {
  mkdirSync(join(base, dirname(target)), { recursive: true })
  copyFileSync(realpathSync(from), join(base, target))
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

function check(what, is, wanted) {
  if (is !== wanted) throw new Error(`${what} is ${is}, not ${wanted}`)
  console.log(`${what}: ${is}`)
}

async function tryImage() {
  buildah(
    'build',
    '-q',
    '--format',
    'docker',
    '--isolation=chroot',
    '--build-arg',
    'BASE=localhost/base',
    '-t',
    'localhost/tool',
    '.',
  )
  const container = buildah('from', 'localhost/tool')
  const { config } = JSON.parse(buildah('inspect', container)).Docker
  check('user', config.User, '65532:65532')
  const port = await freePort()
  const settings = { TOOL_TOKEN: TOKEN, TOOL_TOKEN_SCOPE: 'control', TOOL_SANDBOX_PORT: port, TOOL_AGENT_PORT: 0 }
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const run = [
    'run',
    '--isolation=chroot',
    '-v',
    `${join(root, 'examples')}:/specs:ro`,
    ...environment,
    container,
    '--',
  ]
  const server = spawn('buildah', [...storage, ...run, ...config.Entrypoint], { stdio: 'inherit', detached: true })
  try {
    const url = `http://127.0.0.1:${port}`
    const status = (path, headers = {}) =>
      fetch(url + path, { headers }).then(
        (answer) => answer.status,
        () => 0,
      )
    for (let i = 0; i < 100 && (await status('/_tool/healthz')) !== 200; i++) await sleep(100)
    check('health', await status('/_tool/healthz'), 200)
    buildah(...run, ...config.Healthcheck.Test.slice(1))
    console.log('health check of the image: well')
    check('control without the token', await status('/_tool/sandboxes'), 401)
    check('control with the token', await status('/_tool/sandboxes', { 'X-Tool-Token': TOKEN }), 200)
    const add = ['sandbox', 'add', 'pay', '--spec', '/specs/payments.yaml', '--credential', 'sk_test']
    buildah(...run, ...config.Entrypoint.slice(0, 2), ...add)
    check('a sandbox', await status('/pay/charges', { Authorization: 'Bearer sk_test' }), 200)
    const mounted = buildah('mount', container)
    console.log(`size: ${execFileSync('du', ['-sm', mounted], { encoding: 'utf8' }).split('\t')[0]} MB`)
  } finally {
    // The group is ours: buildah and what it runs.
    try {
      process.kill(-server.pid, 'SIGKILL')
    } catch {}
  }
}

const skipped = preflight()
try {
  if (skipped !== undefined) console.log(`skipped: ${skipped}`)
  else await tryImage()
} catch (error) {
  console.error(error.stderr || error.message)
  process.exitCode = 1
} finally {
  if (storage.length > 0) {
    spawnSync('buildah', [...storage, 'umount', '--all'])
    spawnSync('buildah', [...storage, 'rm', '--all'])
    spawnSync('buildah', [...storage, 'rmi', '--all', '--force'])
  }
  rmSync(work, { recursive: true, force: true, maxRetries: 3 })
}
