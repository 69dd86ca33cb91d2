/**
 * What a request costs in two states of the product: processor time of the server, turn by turn, over real sockets.
 *
 *   node bench/against.mjs CHECKOUT [--seconds 1] [--repeats 10] [--only read,list,create] [--tool FILE] [--more DIR]
 *
 * CHECKOUT is another working copy that was built (`git worktree add … && npm ci && npm run build`). Each server holds
 * every description at once, as a user's does. `--more DIR` adds descriptions of a corpus that has them.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions, refuse } from '../scripts/support/options.mjs'
import { eachLimited, makeInstallation, temporaryDirectory, toolToTest } from '../scripts/support/tool.mjs'
import { installPeers, payments } from './contestants.mjs'
import { newCharge } from './payments.mjs'
import { median } from './processes.mjs'

const { values: options, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '10' },
    only: { type: 'string', default: 'read,list,create' },
    tool: { type: 'string' },
    more: { type: 'string' },
  },
})
const other = join(resolve(positionals[0] ?? refuse('a checkout to compare with, please (see --help)')), 'bin/tool.js')
if (!existsSync(other)) refuse(`${other} does not exist`)
const kinds = options.only.split(',')
const credential = 'bench-credential'
const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }

/** Where records are made and listed, what is sent, and the member that names one. */
const SUBJECTS = [
  { name: 'pay', file: payments, at: '/charges', list: '/charges?limit=20', body: newCharge, id: 'id' },
  ...[
    {
      name: 'petstore',
      file: 'petstore-v3.yaml',
      at: '/pet',
      list: '/pet/findByStatus?status=available',
      body: '{"name":"Rex","photoUrls":["a"],"status":"available"}',
      id: 'id',
    },
    {
      name: 'lob',
      file: 'lob.yaml',
      at: '/addresses',
      list: '/addresses',
      body: '{"name":"A","address_line1":"1 Main","address_city":"X","address_state":"CA","address_zip":"94107","address_country":"US"}',
      id: 'id',
    },
    {
      name: 'digitalocean',
      file: 'digitalocean.yaml',
      at: '/v2/account/keys',
      list: '/v2/account/keys',
      body: '{"name":"k","public_key":"ssh-rsa AAAA"}',
      id: 'id',
    },
  ]
    .map((subject) => ({ ...subject, file: join(options.more ?? '', subject.file) }))
    .filter(({ file }) => options.more !== undefined && existsSync(file)),
]

await installPeers()
const { loadServer } = await import('./load.mjs')
const tool = await toolToTest(options.tool)
const work = await temporaryDirectory('against')
const sides = []
try {
  for (const [side, toolFile] of [
    ['theirs', other],
    ['ours', tool.toolFile],
  ])
    sides.push(await serve(side, toolFile))
  for (const kind of kinds) {
    const ratios = []
    for (const subject of SUBJECTS) ratios.push(await compare(kind, subject))
    const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length)
    console.log(`${kind.padEnd(8)}  all             x${mean.toFixed(3)}`)
  }
} finally {
  for (const side of sides) await side.server.stop()
  await work.remove()
  await tool.remove()
}

async function serve(side, toolFile) {
  const installation = await makeInstallation({ toolFile, dataDir: join(work.path, side) })
  for (const { name, file } of SUBJECTS) {
    const args = ['sandbox', 'add', name, '--spec', file, '--seed', 'be4c', '--credential', credential]
    const added = await installation.command(args)
    if (added.code !== 0) throw new Error(`sandbox add ${name}: ${added.stderr}`)
  }
  const server = await installation.up()
  const ids = {}
  for (const subject of SUBJECTS) {
    const made = await eachLimited(Array.from({ length: 100 }), 1, () => create(server.base, subject))
    ids[subject.name] = made[0]
  }
  return { side, server, ids }
}

async function create(base, { name, at, body, id }) {
  const response = await fetch(`${base}/${name}${at}`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name}: create answered ${response.status}: ${text.slice(0, 300)}`)
  const parsed = JSON.parse(text)
  return parsed[id] ?? Object.values(parsed)[0][id]
}

async function compare(kind, subject) {
  const used = { theirs: [], ours: [] }
  for (let turn = 0; turn <= Number(options.repeats); turn++)
    for (const { side, server, ids } of turn % 2 === 0 ? sides : sides.toReversed()) {
      const request = {
        read: { method: 'GET', path: `${subject.at}/${ids[subject.name]}`, headers },
        list: { method: 'GET', path: subject.list, headers },
        create: { method: 'POST', path: subject.at, headers, body: subject.body },
      }[kind]
      const at = { name: side, base: `${server.base}/${subject.name}`, pid: server.pid }
      const { microseconds } = await loadServer(at, request, { seconds: Number(options.seconds), connections: 8 })
      // The first turn warms up.
      if (turn > 0) used[side].push(microseconds)
    }
  const [before, after] = [median(used.theirs), median(used.ours)]
  const facts = [
    kind.padEnd(8),
    subject.name.padEnd(14),
    `${before.toFixed(1)} µs`.padStart(10),
    `${after.toFixed(1)} µs`.padStart(10),
  ]
  console.log([...facts, `x${(after / before).toFixed(3)}`].join('  '))
  return after / before
}
