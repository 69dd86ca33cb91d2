/** Where documents are: files, web addresses, standard input. */
import { dirname, resolve } from 'node:path'

/** With its slashes: `http:x` is the name of a file, to whoever opens it too. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location)
}

/** No file: it is the same from every directory. */
export function isElsewhere(location: string): boolean {
  return location === '-' || isAddress(location)
}

/** Where it can be read again from any directory. */
export function readAgain(location: string, cwd: string): string {
  return isElsewhere(location) ? location : resolve(cwd, location)
}

/** The last part of a path or an address. */
export function nameOf(place: string): string {
  if (place === '-') return place
  return (isAddress(place) ? new URL(place).pathname : place).split(/[/\\]/).at(-1) || 'openapi'
}

/** Where a document is that lies so to the one at `root`. */
export function placeOf(location: string, root: string): string {
  if (isAddress(location)) return location
  if (isAddress(root)) return new URL(location, root).href
  return resolve(dirname(root === '-' ? './-' : root), location)
}
