/** The rules that a sandbox answers by: read, and replaced as a whole. */
import { json } from '../http/message.ts'
import { forgetCounts } from '../sandbox/rules/consult.ts'
import { readRules, replacedBy } from '../sandbox/rules/read.ts'
import { NO_RULES } from '../sandbox/rules/rule.ts'
import { unfitRules } from '../sandbox/rules/validate.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import { ToolError } from '../support/errors.ts'
import { bodyObject, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, object } from './schemas.ts'

const rules = arrayOf({ $ref: '#/components/schemas/Rule' })
const set = object({ version: integer, rules })

export const showRules: Endpoint = {
  id: 'getRules',
  summary: 'The rules in the order in which they are consulted, and the version of the set',
  answer: { status: 200, schema: set },
  run: ({ host, name }) => json(200, host.live(name).rules ?? NO_RULES),
}

export const putRules: Endpoint = {
  id: 'putRules',
  summary: 'Replaces the rules; nothing is written unless the description can honour all of them',
  body: object({ rules }),
  answer: { status: 200, schema: set },
  run(call) {
    const { host, name } = call
    const live = host.live(name)
    const read = readRules(bodyObject(call))
    const problems = [...read.problems, ...unfitRules(read.rules, runtimeOf(live.api))]
    const [first] = problems
    if (first !== undefined) throw new ToolError('bad-input', `Rule ${JSON.stringify(first.rule)}: ${first.message}`)
    const before = live.rules ?? NO_RULES
    const after = replacedBy(before, read.rules)
    host.saveRules(name, after)
    host.change(name, ({ store }) => forgetCounts(store, before, after))
    return json(200, after)
  },
}
