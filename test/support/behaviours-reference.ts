/** The reference page of the behaviours, made from their catalogue. */
import type { CatalogueEntry } from '../../src/behaviours/catalogue.ts'

export function behavioursReference(catalogue: readonly CatalogueEntry[]): string {
  return [
    '# Behaviours',
    '',
    'This page is made from the behaviours themselves: `npm run golden` writes it, a test compares it.',
    '',
    'What a description implies and does not say. `tool sandbox show <name> --full` tells where each acts and why, `tool requests <name> --explain` which one refused a request or set a value, and [x-tool-behaviours](extensions.md#x-tool-behaviours) [switches one off](../guides/switch-off-a-behaviour.md).',
    '',
    '| name | concludes that | from | and then |',
    '|---|---|---|---|',
    ...catalogue.map(({ name, concludes, from, does }) => `| \`${name}\` | ${concludes} | ${from} | ${does} |`),
    '',
  ].join('\n')
}
