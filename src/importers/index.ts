/** The formats that are read: one line each. */
import type { ParsedDocument } from './documents.ts'
import type { Importer } from './importer.ts'
import { openApi3 } from './openapi-3.ts'
import { swagger2 } from './swagger-2.ts'

export const importers: readonly Importer[] = [openApi3, swagger2]

/** The importer that is surest of the document; undefined when none knows it. */
export function recognise(document: ParsedDocument): Importer | undefined {
  let best: Importer | undefined
  let surest = 0
  for (const importer of importers) {
    const sureness = importer.recognises(document)
    if (sureness > surest) {
      best = importer
      surest = sureness
    }
  }
  return best
}
