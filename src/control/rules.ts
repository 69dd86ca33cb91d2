/** The rules that a sandbox answers by: read, added, dropped, and replaced as a whole. */
import { json } from '../http/message.ts'
import { addRules, dropRule, replaceRules } from '../sandbox/rules/change.ts'
import { forgetCounts } from '../sandbox/rules/consult.ts'
import { NO_RULES, type RuleSet } from '../sandbox/rules/rule.ts'
import { type Runtime, runtimeOf } from '../sandbox/runtime.ts'
import { ToolError } from '../support/errors.ts'
import { bodyObject, type ControlCall, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const rule = { $ref: '#/components/schemas/Rule' }
const rules = arrayOf(rule)
const set = object({ version: integer, rules })

export const showRules: Endpoint = {
  id: 'getRules',
  summary: 'The rules in order of evaluation, and their version',
  answer: { status: 200, schema: set },
  run: ({ host, name }) => json(200, host.live(name).rules ?? NO_RULES),
}

export const postRules: Endpoint = {
  id: 'addRules',
  summary: 'Adds one or more rules; nothing is written unless all of them fit the description',
  query: [
    {
      name: 'replace',
      description: 'Replaces rules that have the same id',
      schema: { type: 'boolean', default: false },
    },
  ],
  body: { oneOf: [rule, object({ rules })] },
  answer: { status: 201, schema: object({ added: arrayOf(string), version: integer }) },
  run(call) {
    const sent = bodyObject(call)
    const replace = truthFrom(call.query, 'replace')
    let added: readonly string[] = []
    const { version } = changed(call, (before, runtime) => {
      const made = addRules(before, sent, replace, runtime)
      added = made.added.map(({ id }) => id)
      return made.set
    })
    return json(201, { added, version })
  },
}

export const putRules: Endpoint = {
  id: 'putRules',
  summary: 'Replaces the rules; nothing is written unless all of them fit the description',
  body: object({ rules }),
  answer: { status: 200, schema: set },
  run(call) {
    const sent = bodyObject(call)
    return json(
      200,
      changed(call, (before, runtime) => replaceRules(before, sent, runtime)),
    )
  },
}

export const deleteRule: Endpoint = {
  id: 'dropRule',
  summary: 'Removes the rule selected by the query',
  query: [{ name: 'id', description: 'The id of the rule', schema: string }],
  answer: { status: 200, schema: object({ dropped: string, version: integer }) },
  run(call) {
    const id = call.query.get('id') ?? ''
    if (id === '') throw new ToolError('bad-input', 'id is required: the id of the rule to take out')
    const { version } = changed(call, (before) => dropRule(before, id, call.name))
    return json(200, { dropped: id, version })
  },
}

/** Keeps the set that the change makes of the present one. Nothing comes between: the control plane answers one request at a time. */
function changed({ host, name }: ControlCall, change: (before: RuleSet, runtime: Runtime) => RuleSet): RuleSet {
  const live = host.live(name)
  const before = live.rules ?? NO_RULES
  const after = change(before, runtimeOf(live.api))
  host.saveRules(name, after)
  host.change(name, ({ store }) => forgetCounts(store, before, after))
  return after
}

function truthFrom(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? 'false'
  if (text !== 'true' && text !== 'false') throw new ToolError('bad-input', `${name} must be true or false`)
  return text === 'true'
}
