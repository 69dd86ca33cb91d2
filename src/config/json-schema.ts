/** The configuration file as a JSON Schema, for editors. */
import { settingNames, settings } from './settings.ts'

export function configSchema(): unknown {
  const properties: Record<string, unknown> = {}
  for (const name of settingNames) {
    const { key, kind, summary, default: value } = settings[name]
    if (key === undefined) continue
    properties[key] = { description: summary, ...kind.schema, ...(value === undefined ? {} : { default: value }) }
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'tool.yaml',
    type: ['object', 'null'],
    additionalProperties: false,
    properties,
  }
}
