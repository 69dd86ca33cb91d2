/** Bytes of documents and their texts, byte order mark kept. */
import { ToolError } from '../support/errors.ts'

/** Throws ToolError for bytes that are not UTF-8: they could not be written back as they were. */
export function documentText(location: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ToolError('bad-input', `${location} is not valid UTF-8 and cannot be edited, save it as UTF-8`)
  }
}

export function documentBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
