/** The rules of a sandbox on disk: `apis/<name>.rules.json`, loaded together with the model. */

import { readRuleSet } from '../sandbox/rules/read.ts'
import { NO_RULES, type RuleSet } from '../sandbox/rules/rule.ts'
import { jsonText } from '../support/exact-json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readSandboxDocument, unloadable } from './sandbox-document.ts'

const WHAT = 'rules'

/** The set in a file; an empty one where there is no file. Throws ToolError `corrupt` that names the rule. */
export function readRuleFile(path: string): RuleSet {
  const value = readSandboxDocument(path, WHAT)
  if (value === undefined) return NO_RULES
  const { version, rules, problems } = readRuleSet(value)
  const [first] = problems
  if (first === undefined) return { version, rules }
  throw unloadable(path, WHAT, `${first.rule} ${first.message}`)
}

export function writeRuleFile(path: string, set: RuleSet): void {
  writeFileAtomically(path, [`${jsonText(set, 2)}\n`])
}
