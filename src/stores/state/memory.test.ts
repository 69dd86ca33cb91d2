import { createMemoryStore } from '../../sandbox/state/memory-store.ts'
import { describeStore } from '../store.contract.ts'

describeStore('memory', () => ({ store: createMemoryStore(), end() {} }), 300)
