/** The tables of docs/reference/spec-diff.md, made from the rules. */
import { levelOf } from '../../src/spec-diff/compare/comparer.ts'
import { plainRules, subjects } from '../../src/spec-diff/rules/registry.ts'
import { schemaRules } from '../../src/spec-diff/rules/schemas.ts'

export const BEGIN = '<!-- rules -->'
export const END = '<!-- /rules -->'

export function specDiffReference(): string {
  const ways = (way: string): string =>
    Object.entries(subjects)
      .filter(([, one]) => one === way)
      .map(([subject]) => `\`${subject}-\``)
      .join(', ')
  return [
    BEGIN,
    `${plainRules.length + schemaRules.size * Object.keys(subjects).length} rules.`,
    '',
    '### Rules for operations and parameters',
    '',
    '| rule | severity | |',
    '|---|---|---|',
    ...plainRules.map(({ id, severity, text }) => `| \`${id}\` | ${severity} | ${clause(text)} |`),
    '',
    '### Rules for schemas',
    '',
    `The name begins with the place of the schema. *Sent*: ${ways('sent')}. *Received*: ${ways('received')}.`,
    '',
    '| rule | sent | received | |',
    '|---|---|---|---|',
    ...[...schemaRules].map(
      ([id, { text }]) => `| \`…-${id}\` | ${levelOf(id, 'sent')} | ${levelOf(id, 'received')} | ${clause(text)} |`,
    ),
    END,
  ].join('\n')
}

function clause(text: string): string {
  return text.replaceAll('{before}', '*a*').replaceAll('{after}', '*b*').replaceAll('|', '\\|')
}
