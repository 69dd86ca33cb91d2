/** The examples that pages quote, and those that another program runs. Vitest's own runs with the other tests, Jest's in `.ci/package.mjs`. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const guide = read('docs/guides/use-in-tests.md')

function blocks(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  )
}

it('quotes the Vitest example whole', () => {
  expect(blocks(guide, 'ts')[0]).toBe(read('examples/vitest/payments.test.ts'))
})

it.each([
  ['js', 'examples/jest/payments.test.js'],
  ['python', 'examples/pytest/test_payments.py'],
])('quotes the %s example word for word', (language, file) => {
  const quoted = blocks(guide, language)
  expect(quoted.length).toBeGreaterThan(0)
  for (const block of quoted) expect(read(file)).toContain(block)
})

it('documents every option and every member of the test API', () => {
  const page = read('docs/reference/test-api.md')
  const types = read('src/start-tool/types.ts')
  for (const name of ['StartOptions', 'ConnectOptions', 'SandboxOptions', 'Tool', 'Sandbox', 'Fork']) {
    const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}$`, 'm').exec(types)?.[1] ?? ''
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map((match) => match[1] ?? '')
    expect(members.length).toBeGreaterThan(0)
    for (const member of members) expect(page, `${name}.${member}`).toMatch(new RegExp(`\`[^\`]*\\b${member}\\b`))
  }
})

it('lists what the action takes and gives', () => {
  const page = read('docs/guides/run-in-ci.md')
  const names = [...read('action.yml').matchAll(/^ {2}([\w-]+):$/gm)].map((match) => match[1] ?? '')
  expect(names).toContain('spec')
  for (const name of names.filter((one) => one !== 'steps')) expect(page).toContain(`\`${name}\``)
})

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0

// A machine without pytest cannot run its example.
it.skipIf(!hasPytest)('has a pytest example that passes', () => {
  const tool = `${process.execPath} ${join(root, 'bin/tool.js')}`
  const env = {
    ...process.env,
    TOOL: tool,
    TOOL_AGENT_PORT: '0',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  }
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', join(root, 'examples/pytest')]
  const { status, stdout, stderr } = spawnSync('python3', args, { env, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout).toContain('3 passed')
})
