import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempDirectory {
  readonly path: string
  [Symbol.dispose](): void
}

/** A directory that is gone when it leaves scope. */
export function tempDirectory(): TempDirectory {
  const path = mkdtempSync(join(tmpdir(), 'tool-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
