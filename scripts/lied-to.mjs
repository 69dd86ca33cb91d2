// Spoils descriptions by rule, lets traffic with the true ones pass the agent, and counts what `tool spec-update` puts back.
// Usage: node scripts/lied-to.mjs [FILE…] [--tool bin/tool.js] [--seed 1] [--descriptions 20] [--spoilings 10] [--verbose]
//   FILE: a path, or a part of the name of a description of ../shared/corpus; the smallest ones that can be exercised where none is named
//   --tool: the built executable to test (a fresh build by default)
//   --spoilings: how much is taken out of each description
//   --verbose: print every miss and every change of the wire's own
// Exits 1 when less than 95 % of what was taken out and exercised is found, when anything false is applied, when a second run changes anything, or when a HAR file shows something else than the recordings.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { classes } from './lied-to/spoil.mjs'
import { prepared, tried } from './lied-to/trial.mjs'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions } from './support/shared.mjs'
import { toolToTest } from './support/tool.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    tool: { type: 'string' },
    seed: { type: 'string', default: '1' },
    descriptions: { type: 'string', default: '20' },
    spoilings: { type: 'string', default: '10' },
    verbose: { type: 'boolean' },
  },
})
const LARGEST = 1_500_000
/** With fewer places to spoil a description shows little. */
const FEWEST = 4
const files = [
  ...wanted.filter((one) => existsSync(one)).map((path) => ({ label: basename(path), path, bytes: 0 })),
  ...listDescriptions()
    .filter(({ label }) => !label.startsWith('multifile'))
    .filter(({ label, bytes }) => (wanted.length > 0 ? wanted.some((part) => label.includes(part)) : bytes <= LARGEST))
    .sort((a, b) => a.bytes - b.bytes),
]
if (files.length === 0) {
  console.log('no such description: ../shared/corpus is not there, or has none of that name')
  process.exit(wanted.length > 0 ? 2 : 0)
}
const kernel = {
  ...(await bundle('src', ['importers/import', 'derive/derive', 'api/model', 'support/dice'])),
  ...(await bundle('src', ['api/schema/compile', 'api/schema/generate', 'api/schema/view'])),
  ...(await bundle('src', ['http/query', 'http/brackets'])),
}
const { toolFile, remove } = await toolToTest(options.tool)
const sums = new Map(classes.map((kind) => [kind, { removed: 0, exercised: 0, found: 0 }]))
const totals = { descriptions: 0, falseOnes: 0, wire: 0, otherType: 0, unstable: 0, otherHar: 0 }
const lines = []
try {
  for (const file of files) {
    if (totals.descriptions >= Number(options.descriptions)) break
    await one(file)
  }
} finally {
  await remove()
}
report()

async function one({ label, path }) {
  const wishes = { label, path, kernel, toolFile, seed: options.seed, spoilings: Number(options.spoilings) }
  const trial = await prepared(wishes)
  if (trial === undefined) {
    console.log(`${label.padEnd(40)} left out: it has no operations, or cannot be read or served`)
    return
  }
  try {
    if (wanted.length === 0 && trial.items.length < FEWEST) return
    const outcome = await tried(trial, wishes, totals.descriptions)
    totals.descriptions++
    count(label, outcome)
  } finally {
    await trial.close()
  }
}

function count(
  label,
  { missed, found, unexercised, falseOnes, wire, otherType, isStable, isSameHar, exchanges, isLinked },
) {
  for (const { class: kind } of [...missed, ...found]) sums.get(kind).exercised++
  for (const { class: kind } of found) sums.get(kind).found++
  for (const { class: kind } of [...missed, ...found, ...unexercised]) sums.get(kind).removed++
  totals.falseOnes += falseOnes.length
  totals.wire += wire.length
  totals.otherType += otherType.length
  if (!isStable) totals.unstable++
  if (!isSameHar) totals.otherHar++
  const share = `${found.length}/${found.length + missed.length}`
  const how = `${exchanges} exchanges, ${isLinked ? 'linked' : 'alone'}`
  console.log(
    `${label.padEnd(40)} ${share.padStart(6)} found, ${unexercised.length} out of reach, ${falseOnes.length} false, ${wire.length} of the wire (${how})${isStable ? '' : ' SECOND RUN CHANGES'}${isSameHar ? '' : ' HAR DIFFERS'}`,
  )
  const told = [
    ...missed.map((item) => `missed ${item.class} ${item.pointer} ${String(item.name)}`),
    ...falseOnes.map(({ class: kind, pointer, value }) => `false ${kind} ${pointer} ${JSON.stringify(value)}`),
    ...otherType.map(({ pointer, value }) => `other type ${pointer} ${JSON.stringify(value)}`),
    ...(options.verbose
      ? wire.map(({ class: kind, pointer, value }) => `wire ${kind} ${pointer} ${JSON.stringify(value).slice(0, 100)}`)
      : []),
  ]
  for (const line of told) lines.push(`${label}: ${line}`)
}

function report() {
  const all = [...sums.values()].reduce(
    (sum, { exercised, found }) => ({ exercised: sum.exercised + exercised, found: sum.found + found }),
    {
      exercised: 0,
      found: 0,
    },
  )
  for (const [kind, { removed, exercised, found }] of sums)
    console.log(`${kind.padEnd(10)} ${found}/${exercised} found, ${removed} taken out`)
  console.log(
    `${totals.descriptions} descriptions: ${all.found}/${all.exercised} found, ${totals.falseOnes} false, ${totals.wire} of the wire, ${totals.otherType} of another type, ${totals.unstable} unstable, ${totals.otherHar} with another HAR`,
  )
  for (const line of lines.slice(0, options.verbose ? 1_000 : 30)) console.log(`  ${line}`)
  const isGood = all.found >= 0.95 * all.exercised && totals.falseOnes + totals.unstable + totals.otherHar === 0
  if (!isGood || all.exercised === 0) process.exitCode = 1
}
