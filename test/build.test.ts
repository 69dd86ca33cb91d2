/** What the build promises: starting a server loads nothing from outside but the store. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const dist = resolve(import.meta.dirname, '../dist')

/** Files that are loaded with this one before a line of it runs, itself included. */
function loadedWith(file: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const target of importsOf(file)) if (target.startsWith('.')) loadedWith(resolve(file, '..', target), seen)
  return seen
}

function importsOf(file: string): readonly string[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"]*?["']([^"'\n]+)["'];?$/gm)
  return [...statements].map((match) => match[1] ?? '')
}

function packagesLoadedWith(files: readonly string[]): readonly string[] {
  const all = files.flatMap((file) => [...loadedWith(file)]).flatMap(importsOf)
  return [...new Set(all.filter((target) => !target.startsWith('.') && !target.startsWith('node:')))]
}

function chunk(name: string): string {
  const files = readdirSync(join(dist, 'chunks')).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  const paths = files.map((file) => join(dist, 'chunks', file))
  // Chunks of builds shortly before may stand beside it.
  const newest = paths.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  return newest ?? join(dist, 'chunks', `${name}.js`)
}

it('loads only the store from outside when a server starts', () => {
  expect(packagesLoadedWith([join(dist, 'cli/run.js'), chunk('serve-sandboxes')])).toEqual(['lmdb'])
})

it('loads the command-line library for other commands', () => {
  expect(packagesLoadedWith([chunk('program')])).toEqual(['commander'])
})
