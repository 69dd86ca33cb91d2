// Cost of matching one path among those of a large description: node bench/router.mjs [operations]

import { bundle } from '../scripts/support/bundle.mjs'
import { readOptions } from '../scripts/support/options.mjs'

const { makeRouter } = await bundle('src/http', ['router'])

const {
  positionals: [operations = '810'],
} = readOptions(import.meta.url, { allowPositionals: true, options: {} })
const count = Number(operations)
const nouns = [
  'accounts',
  'charges',
  'customers',
  'disputes',
  'invoices',
  'plans',
  'refunds',
  'sources',
  'files',
  'keys',
]
const templates = []
for (let i = 0; templates.length < count; i++) {
  const a = `${nouns[i % nouns.length]}${Math.floor(i / 40) || ''}`
  const b = nouns[(i * 7 + 3) % nouns.length]
  templates.push(`/v1/${a}`, `/v1/${a}/{id}`, `/v1/${a}/{id}/${b}`, `/v1/${a}/{id}/${b}/{other}`, `/v1/${a}/search`)
}
templates.length = count
const router = makeRouter(templates.map((path) => ({ method: 'GET', path, value: path })))
const paths = templates.map((path) => path.replace(/\{[^}]+\}/g, () => `xx_${Math.random().toString(36).slice(2)}`))

function microseconds(work) {
  for (let i = 0; i < 20; i++) work()
  const rounds = 200
  const from = process.cpuUsage()
  for (let i = 0; i < rounds; i++) work()
  const used = process.cpuUsage(from)
  return (used.user + used.system) / rounds / paths.length
}

const matched = microseconds(() => {
  for (const path of paths) if (router.match('GET', path) === undefined) throw new Error(path)
})
const missed = microseconds(() => {
  for (const path of paths) if (router.match('GET', `${path}/nowhere/at/all`) !== undefined) throw new Error(path)
})
console.log(`${count} templates: match ${matched.toFixed(2)} µs, no match ${missed.toFixed(2)} µs`)
const from = process.cpuUsage()
for (let i = 0; i < 50; i++) router.nearest('GET', paths[i % paths.length].slice(0, -2), 3)
console.log(`nearest ${(process.cpuUsage(from).user / 50 / 1000).toFixed(2)} ms`)
