/** Plays the transcripts: commands and requests as a user makes them, on a real socket and a real data directory. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'
import {
  type Bindings,
  matchesJson,
  matchesText,
  parseRequest,
  parseResponse,
  parseTranscripts,
  splitWords,
  substitute,
  type Transcript,
} from './support/transcript.ts'

const root = resolve(import.meta.dirname, '..')
const directory = join(import.meta.dirname, 'transcripts')

for (const file of readdirSync(directory).filter((name) => name.endsWith('.txt'))) {
  describe(file, () => {
    const transcripts = parseTranscripts(readFileSync(join(directory, file), 'utf8'))
    it.each(transcripts.map((transcript) => [transcript.title, transcript] as const))(
      '%s',
      async (_title, transcript) => {
        expect(transcript.turns.length).toBeGreaterThan(0)
        await play(transcript)
      },
    )
  })
}

function writeBeside(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** What one transcript works with. */
interface Stage {
  readonly cwd: string
  readonly bindings: Bindings
  server: StartedTool | undefined
}

async function play(transcript: Transcript): Promise<void> {
  using temp = tempDirectory()
  const stage: Stage = { cwd: temp.path, bindings: new Map(), server: undefined }
  symlinkSync(join(root, 'examples'), join(temp.path, 'examples'))
  for (const { name, text } of transcript.files) writeBeside(join(temp.path, name), text)
  try {
    if (transcript.spec !== undefined) await register(transcript.spec, stage)
    for (const { run: written, expect: expected, line } of transcript.turns) {
      const text = substitute(written, stage.bindings)
      if (text.startsWith('$ ')) await playCommands(text, expected, line, stage)
      else await playRequest(text, expected, line, stage)
    }
  } finally {
    await stage.server?.stop()
  }
}

async function register(spec: string, stage: Stage): Promise<void> {
  const isPath = !spec.includes('\n')
  const location = isPath ? join(root, spec.trim()) : join(stage.cwd, 'spec.yaml')
  if (!isPath) writeFileSync(location, spec)
  const words = ['sandbox', 'add', 'pay', '--spec', location, '--seed', '5eed', '--credential', 'sk_test']
  const terminal = captureTerminal({ cwd: stage.cwd })
  expect(await run(words, terminal), terminal.stderr).toBe(0)
}

async function playCommands(text: string, expected: string, line: number, stage: Stage): Promise<void> {
  const printed: string[] = []
  for (const command of text.split('\n')) printed.push(...(await playCommand(command, stage)))
  const actual = printed.join('\n').trimEnd()
  if (!matchesText(substitute(expected, stage.bindings), actual, stage.bindings)) differ(line, expected, actual)
}

async function playCommand(command: string, stage: Stage): Promise<readonly string[]> {
  const [, program, ...words] = splitWords(command)
  expect(program, command).toBe('tool')
  if (words.join(' ') === 'up') {
    stage.server = await startTool({ cwd: stage.cwd })
    return []
  }
  const terminal = captureTerminal({ cwd: stage.cwd })
  const exit = await run(words, terminal)
  const text = `${terminal.stdout}${terminal.stderr}`.replaceAll(root, '.').replaceAll(stage.cwd, '.').trimEnd()
  return [...(text === '' ? [] : [text]), ...(exit === 0 ? [] : [`exit ${exit}`])]
}

async function playRequest(text: string, expected: string, line: number, stage: Stage): Promise<void> {
  stage.server ??= await startTool({ cwd: stage.cwd })
  const { method, target, headers, body } = parseRequest(text)
  const init = { method, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) }
  const response = await fetch(stage.server.baseUrl + target, { ...init, redirect: 'manual' })
  const actual = await response.text()
  const wanted = parseResponse(expected)
  const told = `${response.status}\n${[...response.headers].map((pair) => pair.join(': ')).join('\n')}\n${actual}`
  if (response.status !== wanted.status) differ(line, expected, told)
  for (const [name, value] of wanted.headers)
    if (!matchesText(value, response.headers.get(name) ?? '(absent)', stage.bindings)) differ(line, expected, told)
  if (wanted.body !== undefined && !bodyMatches(wanted.body, actual, stage.bindings)) differ(line, expected, told)
}

function bodyMatches(wanted: string, actual: string, bindings: Bindings): boolean {
  if (!/^[[{"]/.test(wanted)) return matchesText(wanted, actual.trimEnd(), bindings)
  return actual !== '' && matchesJson(JSON.parse(wanted), JSON.parse(actual), bindings)
}

function differ(line: number, expected: string, actual: string): never {
  throw new Error(`the run at line ${line} of its transcript differs\n--- expected\n${expected}\n--- actual\n${actual}`)
}
