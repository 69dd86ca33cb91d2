/** The reference page of the behaviours, made from their catalogue. */
import type { CatalogueEntry } from '../../src/behaviours/catalogue.ts'

export function behavioursReference(catalogue: readonly CatalogueEntry[]): string {
  return [
    '# Behaviours',
    '',
    'A sandbox draws conclusions from a description that the description does not state. Each kind of conclusion is a behaviour with a name. This page is generated from the catalogue of behaviours with `npm run golden`.',
    '',
    '`tool sandbox show <name> --full` lists where each behaviour applies and why. `tool requests <name> --explain` names the behaviour that refused a request or set a value. To switch one off, see [Switch off a behaviour](../guides/switch-off-a-behaviour.md).',
    '',
    '| name | conclusion | based on | effect |',
    '|---|---|---|---|',
    ...catalogue.map(({ name, concludes, from, does }) => `| \`${name}\` | ${concludes} | ${from} | ${does} |`),
    '',
  ].join('\n')
}
