/** A HAR file, read as it comes: of any size, one entry in memory. */
import { createReadStream } from 'node:fs'
import type { Exchange } from '../traffic/exchange.ts'
import { type HarSummary, type HarTarget, harReader } from '../traffic/har-import.ts'
import { attempt, unusable } from './own-files.ts'
import { openRegularFile } from './regular-file.ts'

/** Hands over each exchange with the upstream. Throws ToolError where the file cannot be read or is no HAR. */
export async function readHarFile(
  path: string,
  upstream: Omit<HarTarget, 'fallbackAt'>,
  take: (exchange: Exchange) => void | Promise<void>,
): Promise<HarSummary> {
  const reader = harReader({ ...upstream, fallbackAt: Date.now() }, path)
  const fd = attempt(path, () => openRegularFile(path))
  try {
    for await (const piece of createReadStream(path, { fd, encoding: 'utf8', highWaterMark: 256 * 1024 }))
      for (const exchange of reader.read(piece)) await take(exchange)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined ? error : unusable(path, error)
  }
  return reader.end()
}
