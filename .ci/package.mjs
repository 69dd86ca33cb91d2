// The package with a registry at hand: installed into an empty project, measured, looked at by publint and
// arethetypeswrong, used by Jest, and installed by the action. They are asked for here and are no dependencies: together
// they are larger than all that are. Where the registry cannot be reached, that is said and nothing fails.
//   node .ci/package.mjs
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MOST_MB = 40
const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'package-'))
const project = join(work, 'project')
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|\bE5\d\d\b/

class Unreachable extends Error {}

function run(program, args, { cwd = project, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status === 0) return stdout.trim()
  const told = `${stdout}${stderr}`.trim()
  if (program === 'npm' && UNREACHABLE.test(told)) throw new Unreachable(told.split('\n')[0])
  throw new Error(`${program} ${args.join(' ')}:\n${told}`)
}

const npm = (...args) => run('npm', [...args, '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error'])

function installed() {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  const file = run('npm', ['pack', '--silent', '--pack-destination', work], { cwd: root }).split('\n').at(-1)
  npm('install', join(work, file))
  return join(work, file)
}

function measure() {
  const size = Number(run('du', ['-sm', 'node_modules']).split('\t')[0])
  console.log(`installed: ${size} MB (${MOST_MB} at most)`)
  if (size > MOST_MB) throw new Error(`the package takes ${size} MB installed, more than ${MOST_MB}`)
}

function useIt() {
  console.log(`npx tool --version: ${run('npx', ['--no-install', 'tool', '--version'])}`)
  const body = "startTool().then((tool) => tool.close()).then(() => console.log('started and closed'))"
  console.log(
    `import: ${run(process.execPath, ['--input-type=module', '-e', `import { startTool } from 'tool'\n${body}`])}`,
  )
  console.log(`require: ${run(process.execPath, ['-e', `const { startTool } = require('tool')\n${body}`])}`)
}

function lint(file) {
  npm('install', '--ignore-scripts', 'publint@0.3', '@arethetypeswrong/cli@0.18', 'jest@30')
  console.log(run('npx', ['--no-install', 'publint', file]).split('\n').at(-1))
  run('npx', ['--no-install', 'attw', file])
  console.log('arethetypeswrong: no problems')
}

function jest() {
  cpSync(join(root, 'examples/jest'), join(project, 'jest'), { recursive: true })
  cpSync(join(root, 'examples/payments.yaml'), join(project, 'payments.yaml'))
  run('npx', ['--no-install', 'jest', '--rootDir', 'jest'])
  console.log('the Jest example passes')
}

function action(file) {
  const temp = join(work, 'runner')
  mkdirSync(temp)
  const env = { RUNNER_TEMP: temp, GITHUB_PATH: join(temp, 'path'), VERSION: file, ACTION: root }
  run('bash', [join(root, 'scripts/action/install.sh')], { env })
  const path = readFileSync(env.GITHUB_PATH, 'utf8').trim()
  console.log(`the action installs: ${run(join(path, 'tool'), ['--version'])}`)
}

try {
  const file = installed()
  measure()
  useIt()
  action(file)
  lint(file)
  jest()
} catch (error) {
  if (error instanceof Unreachable) console.log(`skipped: the registry cannot be reached: ${error.message}`)
  else {
    console.error(error.message)
    process.exitCode = 1
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
