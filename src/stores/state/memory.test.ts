import { createMemoryStore } from '../../sandbox/state/memory-store.ts'
import { describeStore } from '../store.contract.ts'

describeStore('memory', () => ({ store: createMemoryStore(), end() {} }), 300)

describeStore('a fork', () => ({ store: filled().fork(), end() {} }), 300)

/** Another fork notes what this one sees change, and something was there and is gone. */
function filled() {
  const store = createMemoryStore()
  store.put('gone', '1')
  store.commit()
  store.fork()
  store.remove('gone')
  store.commit()
  return store
}

describeStore('a fork of a fork', () => ({ store: filled().fork().fork(), end() {} }), 100)
