/** RFC 3987: a URI in any letters. */
import { type Format, textFormat } from './format.ts'
import { isReference, sampleUri } from './uri-syntax.ts'

export const iri: Format = textFormat(
  'iri',
  (text) => isReference(text, { absolute: true, international: true }),
  sampleUri,
)
