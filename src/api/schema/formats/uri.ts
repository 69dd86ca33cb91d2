/** RFC 3986 URIs with a scheme. */
import { type Format, textFormat } from './format.ts'
import { isReference, sampleUri } from './uri-syntax.ts'

export const uri: Format = textFormat('uri', (text) => isReference(text, { absolute: true }), sampleUri)
