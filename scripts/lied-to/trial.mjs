/** One description: the true one served behind the agent, a spoiled one given to `tool spec-update`. */
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CORE_SCHEMA, dump } from 'js-yaml'
import { seeded } from '../support/instances.mjs'
import { makeInstallation, temporaryDirectory } from '../support/tool.mjs'
import { readDescription, readText } from './document.mjs'
import { isOnWire, isOtherType, putBack } from './judge.mjs'
import { chosen, isExercised, operationsOf, spoilable } from './spoil.mjs'
import { tallyOf } from './tally.mjs'
import { makeClient, placeKey } from './traffic.mjs'

const ROUNDS = 12
const MOST_OPERATIONS = 30
const CREDENTIAL = 'sk_test_lied_to'
/** So that the same spoilings are chosen again, and the sandbox answers the same. */
const SEED = '5eed'

/** The true sandbox with its first traffic, and what of it can be spoiled; undefined where the description is not taken. */
export async function prepared({ path, kernel, toolFile, seed, spoilings }) {
  const truth = readDescription(path)
  if (truth === undefined) return undefined
  const api = await described(path, kernel)
  const places = new Map(operationsOf(truth).map(({ method, path: own, pointer }) => [placeKey(method, own), pointer]))
  if (api === undefined || places.size === 0) return undefined
  const directory = await temporaryDirectory('lied-to')
  const { command, up, base } = await makeInstallation({ toolFile, dataDir: join(directory.path, 'data') })
  const flags = ['--spec', path, '--credential', CREDENTIAL, '--seed', SEED]
  const added = await command(['sandbox', 'add', 'truth', ...flags])
  if (added.code !== 0) {
    await directory.remove()
    return undefined
  }
  const server = await up()
  const close = async () => {
    await server.stop()
    await directory.remove()
  }
  try {
    const client = makeClient({ api, kernel, places, credential: CREDENTIAL, seed, most: MOST_OPERATIONS })
    const tally = tallyOf(truth, await client.drive(`${base}/truth`, ROUNDS))
    const next = seeded([...`${seed}${path}`].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7))
    const items = chosen(spoilable(truth, tally), spoilings, next)
    return { truth, client, command, server, up, base, directory: directory.path, items, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function described(location, kernel) {
  const other = async (at) => ({ location: at, bytes: await readFile(at) })
  const read = await kernel.importDescription({ location, bytes: await readFile(location) }, other)
  return read.ok ? kernel.describe(kernel.deriveModel(read.value)) : undefined
}

/** Every second description is also what a linked sandbox was imported from: then the agent knows it. */
export async function tried(trial, { path }, index) {
  const { client, command, truth, server, up, base, directory, items } = trial
  const isLinked = index % 2 === 0
  const spoiled = structuredClone(truth)
  for (const item of items) item.apply(spoiled)
  const isJson = extname(path) === '.json'
  const text = isJson ? `${JSON.stringify(spoiled, null, 2)}\n` : dump(spoiled, { schema: CORE_SCHEMA, noRefs: true })
  const file = join(directory, `spoiled${isJson ? '.json' : '.yaml'}`)
  await writeFile(file, text)
  const must = async (...words) => {
    const done = await command(words)
    if (done.code !== 0) throw new Error(`${path}: tool ${words.join(' ')} ended with ${done.code}: ${done.stderr}`)
    return done
  }
  await must('sandbox', 'reset', 'truth')
  if (isLinked) await must('sandbox', 'add', 'spoiled', '--spec', file)
  await must('upstream', 'add', 'x', `${base}/truth`, ...(isLinked ? ['--sandbox', 'spoiled'] : []))
  await server.stop()
  const behind = await up()
  const exchanges = await agentBase(behind)
    .then((agent) => client.drive(agent, ROUNDS))
    .finally(() => behind.stop())
  const first = await update(trial, must, file, 'first')
  const second = await update(trial, must, first.out, 'second')
  const har = join(directory, 'x.har')
  await writeFile(har, (await must('agent', 'inspect', 'x', '--format', 'har')).stdout)
  const fromHar = await update(trial, must, file, 'har', ['--har', har])
  return {
    ...judged(trial, spoiled, exchanges, first),
    ...{ exchanges: exchanges.length, isLinked },
    isStable: second.applied.length === 0 && first.text === second.text,
    isSameHar: fromHar.text === first.text,
  }
}

/** Where clients send what is meant for the upstream: the server says it soon after it answers. */
async function agentBase(server) {
  for (let turn = 0; turn < 200; turn++) {
    const found = /agent (http:\S+)\/ in front of x/.exec(server.output())?.[1]
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`tool up tells of no agent: ${server.output()}`)
}

async function update({ directory }, must, spec, label, more = []) {
  const out = join(directory, `${label}${extname(spec)}`)
  const handoff = join(directory, `${label}.handoff.json`)
  await must('spec-update', 'x', '--spec', spec, '--out', out, '--handoff', handoff, '--min-hours', '1', ...more)
  const { applied, suggestions, skipped } = JSON.parse(await readFile(handoff, 'utf8'))
  return { out, applied, suggestions, skipped, text: await readFile(out, 'utf8') }
}

function judged({ truth, items }, spoiled, exchanges, { applied, text }) {
  const [wire, shown] = [tallyOf(truth, exchanges), tallyOf(spoiled, exchanges)]
  const result = { found: [], missed: [], unexercised: [], falseOnes: [], wire: [], otherType: [] }
  const used = new Set()
  for (const item of items) {
    const changes = putBack(item, applied, shown)
    for (const change of changes) used.add(change)
    result.otherType.push(...changes.filter((change) => isOtherType(truth, item, change)))
    if (changes.length > 0) result.found.push(item)
    else result[isExercised(item, shown.strict) ? 'missed' : 'unexercised'].push(item)
  }
  for (const change of applied)
    if (!used.has(change)) result[isOnWire(change, wire) ? 'wire' : 'falseOnes'].push(change)
  readText(text)
  return result
}
