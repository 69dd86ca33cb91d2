/**
 * The parts of a multipart body (RFC 2046, 5.1.1). Own code because the library takes no preamble and no white space
 * behind a boundary, and takes each line that only begins with one for a boundary.
 *
 *     preamble                       left out
 *     --boundary CRLF                a delimiter: the CRLF before it belongs to it
 *     header CRLF CRLF content       a part; header and content may be empty
 *     --boundary-- epilogue          the end; the epilogue is left out
 */
export interface Part {
  readonly header: Uint8Array
  readonly content: Uint8Array
}

interface Delimiter {
  /** Where the part before it ends. */
  readonly start: number
  /** Where the part behind it begins. */
  readonly end: number
  readonly last: boolean
}

/** The parts, at most so many and one more; undefined when the body is not divided by its boundary up to the last. */
export function divideMultipart(bytes: Uint8Array, boundary: string, most: number): readonly Part[] | undefined {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Part[] = []
  let before = findDelimiter(body, boundary, 0)
  while (before !== undefined && !before.last && parts.length <= most) {
    const next = findDelimiter(body, boundary, before.end)
    if (next === undefined) return undefined
    parts.push(partOf(body.subarray(before.end, Math.max(before.end, next.start))))
    before = next
  }
  return before === undefined ? undefined : parts
}

function findDelimiter(body: Buffer, boundary: string, from: number): Delimiter | undefined {
  // Looked for with its line break: a body may hold nothing but what boundaries are made of.
  const line = `\r\n--${boundary}`
  const opens = from === 0 && body.subarray(0, line.length - 2).toString('latin1') === line.slice(2)
  const next = (at: number): number => body.indexOf(line, Math.max(0, at), 'latin1')
  for (let at = opens ? -2 : next(from - 2); at !== -1; at = next(at + 2)) {
    const after = at + line.length
    const last = body[after] === 0x2d && body[after + 1] === 0x2d
    const end = endOfPadding(body, last ? after + 2 : after)
    if (isLineBreak(body, end) || (last && end === body.length)) return { start: at, end: end + 2, last }
  }
  return undefined
}

/** White space that transports may have put behind a boundary. */
function endOfPadding(body: Buffer, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at++
  return at
}

function isLineBreak(body: Buffer, at: number): boolean {
  return body[at] === 0x0d && body[at + 1] === 0x0a
}

function partOf(part: Buffer): Part {
  if (isLineBreak(part, 0)) return { header: part.subarray(0, 0), content: part.subarray(2) }
  const blank = part.indexOf('\r\n\r\n', 0, 'latin1')
  if (blank === -1) return { header: part, content: part.subarray(part.length) }
  return { header: part.subarray(0, blank), content: part.subarray(blank + 4) }
}
