/** What the build promises: starting a server loads nothing from outside but the store. */
import { readdirSync, readFileSync } from 'node:fs'
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
  const found = readdirSync(join(dist, 'chunks')).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  return join(dist, 'chunks', found ?? `${name}.js`)
}

it('loads only the store from outside when a server starts', () => {
  expect(packagesLoadedWith([join(dist, 'cli/run.js'), chunk('serve-sandboxes')])).toEqual(['lmdb'])
})

it('loads the command-line library for other commands', () => {
  expect(packagesLoadedWith([chunk('program')])).toEqual(['commander'])
})
