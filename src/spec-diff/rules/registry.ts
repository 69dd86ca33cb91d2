/** Every rule there is: those of each subject, and those of schemas for everything that has one. */
import { levelOf } from '../compare/comparer.ts'
import type { Way } from '../severity.ts'
import { bodyRules } from './body-rules.ts'
import { eventRules } from './event-rules.ts'
import { operationRules } from './operation-rules.ts'
import { parameterRules } from './parameter-rules.ts'
import { responseRules } from './response-rules.ts'
import type { Rule } from './rule.ts'
import { schemaRules } from './schemas.ts'
import { securityRules } from './security-rules.ts'
import { serverRules } from './server-rules.ts'

/** What has a schema, with the way its values go. */
export type Subject = 'parameter' | 'request' | 'response' | 'header' | 'event' | 'reply'

export const subjects: Readonly<Record<Subject, Way>> = {
  parameter: 'sent',
  request: 'sent',
  response: 'received',
  header: 'received',
  event: 'received',
  reply: 'sent',
}

/** Rules that are not of schemas. */
export const plainRules: readonly Rule[] = [
  ...operationRules,
  ...parameterRules,
  ...bodyRules,
  ...responseRules,
  ...securityRules,
  ...serverRules,
  ...eventRules,
]

export const rules: readonly Rule[] = [
  ...plainRules,
  ...Object.entries(subjects).flatMap(([subject, way]) =>
    [...schemaRules].map(([id, { text }]): Rule => ({ id: `${subject}-${id}`, severity: levelOf(id, way), text })),
  ),
]

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export function isRule(id: string): boolean {
  return byId.has(id)
}

export function findRule(id: string): Rule {
  const rule = byId.get(id)
  if (rule === undefined) throw new Error(`No rule ${id}`)
  return rule
}
