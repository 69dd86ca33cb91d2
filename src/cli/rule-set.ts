/** The rules of a sandbox, read from disk and kept there or by the server that serves it. */
import { parseDocument } from '../importers/documents.ts'
import type { RuleProblem } from '../sandbox/rules/read.ts'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { Runtime } from '../sandbox/runtime.ts'
import { readRuleFile, writeRuleFile } from '../stores/rule-files.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { changeRecords } from './change-records.ts'
import { controlPath, openApi, type Place, runningServer } from './place.ts'
import { problemText } from './print/problem-text.ts'
import type { Terminal } from './terminal.ts'

/** The set on disk, which is that of a running server too. Throws ToolError when it cannot load. */
export function loadRules(place: Place, name: string): RuleSet {
  return readRuleFile(place.data.rulesFile(name))
}

/** Keeps the set; a running server answers by it at once. */
export async function saveRules(place: Place, name: string, before: RuleSet, after: RuleSet): Promise<void> {
  const server = runningServer(place)
  if (server) {
    await server.put(controlPath(name, '/rules'), { rules: after.rules })
    return
  }
  const { forgetCounts } = await import('../sandbox/rules/consult.ts')
  await changeRecords(place, name, ({ store }) => {
    forgetCounts(store, before, after)
    writeRuleFile(place.data.rulesFile(name), after)
  })
}

/** Works with what the description of a sandbox implies. */
export async function withRuntime<T>(place: Place, name: string, work: (runtime: Runtime) => T): Promise<T> {
  const { runtimeOf } = await import('../sandbox/runtime.ts')
  const api = openApi(place, name)
  try {
    return work(runtimeOf(api))
  } finally {
    api.close()
  }
}

/** What a file says, JSON or YAML. */
export async function readRuleDocument(file: string, terminal: Terminal): Promise<unknown> {
  const { document } = await openSource({ location: file, cwd: terminal.cwd, stdin: terminal.stdin() })
  const parsed = parseDocument(document)
  if (!parsed.ok) throw unusable(file, parsed.error.message)
  const { value, problems } = parsed.value
  if (value !== undefined) return value
  throw unusable(file, problems[0] ? problemText({ ...problems[0], document: '' }) : 'it is no JSON or YAML')
}

function unusable(file: string, reason: string): ToolError {
  return new ToolError('bad-input', `Cannot read rules from ${file}: ${reason}`)
}

/** The first problem, naming its rule, and how many more there are. */
export function refusal(problems: readonly RuleProblem[]): ToolError {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return new ToolError('bad-input', `Cannot add rule ${JSON.stringify(first?.rule)}: ${first?.message}${more}`)
}
