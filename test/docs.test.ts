/** The documentation as a whole: commands in it work, links lead somewhere, tables name what there is. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from '../src/cli/commands/index.ts'
import { listedKeys, sentKeys } from '../src/config/sandbox-keys.ts'
import { settingNames, settings } from '../src/config/settings.ts'
import { routes } from '../src/control/routes.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs].filter((file) => file.endsWith('.md'))
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Blocks marked `sh`, in order. */
function shellBlocks(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
}

const executable = pages.filter((page) => shellBlocks(page).length > 0)

it('shows commands to try', () => {
  expect(executable).toContain('README.md')
  expect(executable).toContain('docs/start.md')
})

const hasShell = spawnSync('bash', ['-c', 'command -v curl']).status === 0

// A machine without bash or curl cannot try what the pages show.
it.skipIf(!hasShell).each(executable)('%s shows commands that work', async (page) => {
  expect(await played(page)).toEqual({ exit: 0, output: expect.any(String) })
})

const startingAfresh = '`tool sandbox remove pay`'
const beginning = executable.filter((page) => /^docs\/guides\//.test(page) && addsPay(page))

/** Pages that tell the reader to leave `npm start` running in another terminal. */
const afterNpmStart = executable.filter((page) => /^npm start$/m.test(textOf(page)))

it('goes on from npm start in the first pages, and takes nothing of it away', () => {
  expect(afterNpmStart).toEqual(expect.arrayContaining(['README.md', 'docs/start.md']))
  for (const page of afterNpmStart)
    expect(shellBlocks(page).join('\n')).not.toMatch(/^tool (up|sandbox (add|remove|reset) pay)\b/m)
})

it.skipIf(!hasShell)('shows in the first page what the example answers', async () => {
  const shown = /^```json\n([\s\S]*?)^```$/m.exec(textOf('docs/start.md'))?.[1] ?? ''
  const { output } = await played('docs/start.md')
  expect(output).toContain(JSON.stringify(JSON.parse(shown)))
})

it.each(beginning)('%s says how to begin where the sandbox is there already', (page) => {
  expect(textOf(page)).toContain(startingAfresh)
})

// What is pasted after a server in the foreground waits until the server is stopped.
it.each(executable)('%s serves in the background where more commands follow', (page) => {
  const starts = shellBlocks(page).flatMap((block) => block.match(/^tool up\b.*$/gm) ?? [])
  expect(starts.filter((line) => !line.includes(' --detach'))).toEqual([])
})

it.each(executable.filter((page) => /^tool up\b/m.test(shellBlocks(page).join('\n'))))(
  '%s stops the server that it starts',
  (page) => {
    expect(shellBlocks(page).at(-1)).toMatch(/^tool down\b/m)
  },
)

it.each(executable.filter((page) => /^tool up .*--port 0/m.test(textOf(page))))(
  '%s asks no fixed port where it lets the system choose one',
  (page) => {
    expect(textOf(page)).not.toMatch(/:4600\//)
  },
)

it.each(['agent', 'spec-update', 'pr', 'webhook'])('says in the README of %s whether it is there yet', (word) => {
  const lacking = /## What it does not do\n([\s\S]*?)\n## /.exec(textOf('README.md'))?.[1] ?? ''
  const isThere = commands.some(({ name }) => name.split(' ')[0] === word)
  expect(new RegExp(`\\b${word}\\b`).test(lacking)).toBe(!isThere)
})

it('installs the tool in every workflow that runs it', () => {
  const workflows = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^```yaml\n(# \.(?:github|gitlab)[\s\S]*?)^```$/gm)].map(([, text = '']) => text),
  )
  expect(workflows.length).toBeGreaterThan(0)
  for (const text of workflows.filter((one) => /^\s*(- (run: )?)?tool /m.test(one)))
    expect(text).toMatch(/npm install --global \S+\.tgz[\s\S]*\btool /)
})

/** In the usual data directory, which other pages use, too. */
function addsPay(page: string): boolean {
  return shellBlocks(page).some((block) => /^tool sandbox add pay (?!.*--data-dir)/m.test(block))
}

/** Runs the commands of a page in a directory of its own. */
async function played(page: string): Promise<{ readonly exit: unknown; readonly output: string }> {
  using temp = tempDirectory()
  const port = await freePort()
  const agentPort = await freePort()
  const script = join(temp.path, 'page.sh')
  writeFileSync(script, scriptOf(page, port, agentPort))
  cpSync(join(root, 'examples'), join(temp.path, 'examples'), { recursive: true })
  makeShim(join(temp.path, 'bin'))
  const path = `${join(temp.path, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`
  const child = spawn('bash', [script], {
    cwd: temp.path,
    env: { PATH: path, TOOL_SANDBOX_PORT: String(port), TOOL_AGENT_PORT: String(agentPort) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [exit] = await once(child, 'close')
  return { exit, output }
}

/** The ports are free here; what a page leaves running in the background ends with it. */
function scriptOf(page: string, port: number, agentPort: number): string {
  const blocks = shellBlocks(page).join('\n').replaceAll(':4600', `:${port}`).replaceAll(':4700', `:${agentPort}`)
  const before = afterNpmStart.includes(page) ? inBackground(`node '${join(root, 'scripts/start.mjs')}'`, port) : ''
  const detached = 'for file in */server.json; do tool down --data-dir "$(dirname "$file")" || true; done'
  const own = '[ -z "$SERVER" ] || ! kill $SERVER 2>/dev/null || wait $SERVER'
  return `set -e\nSERVER=\nshopt -s nullglob\ntrap '${own}\n${detached}' EXIT\n${before}\n${blocks}`
}

function inBackground(command: string, port: number): string {
  return `${command} & SERVER=$!\n${waitForServer(port)}`
}

function waitForServer(port: number): string {
  const url = `http://127.0.0.1:${port}/_tool/healthz`
  return `until curl -sf -o /dev/null ${url}; do kill -0 $SERVER; sleep 0.05; done`
}

function makeShim(directory: string): void {
  mkdirSync(directory)
  const shim = join(directory, 'tool')
  writeFileSync(shim, `#!/bin/sh\nexec node '${join(root, 'bin/tool.js')}' "$@"\n`)
  chmodSync(shim, 0o755)
}

/** Below the ports that systems hand out by themselves: no connection of another test gets it before the page does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

it.each(pages)('%s links to what exists', (page) => {
  const targets = [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '')
  const missing = targets.filter((target) => !existsSync(resolve(root, dirname(page), target)))
  expect(missing.map((target) => relative(root, resolve(root, dirname(page), target)))).toEqual([])
})

it.each(pages)('%s links to headings that are there', (page) => {
  const targets = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
  const missing = targets.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? page : relative(root, resolve(root, dirname(page), file))
    return target.endsWith('.md') && !anchorsOf(target).includes(anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

/** As forges make them of headings. */
function anchorsOf(page: string): readonly string[] {
  const headings = [
    ...textOf(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ]
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('gives the reason for every dependency, and for no other', () => {
  const manifest = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }
  const rows = [...textOf('docs/decisions/0006-dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(
    (match) => match[1],
  )
  expect(rows.sort()).toEqual(Object.keys(manifest.dependencies).sort())
})

it('lists every setting in the configuration reference', () => {
  const text = textOf('docs/reference/configuration.md')
  for (const name of settingNames) {
    const { key, variable, flag } = settings[name]
    for (const word of [key, variable, flag && `--${flag}`]) if (word) expect(text).toContain(`\`${word}\``)
  }
})

it('lists every key of a sandbox in the configuration reference, and every member in the control reference', () => {
  const [, listed = ''] = /\n## Sandboxes\n([\s\S]*?)\n## /.exec(textOf('docs/reference/configuration.md')) ?? []
  for (const key of Object.keys(listedKeys)) expect(listed).toContain(`| \`${key}\` |`)
  const [, sent = ''] = /\n## Adding a sandbox\n([\s\S]*?)\n## /.exec(textOf('docs/reference/control-api.md')) ?? []
  for (const key of Object.keys(sentKeys)) expect(sent).toContain(`\`${key}\``)
})

it('lists every endpoint in the control reference', () => {
  const text = textOf('docs/reference/control-api.md')
  for (const { method, path } of routes) expect(text).toContain(`| ${method} | \`${path}\` |`)
})

/** Blocks marked `yaml` are not run; workflow files among them have command lines. */
const workflowLines = pages.flatMap((page) =>
  [...textOf(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap((block) =>
    [...(block[1] ?? '').matchAll(/^[\s-]*(?:run: )?(tool \w.*)$/gm)].map((line) => [page, line[1] ?? ''] as const),
  ),
)

it.each(workflowLines)('%s has a workflow of what there is: %s', async (_page, line) => {
  const words = line.split(/\s+/).slice(1)
  const listing = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name)
  if (listing === undefined) {
    // Not there yet, as the README says.
    expect(textOf('README.md')).toContain(`neither is \`tool ${words[0]}\``)
    return
  }
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/=.*/, ''))
  expect((await listing.load()).flags.map(({ name }) => name)).toEqual(expect.arrayContaining(flags))
})
