/** Sandboxes without server or disk: a real description, a store in memory, a journal. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ApiModel, describe } from '../../src/api/model.ts'
import { deriveModel } from '../../src/derive/derive.ts'
import { importDescription } from '../../src/importers/import.ts'
import { makeJournal } from '../../src/sandbox/journal/journal.ts'
import type { SandboxSettings } from '../../src/sandbox/sandbox.ts'
import type { LiveSandbox } from '../../src/sandbox/serve.ts'
import { createMemoryStore } from '../../src/sandbox/state/memory-store.ts'
import type { Store } from '../../src/sandbox/state/store.ts'

export const corpus: string = resolve(import.meta.dirname, '../corpus')

export function listCorpus(): readonly string[] {
  return readdirSync(corpus)
    .filter((file) => !file.endsWith('.md'))
    .sort()
}

/** The model of a description of test/corpus; bundled programs have to say where that is. */
export async function importCorpusFile(file: string, folder: string = corpus): Promise<ApiModel> {
  const read = async (location: string) => ({ location, bytes: await readFile(location) })
  const imported = await importDescription(await read(join(folder, file)), read)
  if (!imported.ok) throw new Error(`${file}: ${imported.error.map((problem) => problem.message).join('; ')}`)
  return deriveModel(imported.value)
}

export const credential = 'sk_test'

export function makeLive(model: ApiModel, settings: Partial<SandboxSettings> = {}): LiveSandbox {
  return {
    settings: {
      name: 'sim',
      id: 'sbx_00',
      seed: '5eed',
      credential,
      clock: 'virtual',
      validation: 'strict',
      unknownIds: 'not-found',
      auth: 'on',
      authErrors: 'standard',
      ...settings,
    },
    api: describe(model),
    store: createMemoryStore(),
    wall: { now: () => 0 },
    journal: makeJournal(),
  }
}

/** Everything that is stored, in order. */
export function dump(store: Store): readonly (readonly [string, string])[] {
  return store.range({ from: '', to: '\uffff' })
}

/** Another sandbox in the same state. */
export function copyOf(live: LiveSandbox, model: ApiModel): LiveSandbox {
  const copy = makeLive(model, live.settings)
  for (const [key, value] of dump(live.store)) copy.store.put(key, value)
  return copy
}
