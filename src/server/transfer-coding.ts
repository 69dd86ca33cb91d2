/**
 * What Transfer-Encoding says of where a body ends. Programs on the way read the
 * same field otherwise (RFC 9112 section 11.2): one takes `xchunked` for chunks,
 * one `identity` for nothing, one the first of two fields, one the last. What may
 * be read in two ways is neither taken nor passed on.
 */

/** `chunked`: it ends with a last chunk; `other`: there is a coding that does not tell, so that the end is that of the connection. */
export type TransferCoding = 'none' | 'chunked' | 'other' | 'unclear'

/** `raw`: names and values in turn. */
export function transferCoding(raw: readonly string[], httpVersion: string): TransferCoding {
  let coding: TransferCoding = 'none'
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    if (name.length !== 17 || name.toLowerCase() !== 'transfer-encoding') continue
    // HTTP/1.0 knows none (RFC 9112 section 6.1).
    if (coding !== 'none' || httpVersion === '1.0') return 'unclear'
    coding = codingOf(raw[i + 1] ?? '')
  }
  return coding
}

function codingOf(value: string): TransferCoding {
  const lower = value.toLowerCase()
  if (lower === 'chunked') return 'chunked'
  const codings = lower.split(',').map((one) => one.trim())
  const last = codings.pop()
  if (!codings.every(isPlain)) return 'unclear'
  if (last === 'chunked') return 'chunked'
  return last !== undefined && isPlain(last) ? 'other' : 'unclear'
}

/** A name that nobody takes for `chunked`, or for no coding. */
function isPlain(coding: string): boolean {
  return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(coding) && !coding.includes('chunked') && coding !== 'identity'
}
