import type { FaultKind } from '../fault.ts'

/** Bytes that Content-Length promises beyond those that come. */
const MORE = 64

export const wrongContentLength: FaultKind = {
  kind: 'wrong_content_length',
  on: 'traffic',
  summary: `Content-Length is ${MORE} bytes larger than the body, then the connection is closed`,
  durationMs: 0,
  strikes: 'with',
  spoils: true,
  wire: () => ({ effect: 'misstate', more: MORE }),
}
