import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '../store.contract.ts'
import { openState } from './lmdb.ts'

describeStore('lmdb', () => {
  const directory = mkdtempSync(join(tmpdir(), 'state-'))
  const store = openState(join(directory, 'a'))
  return {
    store,
    end() {
      store.close()
      rmSync(directory, { recursive: true })
    },
  }
})
