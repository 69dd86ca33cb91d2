/** RFC 3986 references: a URI, or part of one. */
import { type Format, textFormat } from './format.ts'
import { isReference, sampleUri } from './uri-syntax.ts'

export const uriReference: Format = textFormat('uri-reference', (text) => isReference(text, {}), sampleUri)
