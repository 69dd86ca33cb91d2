/** Multipart bodies written (RFC 2046, 5.1): parts with their header fields, divided by a boundary that stands in none. */

export interface WrittenPart {
  /** Names and values in turn. */
  readonly fields: readonly string[]
  readonly content: string | Uint8Array
}

const CRLF = '\r\n'

/** The body and its boundary: the one that is wanted, else one of ours, longer until no part has it. */
export function formatMultipart(
  parts: readonly WrittenPart[],
  wanted: string | undefined,
): { readonly boundary: string; readonly body: Uint8Array } {
  const contents = parts.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
  )
  let boundary = wanted ?? 'part'
  while (contents.some((content) => content.includes(`--${boundary}`))) boundary += '-part'
  const pieces = parts.flatMap(({ fields }, index) => [
    Buffer.from(`--${boundary}${CRLF}${headerText(fields)}${CRLF}`),
    contents[index] ?? Buffer.alloc(0),
    Buffer.from(CRLF),
  ])
  return { boundary, body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--${CRLF}`)]) }
}

function headerText(fields: readonly string[]): string {
  return fields.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}${CRLF}`)).join('')
}

/** The boundary of a text that is a multipart body already, and the text with the line breaks that one needs; undefined where it is none. */
export function writtenMultipart(text: string): { readonly boundary: string; readonly body: string } | undefined {
  const boundary = /(?:^|\n)--([\w'()+,./:=?-](?:[\w'()+,./:=? -]{0,68}[\w'()+,./:=?-])?)\r?\n/.exec(text)?.[1]
  if (boundary === undefined || !text.includes(`\n--${boundary}--`)) return undefined
  return { boundary, body: text.replace(/\r?\n/g, CRLF) }
}
