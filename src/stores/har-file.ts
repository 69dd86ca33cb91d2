/** A HAR file, read as it comes: of any size, a piece in memory. */
import { createReadStream } from 'node:fs'
import { ToolError } from '../support/errors.ts'
import { NOT_REGULAR, openRegularFile } from './regular-file.ts'

const PIECE = 256 * 1024

/** The text of the file in pieces; `shown` is how it is called in messages. Throws ToolError `usage` where it cannot be read. */
export async function* harPieces(path: string, shown: string): AsyncGenerator<string> {
  try {
    const fd = openRegularFile(path)
    for await (const piece of createReadStream(path, { fd, encoding: 'utf8', highWaterMark: PIECE }))
      yield String(piece)
  } catch (error) {
    throw new ToolError('usage', `Cannot read ${shown}: ${wordsFor(error)}`, { cause: error })
  }
}

function wordsFor(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a directory'
  return code === NOT_REGULAR ? 'it is a pipe or a device, not a file' : String(code)
}
