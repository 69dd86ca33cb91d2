/** The rules of a sandbox on disk: `apis/<name>.rules.json`, loaded together with the model. */

import { readRuleSet } from '../sandbox/rules/read.ts'
import { NO_RULES, type RuleSet } from '../sandbox/rules/rule.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText, readJson } from '../support/exact-json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readRegularFile } from './regular-file.ts'

/** The set in a file; an empty one where there is no file. Throws ToolError `corrupt` that names the rule. */
export function readRuleFile(path: string): RuleSet {
  const text = textOf(path)
  if (text === undefined) return NO_RULES
  const { version, rules, problems } = readRuleSet(parsed(path, text))
  const [first] = problems
  if (first === undefined) return { version, rules }
  throw unloadable(path, `${first.rule} ${first.message}`)
}

export function writeRuleFile(path: string, set: RuleSet): void {
  writeFileAtomically(path, [`${jsonText(set, 2)}\n`])
}

function textOf(path: string): string | undefined {
  try {
    return readRegularFile(path).toString('utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return undefined
    throw new ToolError('unavailable', `Cannot read the rules in ${path}: ${code ?? String(error)}`, {
      cause: error,
      outside: 'its rules cannot be read',
    })
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return readJson(text)
  } catch {
    throw unloadable(path, text.trim() === '' ? 'the file is empty' : 'the file is not JSON')
  }
}

function unloadable(path: string, reason: string): ToolError {
  return new ToolError('corrupt', `Cannot load the rules in ${path}: ${reason} (mend the file or move it away)`, {
    outside: `its rules cannot be loaded: ${reason}`,
  })
}
