/**
 * Files of the data directory are damaged: bits flipped at many places, cut off, emptied, replaced by what is no file and
 * by JSON of other shapes, before the server starts and under it. Every damaged file belongs to a sandbox of its own; all
 * of them stand beside an honest one in one data directory.
 */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { eachLimited, makeInstallation, root } from '../support/tool.mjs'

const CREDENTIAL = 'sk_test'
const PATIENCE_MS = 10_000
/** The files of one sandbox, by what stands in for its name. */
const OF_SANDBOX = [
  'apis/*.ir.json',
  'sandboxes/*.json',
  'apis/*.rules.json',
  'apis/*.webhooks.json',
  'state/*/data.mdb',
  'state/*/lock.mdb',
]

export async function damagedFiles({ tool, folder, small }) {
  const problems = []
  const template = join(folder, 'template')
  await makeTemplate(tool, template, small ? 12 : 40)
  const counts = await sandboxFilesAtStart({ tool, folder, template, small, problems })
  const under = await sandboxFilesUnderServer({ tool, folder, template, small, problems })
  const shared = await sharedFiles({ tool, folder, template, small, problems })
  console.log(
    `damaged files: ${counts.damaged} at the start (${counts.refused} sandboxes refused, ${counts.mended} mended), ${under} under a running server, ${shared} of all sandboxes`,
  )
  return problems
}

/** A data directory in which every kind of file stands. */
async function makeTemplate(tool, dataDir, records) {
  const provider = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end('{"id":"a1"}'))
  await new Promise((done) => provider.listen(0, '127.0.0.1', done))
  const place = await makeInstallation({ toolFile: tool, dataDir })
  const spec = join(root, 'examples/payments.yaml')
  const commands = [
    ['upstream', 'add', 'provider', `http://127.0.0.1:${provider.address().port}`],
    ...['honest', 'model'].flatMap((name) => [
      ['sandbox', 'add', name, '--spec', spec, '--credential', CREDENTIAL, '--seed', '5eed'],
      ['rule', 'add', name, join(root, 'examples/rules/declined.yaml')],
      ['webhook', 'sink', 'add', name, 'http://127.0.0.1:9/hook'],
    ]),
  ]
  for (const args of commands) {
    const { code, stderr } = await place.command(args)
    if (code !== 0) throw new Error(`tool ${args.join(' ')} failed: ${stderr}`)
  }
  mkdirSync(join(dataDir, 'scenarios'), { recursive: true })
  const server = await place.up()
  for (const name of ['honest', 'model'])
    for (let i = 1; i <= records; i++)
      await ask(`${place.base}/${name}/charges`, { amount: i, currency: 'eur', description: 'x'.repeat(i * 50) })
  await server.stop()
  provider.close()
}

async function ask(url, body) {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${CREDENTIAL}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error.cause ?? error) }
  }
}

/** Always the same numbers. */
function chance(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const replace = (text) => (path) => {
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, text)
}

/** What is no file, or holds what nobody wrote there; all may happen to any file. */
const replacements = {
  'is empty': replace(''),
  'is gone': (path) => rmSync(path),
  'is all zeros': (path) => overwrite(path, 0, Buffer.alloc(statSync(path).size)),
  'is a directory': (path) => {
    rmSync(path)
    mkdirSync(path)
  },
  'is a pipe': (path) => {
    rmSync(path)
    spawnSync('mkfifo', [path])
  },
  'leads nowhere': (path) => {
    rmSync(path)
    symlinkSync(`${path}.none`, path)
  },
  'leads to itself': (path) => {
    rmSync(path)
    symlinkSync(path, path)
  },
  'leads to a device': (path) => {
    rmSync(path)
    symlinkSync('/dev/zero', path)
  },
  'is an empty object': replace('{}'),
  'is an empty list': replace('[]'),
  'is null': replace('null'),
  'is nested deeply': replace(`{"format":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'is a long number': replace(`{"version":${'9'.repeat(1_000_000)}}`),
  'has keys twice': (path) =>
    writeFileSync(path, readFileSync(path, 'latin1').replace('{', '{"format":"x",'), 'latin1'),
  'is no UTF-8': (path) =>
    writeFileSync(path, Buffer.concat([Buffer.from('{"format":"'), Buffer.of(0xff, 0xfe, 0xc0), Buffer.from('"}')])),
  'is of a later version': (path) =>
    writeFileSync(
      path,
      readFileSync(path, 'latin1').replace(/"format":\s*"([a-z]+)-\d+"/, '"format":"$1-99"'),
      'latin1',
    ),
}

function flip(path, at, bit) {
  const bytes = readFileSync(path)
  bytes[at] ^= 1 << bit
  writeFileSync(path, bytes)
}

function cut(path, at) {
  truncateSync(path, at)
}

/** Those that need something else of the tool each. */
const LEAST = ['is empty', 'is all zeros', 'is a directory', 'leads to itself', 'is nested deeply', 'is no UTF-8']

function replacementsFor(small) {
  return Object.entries(replacements).filter(([words]) => !small || LEAST.includes(words))
}

/** Damages to one file, each with what is told of it. */
function damagesOf(file, path, { flips, cuts, small }, draw) {
  const { size } = statSync(path)
  const all = replacementsFor(small).map(([words, act]) => [`${file} ${words}`, act])
  for (let i = 0; i < flips; i++) {
    const [at, bit] = [draw(size), draw(8)]
    all.push([`${file} has bit ${bit} of byte ${at} flipped`, (one) => flip(one, at, bit)])
  }
  for (let i = 0; i < cuts; i++) {
    const at = draw(size)
    all.push([`${file} is cut off at ${at}`, (one) => cut(one, at)])
  }
  return all
}

/** The sandbox `model` once more, under another name. */
function clone(template, dataDir, name, id) {
  for (const file of OF_SANDBOX) {
    const [from, to] = [join(template, file.replace('*', 'model')), join(dataDir, file.replace('*', name))]
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
  const path = join(dataDir, `sandboxes/${name}.json`)
  const registration = {
    ...JSON.parse(readFileSync(path, 'utf8')),
    name,
    id: `sbx_${id.toString(16).padStart(24, '0')}`,
  }
  writeFileSync(path, JSON.stringify(registration, undefined, 2))
}

function copyTemplate(template, dataDir) {
  rmSync(dataDir, { recursive: true, force: true })
  cpSync(template, dataDir, { recursive: true })
}

const lists = ['charges?limit=100', 'customers']

/** The first answers of a sandbox: status and text. */
async function answersOf(base, name) {
  const read = []
  for (const path of lists) read.push(await ask(`${base}/${name}/${path}`))
  read.push(await ask(`${base}/${name}/charges`, { amount: 5, currency: 'eur' }))
  return read
}

/** As a sandbox that nothing happened to, or refused in words that name it; never an internal error, never silence. */
function judge(answers, usual, words, name) {
  const shown = (text) => text.replaceAll(name, 'NAME')
  const wrong = answers.flatMap(({ status, text }, i) => {
    if (status === 0) return [`no answer: ${text}`]
    if (/internal error/i.test(text)) return [`${status} ${text.slice(0, 150)}`]
    if (status === 503 && text.includes(name)) return []
    // Rules and webhooks are written by people, and may be edited; what others say is held against what was there.
    if (/rules|webhooks|sandboxes\//.test(words)) return status < 500 ? [] : [`${status} ${text.slice(0, 150)}`]
    const same = status === usual[i].status && (i === 2 || shown(text) === usual[i].text.replaceAll('model', 'NAME'))
    return same ? [] : [`answered as never before: ${status} ${text.slice(0, 150)}`]
  })
  return wrong.length === 0 ? undefined : `${words}: ${wrong[0]}`
}

async function sandboxFilesAtStart({ tool, folder, template, small, problems }) {
  const dataDir = join(folder, 'start')
  copyTemplate(template, dataDir)
  const amount = small ? { flips: 3, cuts: 1, small } : { flips: 60, cuts: 10 }
  const draw = chance(7)
  const damaged = []
  for (const file of OF_SANDBOX) {
    const path = join(template, file.replace('*', 'model'))
    for (const [words, act] of damagesOf(file, path, amount, draw)) {
      const name = `d${damaged.length}`
      clone(template, dataDir, name, damaged.length)
      act(join(dataDir, file.replace('*', name)))
      damaged.push({ name, words })
    }
  }
  swapModels(template, dataDir, damaged)
  const place = await makeInstallation({ toolFile: tool, dataDir })
  const listed = await place.command(['sandbox', 'list', '--json'])
  if (!listed.stdout.includes('"honest"'))
    problems.push(`sandbox list shows no honest sandbox: ${listed.stderr.slice(0, 300)}`)
  if (/^\s+at /m.test(listed.stderr)) problems.push(`sandbox list shows a stack: ${listed.stderr.slice(0, 300)}`)
  let server
  try {
    server = await place.up()
  } catch (error) {
    problems.push(`${damaged.length} damaged sandboxes keep the server from starting: ${error.message.slice(-400)}`)
    return { damaged: damaged.length, refused: 0, mended: 0 }
  }
  const usual = await answersOf(place.base, 'model')
  const found = await eachLimited(damaged, 4, async ({ name, words }) =>
    judge(await answersOf(place.base, name), usual, words, name),
  )
  problems.push(...found.filter((one) => one !== undefined))
  await checkHonest(place, problems, 'after a start on damaged files')
  const told = server.output()
  if (/Internal error|^\s+at /m.test(told))
    problems.push(`the log has an internal error: ${/.*Internal error.*|^\s+at .*/m.exec(told)?.[0]}`)
  const mended = await mendModels({ place, told, problems, usual, most: small ? 2 : 40 })
  await server.stop()
  return { damaged: damaged.length, refused: (told.match(/^Cannot serve sandbox/gm) ?? []).length, mended }
}

/** A whole model, but of another sandbox that has another description. */
function swapModels(template, dataDir, damaged) {
  const name = `d${damaged.length}`
  clone(template, dataDir, name, damaged.length)
  const path = join(dataDir, `sandboxes/${name}.json`)
  const text = readFileSync(path, 'utf8')
  const other = JSON.parse(text).source.sha256.replace(/./g, (digit) => (digit === '0' ? '1' : '0'))
  writeFileSync(path, text.replace(/"sha256": "[0-9a-f]+"/, `"sha256": "${other}"`))
  damaged.push({ name, words: 'apis/*.ir.json is that of another description' })
}

/** What the refusal of a model names as the command that mends it does mend it, and records stay. */
async function mendModels({ place, told, problems, usual, most }) {
  const advised = [...told.matchAll(/^Cannot serve sandbox (\S+): .*run "tool (import \S+ --update)"/gm)].slice(0, most)
  for (const [line, name, command] of advised) {
    const { code, stderr } = await place.command(command.split(' '))
    if (code !== 0) {
      if (
        existsSync(join(place.dataDir, `apis/${name}.ir.json`)) &&
        statSync(join(place.dataDir, `apis/${name}.ir.json`)).isFile()
      )
        problems.push(`what mends it fails: ${line.slice(0, 120)}: ${stderr.slice(0, 200)}`)
      continue
    }
    const { status, text } = await ask(`${place.base}/${name}/charges?limit=100`)
    if (status !== 200 || JSON.parse(text).data.length < JSON.parse(usual[0].text).data.length)
      problems.push(`after ${command} ${name} answers ${status} ${text.slice(0, 100)}`)
  }
  return advised.length
}

async function checkHonest(place, problems, when) {
  const [charges, , made] = await answersOf(place.base, 'honest')
  if (charges.status !== 200 || made.status !== 201)
    problems.push(
      `${when} the honest sandbox answers ${charges.status} and ${made.status}: ${charges.text.slice(0, 200)}`,
    )
  const health = await ask(`${place.base}/_tool/healthz`)
  if (health.status === 0) problems.push(`${when} the server is gone`)
}

/** Writes into a file that stays the same file, as a disk or another program does. */
function overwrite(path, at, bytes) {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

async function sandboxFilesUnderServer({ tool, folder, template, small, problems }) {
  const dataDir = join(folder, 'under')
  copyTemplate(template, dataDir)
  const draw = chance(11)
  const damaged = []
  const flips = Array.from({ length: small ? 1 : 20 }, (_, i) => `flip ${i}`)
  const names = [...replacementsFor(small).map(([words]) => words), 'cut', ...flips]
  for (const file of OF_SANDBOX)
    for (const way of names) {
      const name = `d${damaged.length}`
      clone(template, dataDir, name, damaged.length)
      damaged.push({ name, file, way })
    }
  const place = await makeInstallation({ toolFile: tool, dataDir })
  let server
  try {
    server = await place.up()
  } catch (error) {
    problems.push(`The server does not start: ${error.message.slice(-300)}`)
    return 0
  }
  let ended
  void server.exited.then((how) => {
    ended = how
  })
  for (const { name, file, way } of damaged) {
    if (ended !== undefined) break
    await ask(`${place.base}/${name}/charges?limit=3`)
    const path = join(dataDir, file.replace('*', name))
    const { size } = statSync(path)
    if (way === 'cut') truncateSync(path, Math.floor(size / 2))
    else if (way.startsWith('flip')) {
      const at = draw(size)
      overwrite(path, at, Buffer.of(readFileSync(path)[at] ^ (1 << draw(8))))
    } else if (/nested|number|twice|UTF|later|object|list|null/.test(way)) {
      // Written beside and moved there, as an editor does.
      copyFileSync(path, `${path}.new`)
      replacements[way](`${path}.new`)
      renameSync(`${path}.new`, path)
    } else replacements[way](path)
    const answers = await answersOf(place.base, name)
    for (const { status, text } of answers)
      if (status === 0 || /internal error/i.test(text)) {
        problems.push(`under a running server: ${file} ${way}: ${status} ${text.slice(0, 200)}`)
        break
      }
  }
  if (ended !== undefined) problems.push(`the server ended (${JSON.stringify(ended)}): ${server.output().slice(-300)}`)
  else await checkHonest(place, problems, 'over files damaged under it')
  if (/Internal error/.test(server.output()))
    problems.push(`the log has ${/.*Internal error.*/.exec(server.output())?.[0]}`)
  await server.stop()
  return damaged.length
}

/** Files that belong to no sandbox: whatever is in them, the sandboxes are served, or one line says why the server does not start. */
async function sharedFiles({ tool, folder, template, small, problems }) {
  const files = [
    'upstreams.json',
    'listed.json',
    'server.json',
    'lock',
    'reserve',
    'agent/state.json',
    'agent/salt',
    'scenarios/p.yaml',
  ]
  const damages = []
  const draw = chance(13)
  const whole = join(folder, 'shared')
  copyTemplate(template, whole)
  for (const file of files) {
    const path = join(whole, file)
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) writeFileSync(path, '{"format":"listed-1","sandboxes":{}}')
    damages.push(
      ...damagesOf(file, path, { flips: small ? 0 : 6, cuts: small ? 0 : 2 }, draw).map((one) => [file, ...one]),
    )
  }
  const chosen = small ? damages.filter((_, i) => i % 40 === 0) : damages
  await eachLimited([...chosen.entries()], 2, async ([i, [file, words, act]]) => {
    const dataDir = join(folder, `shared-${i}`)
    copyTemplate(template, dataDir)
    mkdirSync(dirname(join(dataDir, file)), { recursive: true })
    copyFileSync(join(whole, file), join(dataDir, file))
    act(join(dataDir, file))
    const place = await makeInstallation({ toolFile: tool, dataDir })
    try {
      const server = await place.up()
      const found = []
      await checkHonest(place, found, words)
      problems.push(...found)
      if (/Internal error|^\s+at /m.test(server.output())) problems.push(`${words}: ${server.output().slice(0, 300)}`)
      await server.stop()
    } catch (error) {
      const said = String(error.message)
      if (!/error: Cannot .*\(.*\)|error: Cannot .*: /.test(said) || /^\s+at /m.test(said))
        problems.push(`${words}: ${said.slice(0, 400)}`)
      else if (!/lock|server.json/.test(file))
        problems.push(`${words}: the server does not start: ${said.slice(0, 300)}`)
    }
    rmSync(dataDir, { recursive: true, force: true })
  })
  return chosen.length
}
