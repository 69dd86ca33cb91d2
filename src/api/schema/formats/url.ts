/** What people call a URL: a URI of a host that can be asked. */
import { type Format, textFormat } from './format.ts'
import { isReference, sampleUri } from './uri-syntax.ts'

export const url: Format = textFormat(
  'url',
  (text) => isReference(text, { absolute: true, international: true }),
  sampleUri,
)
