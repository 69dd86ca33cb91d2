// Kills a process that stores records, again and again, and checks that no record it had committed is lost.
//   node scripts/crash-test.mjs [--kills 200] [--durability os|fsync]
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, bundleProgram } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'

const { values } = readOptions(import.meta.url, {
  options: { kills: { type: 'string', default: '200' }, durability: { type: 'string', default: 'os' } },
})
const kills = Number(values.kills)

const writer = `
  import { writeSync } from 'node:fs'
  import { openState } from './src/stores/state/lmdb.ts'
  const [directory, first, durability] = process.argv.slice(2)
  const store = openState(directory, durability)
  for (let n = Number(first); ; n++) {
    store.put('n/' + String(n).padStart(9, '0'), 'v'.repeat((n * 7919) % (n % 50 === 0 ? 20000 : 900)) + n)
    if (n % 3 === 0) store.remove('n/' + String(n - 300).padStart(9, '0'))
    store.put('last', String(n))
    store.commit()
    writeSync(1, n + '\\n')
  }`

/** Runs the writer until it is killed after a random while; gives the last number it said was committed. */
async function killOnce(program, directory, first) {
  const child = spawn(process.execPath, [program, directory, String(first), values.durability])
  let said = ''
  child.stdout.on('data', (chunk) => {
    said = (said + chunk).slice(-4096)
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise((done) => child.on('close', (code) => done(code)))
  const started = new Promise((done) => child.stdout.once('data', done))
  // Sometimes before the first commit, mostly in the middle of the work.
  if (Math.random() < 0.9) await Promise.race([started, ended])
  setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
  const code = await ended
  if (code !== null) throw new Error(`the writer ended by itself with ${code}: ${errors}`)
  const lines = said.split('\n').slice(0, -1)
  return lines.length === 0 ? first - 1 : Number(lines.at(-1))
}

const place = mkdtempSync(join(tmpdir(), 'crash-'))
const program = await bundleProgram(writer)
try {
  const { openState } = await bundle('src', ['stores/state/lmdb'])
  const directory = join(place, 'state')
  let next = 1
  let lost = 0
  for (let kill = 0; kill < kills; kill++) {
    const last = await killOnce(program, directory, next)
    const store = openState(directory)
    const stored = Number(store.get('last') ?? 0)
    // What was said must be there; one commit may stand that the kill kept from being said.
    if (stored < last || stored > last + 1) lost++
    for (let n = Math.max(1, stored - 200); n <= stored; n++) {
      if (store.get(`n/${String(n).padStart(9, '0')}`)?.endsWith(String(n)) !== true) lost++
    }
    next = stored + 1
    store.close()
  }
  console.log(`${kills} kills, ${next - 1} commits, ${lost} lost`)
  process.exitCode = lost === 0 ? 0 : 1
} finally {
  rmSync(place, { recursive: true, force: true })
  rmSync(program, { force: true })
}
