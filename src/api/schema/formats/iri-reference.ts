/** RFC 3987 references. */
import { type Format, textFormat } from './format.ts'
import { isReference, sampleUri } from './uri-syntax.ts'

export const iriReference: Format = textFormat(
  'iri-reference',
  (text) => isReference(text, { international: true }),
  sampleUri,
)
