// CPU per operation of the store, in microseconds, with 10 and with 100,000 records of 500 bytes; medians of five rounds.
//   node bench/store.mjs
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../scripts/support/bundle.mjs'

const { openState, openStateReadOnly, createMemoryStore } = await bundle('src', [
  'stores/state/lmdb',
  'sandbox/state/memory-store',
])

const record = JSON.stringify({ id: 'x', filler: 'y'.repeat(470) })
const key = (i) => `r/charge/${String(i).padStart(9, '0')}`
const ROUNDS = 5

/** CPU microseconds per call, the median of some rounds. */
function cpu(times, call) {
  for (let i = 0; i < times / 5; i++) call(i)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage()
    for (let i = 0; i < times; i++) call(i)
    const { user, system } = process.cpuUsage(start)
    rounds.push((user + system) / times)
  }
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1]
}

function fill(store, count) {
  for (let i = 0; i < count; i++) {
    store.put(key(i), record)
    if (i % 1000 === 999) store.commit()
  }
  store.commit()
}

function measure(store, count) {
  const some = (i) => key((i * 7919) % count)
  return {
    get: cpu(20_000, (i) => store.get(some(i))),
    miss: cpu(20_000, (i) => store.get(`${some(i)}x`)),
    'put + commit': cpu(2000, (i) => {
      store.put(some(i), record)
      store.commit()
    }),
    'range of 20': cpu(3000, (i) => store.range({ from: some(i), to: 'r/charge0', limit: 20 })),
    'range of 20, newest first': cpu(3000, () => store.range({ from: 'r/', to: 'r0', limit: 20, reverse: true })),
    'range of 20, 3 pending': cpu(3000, (i) => {
      if (!store.dirty) for (let k = 0; k < 3; k++) store.put(key(k), record)
      store.range({ from: some(i), to: 'r/charge0', limit: 20 })
    }),
    'fork + put + get': cpu(3000, (i) => {
      const fork = store.fork()
      fork.put(some(i), record)
      fork.get(some(i + 1))
    }),
  }
}

const place = mkdtempSync(join(tmpdir(), 'bench-store-'))
const table = {}
for (const driver of ['lmdb', 'memory']) {
  for (const count of [10, 100_000]) {
    const store = driver === 'lmdb' ? openState(join(place, String(count))) : createMemoryStore()
    fill(store, count)
    for (const [name, value] of Object.entries(measure(store, count))) {
      table[name] ??= {}
      table[name][`${driver}, ${count}`] = Number(value.toFixed(2))
    }
    store.close()
  }
}
console.table(table)

for (const count of [10, 100_000]) {
  const directory = join(place, String(count))
  const megabytes = (statSync(join(directory, 'data.mdb')).size / 1e6).toFixed(1)
  const open = cpu(5, () => openState(directory).close())
  const read = cpu(5, () => openStateReadOnly(directory).close())
  console.log(
    `${count} records, ${megabytes} MB: open ${(open / 1000).toFixed(1)} ms, for reading ${(read / 1000).toFixed(1)} ms`,
  )
}
rmSync(place, { recursive: true })
