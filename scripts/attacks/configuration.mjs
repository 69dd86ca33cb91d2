/** Configurations that nobody means: hundreds of thousands of keys, aliases that multiply, secrets where no setting is for them. Each is read or refused soon, in few words, and no secret is shown. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { payments } from '../../bench/contestants.mjs'
import { eachLimited, makeInstallation } from '../support/tool.mjs'

/** Characters that a command may say of such a file. */
const MOST_SAID = 500_000

export async function hostileConfigurations({ tool, folder, small }) {
  const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, 'data') })
  return [...(await floods(installation, folder, small)), ...(await secrets(installation, folder, small))]
}

async function floods(installation, folder, small) {
  const count = small ? 50_000 : 500_000
  const problems = []
  let longest = 0
  const files = Object.entries(flooded(count, small)).filter(([name]) => !small || fewest.includes(name))
  await eachLimited(files, 2, async ([name, text]) => {
    const path = join(folder, `${name}.yaml`)
    writeFileSync(path, text)
    const { code, signal, stdout, stderr, milliseconds } = await installation.command(['config', '--config', path], {
      timeout: 60_000,
    })
    longest = Math.max(longest, milliseconds)
    if (signal !== null) problems.push(`${name}: not read within a minute`)
    if (code !== 0 && !stderr.startsWith('error: '))
      problems.push(`${name}: ended with ${code}: ${stderr.slice(0, 100)}`)
    if (stderr.includes('fault of the tool')) problems.push(`${name}: ${stderr.slice(0, 150)}`)
    if (stdout.length + stderr.length > MOST_SAID)
      problems.push(`${name}: ${stdout.length + stderr.length} characters of output`)
  })
  console.log(`${files.length} floods, the slowest took ${(longest / 1000).toFixed(1)} s`)
  return problems
}

const fewest = ['unknown', 'flow', 'laughs']

function flooded(count, small) {
  const lines = (indent, line) => Array.from({ length: count }, (_, i) => `${indent}${line(i)}`).join('\n')
  const stranger = (i) => `stranger_${i}: 1`
  const laughs = [
    '&a [x,x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefghij'].map((name, i) => `&${name} [${Array(10).fill(`*${'abcdefghij'[i]}`)}]`),
  ]
  const deep = small ? 20_000 : 200_000
  return {
    unknown: lines('', stranger),
    near: lines('', (i) => `sandbox_prot${i}: 1`),
    flow: `{${lines('', stranger).replaceAll('\n', ', ')}}`,
    twice: 'sandbox_port: 1\n'.repeat(count),
    sandboxes: `sandboxes:\n${lines('  ', stranger)}`,
    entry: `sandboxes:\n  pay:\n    spec: a.yaml\n${lines('    ', stranger)}`,
    upstreams: `upstreams:\n${lines('  ', (i) => `u${i}: https://a.example`)}`,
    upstream: `upstreams:\n  a:\n    target: https://a.example\n${lines('    ', stranger)}`,
    warmup: `warmup:\n${lines('  ', stranger)}`,
    alerts: `alerts:\n${'  - kind: slack\n'.repeat(count)}`,
    hosts: `hosts: [${lines('', (i) => `h${i}`).replaceAll('\n', ',')}]`,
    laughs: `alerts: [${laughs}]`,
    circle: 'alerts: &a [*a]',
    deep: `listen: ${'['.repeat(deep)}${']'.repeat(deep)}`,
    scalar: `listen: ${'x'.repeat(small ? 30e6 : 100e6)}`,
    quoted: `listen: "${'\\n'.repeat(small ? 9e6 : 20e6)}"`,
    merge: `hosts: &a [${Array(2_000).fill('x')}]\nsandboxes: {pay: {<<: [${Array(2_000).fill('*a')}]}}`,
    anchors: lines('', (i) => `k${i}: &a${i} 1`),
    documents: '---\na: 1\n'.repeat(count),
    key: `${'k'.repeat(10e6)}: 1`,
    seeds: `sandboxes:\n${lines('  ', (i) => `s${i}: {seed: ${i}}`)}`,
  }
}

const SECRET = 'sw0rdf1sh'

/** Where somebody may write a secret, be it that it does not belong there. */
const places = {
  'upstream user': { upstreams: { a: `https://user:${SECRET}@a.example` } },
  'upstream query': { upstreams: { a: `https://a.example/?token=${SECRET}` } },
  'upstream fragment': { upstreams: { a: `https://a.example/#access_token=${SECRET}` } },
  'upstream without slashes': { upstreams: { a: `https:user:${SECRET}@a.example` } },
  'upstream with backslashes': { upstreams: { a: `https:\\\\user:${SECRET}@a.example` } },
  'upstream with a slash in its password': { upstreams: { a: `https://user:a/${SECRET}@a.example` } },
  'upstream behind a blank': { upstreams: { a: ` https://user:${SECRET}@a.example` } },
  'upstream mapping': {
    upstreams: {
      a: { target: 'https://a.example', spec_source: `https://user:${SECRET}@b.example/api.yaml?key=${SECRET}` },
    },
  },
  'name of an upstream': { upstreams: { [`https://user:${SECRET}@a.example`]: 'https://a.example' } },
  'sandbox address': { sandboxes: { pay: `https://user:${SECRET}@a.example/api.yaml?key=${SECRET}` } },
  'sandbox credential': { sandboxes: { pay: { spec: 'a.yaml', credential: SECRET } } },
  'receiver alone': { alerts: [`https://hooks.example/services/${SECRET}`] },
  'receiver mapping': { alerts: [{ kind: 'slack', url: `https://hooks.example/services/${SECRET}` }] },
  'kind of a receiver': { alerts: [{ kind: `https://user:${SECRET}@hooks.example` }] },
  'address to listen on': { listen: `http://user:${SECRET}@0.0.0.0` },
  'data directory': { data_dir: `ftp://user:${SECRET}@a.example/data` },
  'scope of the token': { token_scope: `https://user:${SECRET}@a.example` },
  port: { sandbox_port: `http://user:${SECRET}@a.example` },
  'token itself': { token: SECRET },
}

/** All that `tool config` takes, in one file. */
function together() {
  const all = Object.values(places).filter((one) => one.upstreams ?? one.sandboxes ?? one.alerts)
  const of = (key) => all.flatMap((one) => (one[key] === undefined ? [] : [one[key]]))
  const named = (maps) =>
    Object.fromEntries(maps.flatMap(Object.entries).map(([name, value], i) => [`${name}${i}`, value]))
  return { upstreams: named(of('upstreams')), sandboxes: named(of('sandboxes')), alerts: of('alerts').flat() }
}

async function secrets(installation, folder, small) {
  const problems = []
  const told = async (name, args, options) => {
    const { stdout, stderr } = await installation.command(args, { cwd: folder, timeout: 30_000, ...options })
    if ((stdout + stderr).includes(SECRET))
      problems.push(`${args.join(' ').slice(0, 60)} shows the ${name}: ${(stdout + stderr).slice(0, 160)}`)
  }
  const tried = small ? { 'address in a setting': together(), port: places.port } : places
  await eachLimited(Object.entries(tried), 2, async ([name, value]) => {
    const path = join(folder, `secret-${Object.keys(tried).indexOf(name)}.yaml`)
    writeFileSync(path, JSON.stringify(value))
    for (const args of [['config'], ['config', '--json'], ['upstream', 'list', '--json'], ['upstream', 'show', 'a']])
      await told(name, [...args, '--config', path])
  })
  await told('token', ['config', '--json'], { env: { TOOL_TOKEN: SECRET } })
  if (!small) problems.push(...(await whileServing(installation, folder, told)))
  return problems
}

/** What a server with a token, with watched sources and with fetched descriptions says and keeps. */
async function whileServing(installation, folder, told) {
  const problems = []
  const config = join(folder, 'served.yaml')
  const away = `http://user:${SECRET}@127.0.0.1:9/api.yaml?key=${SECRET}`
  writeFileSync(
    config,
    JSON.stringify({ upstreams: { a: { target: 'http://127.0.0.1:9', spec_source: away } }, sandboxes: { far: away } }),
  )
  await installation.command(['sandbox', 'add', 'pay', '--spec', payments])
  const server = await installation.up(['--config', config])
  try {
    for (const args of [
      ['status', '--json'],
      ['upstream', 'list', '--json'],
      ['upstream', 'show', 'a'],
      ['agent', 'status', '--json'],
      ['agent', 'spec', 'check', 'a'],
      ['agent', 'spec', 'show', '--json'],
    ])
      await told('source of a description', [...args, '--config', config])
    const { agent } = JSON.parse(
      (await installation.command(['status', '--json', '--config', config])).stdout,
    ).addresses
    for (const path of ['/healthz', '/metrics', '/_tool/specs']) {
      const text = await (await fetch(agent.replace(/\/$/, '') + path)).text()
      if (text.includes(SECRET)) problems.push(`${path} shows the source of a description`)
    }
    if (server.output().includes(SECRET)) problems.push(`the log shows a secret: ${server.output().slice(0, 200)}`)
    for (const file of ['server.json', 'lock'])
      if (
        existsSync(join(installation.dataDir, file)) &&
        readFileSync(join(installation.dataDir, file), 'utf8').includes(SECRET)
      )
        problems.push(`${file} holds a secret`)
    for (const file of readdirSync(installation.dataDir))
      if (
        statSync(join(installation.dataDir, file)).isFile() &&
        (statSync(join(installation.dataDir, file)).mode & 0o077) !== 0
      )
        problems.push(`${file} can be read by others`)
    if (
      existsSync(`/proc/${server.pid}/cmdline`) &&
      readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').includes(SECRET)
    )
      problems.push('the command line of the server holds a secret')
  } finally {
    await server.stop()
  }
  return problems
}
