import { existsSync } from 'node:fs'

/** As seen from a chunk or an entry of the bundle, from its root, and from the sources. */
const PLACES = ['../server/', './server/', '../../../dist/server/']

/** The built file that the worker thread runs. */
export function workerEntry(from: string = import.meta.url): URL {
  return builtEntry('observer-worker.js', from)
}

/** The built file of a thread, by its name. */
export function builtEntry(name: string, from: string = import.meta.url): URL {
  const found = PLACES.map((place) => new URL(place + name, from)).find((url) => existsSync(url))
  if (found === undefined) throw new Error(`server/${name} is not beside this program: build it`)
  return found
}
