import { existsSync } from 'node:fs'

/** As seen from a chunk or an entry of the bundle, from its root, and from the sources. */
const CANDIDATES = [
  '../server/observer-worker.js',
  './server/observer-worker.js',
  '../../../dist/server/observer-worker.js',
]

/** The built file that the worker thread runs. */
export function workerEntry(from: string = import.meta.url): URL {
  const found = CANDIDATES.map((path) => new URL(path, from)).find((url) => existsSync(url))
  if (found === undefined) throw new Error('server/observer-worker.js is not beside this program: build it')
  return found
}
