/** The JSON Schemas in `schemas/` that people write files by, by name. `npm run golden` writes them; a new one is its file and a line. */
import type { JsonObject } from '../../support/json.ts'
import { toolSchema } from './config-schema.ts'
import { extensionsSchema } from './extensions-schema.ts'
import { packSchema } from './pack-schema.ts'
import { rulesSchema } from './rules-schema.ts'
import { sidecarSchema } from './sidecar-schema.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

const made: Readonly<Record<string, JsonObject>> = {
  tool: toolSchema(),
  rules: rulesSchema,
  pack: packSchema,
  sidecar: sidecarSchema,
  extensions: extensionsSchema,
}

export const publishedSchemas: ReadonlyMap<string, JsonObject> = new Map(
  Object.entries(made).map(([name, schema]) => [name, { $schema: DIALECT, $id: idOf(name), ...schema }]),
)

/** A name, not an address: what is found where is told by the package. */
export function idOf(name: string): string {
  return `urn:tool:schema:${name}`
}
