/**
 * Drives every operation of every description in ../shared/corpus with the outside prober of ../shared/probe
 * and holds the sums against the bars. Details of each description stay in .cache/conformance/.
 *
 *   npm run conformance -- [file ...] [--max-ops N] [--jobs 2] [--only-failures] [--classes 25] [--examples 3]
 *                          [--only REGEX] [--kind status] [--auth declared] [--report] [--tool FILE] [--keep]
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missedBars } from './conformance/bars.mjs'
import { printClasses, printTable } from './conformance/print.mjs'
import { readOptions } from './support/options.mjs'
import { cache, installShared, listDescriptions, shared } from './support/shared.mjs'
import { eachLimited, makeInstallation, root, run, temporaryDirectory, toolToTest } from './support/tool.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    'max-ops': { type: 'string' },
    jobs: { type: 'string', default: '2' },
    'only-failures': { type: 'boolean', default: false },
    classes: { type: 'string', default: '25' },
    examples: { type: 'string', default: '3' },
    only: { type: 'string' },
    auth: { type: 'string' },
    kind: { type: 'string' },
    report: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    tool: { type: 'string' },
  },
})
const resultsDir = join(cache, 'conformance')
const jobs = Number(options.jobs)

async function main() {
  if (!existsSync(join(shared, 'probe'))) {
    console.log('Nothing to measure: ../shared/probe is not here')
    return 0
  }
  const descriptions = listDescriptions()
    .filter(({ label }) => wanted.length === 0 || wanted.some((part) => label.includes(part)))
    .sort((a, b) => b.bytes - a.bytes)
  if (descriptions.length === 0) throw new Error(`No description of the corpus is named like ${wanted.join(', ')}`)
  const measured = options.report ? readEarlier(descriptions) : await measure(descriptions)
  return judge(measured)
}

/** The findings of an earlier run, without running anything. */
function readEarlier(descriptions) {
  const kept = join(resultsDir, '_run.json')
  if (!existsSync(kept)) throw new Error('There is no earlier run to report on')
  const { serverErrors, refused } = JSON.parse(readFileSync(kept, 'utf8'))
  const results = descriptions.flatMap(({ name }) => {
    const file = join(resultsDir, `${name}.json`)
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : []
  })
  return { results, serverErrors, refused }
}

async function measure(descriptions) {
  const probe = await installShared('probe')
  const tool = await toolToTest(options.tool)
  mkdirSync(resultsDir, { recursive: true })
  if (wanted.length === 0) for (const file of readdirSync(resultsDir)) rmSync(join(resultsDir, file))
  const data = await temporaryDirectory('conformance')
  const installation = await makeInstallation({ toolFile: tool.toolFile, dataDir: data.path })
  let server
  try {
    const imported = await eachLimited(descriptions, jobs, (one) => importOne(installation, one))
    const usable = imported.filter((one) => one.reason === undefined)
    const refused = imported.filter((one) => one.reason !== undefined)
    server = await installation.up()
    const probed = await eachLimited(usable, jobs, (one) => probeOne(probe, server.base, one))
    const results = probed.filter((one) => one.reason === undefined)
    refused.push(...probed.filter((one) => one.reason !== undefined))
    const serverErrors = await countServerErrors(server.base)
    writeFileSync(join(resultsDir, '_server.log'), server.output())
    writeFileSync(join(resultsDir, '_run.json'), JSON.stringify({ serverErrors, refused }))
    return { results, serverErrors, refused }
  } finally {
    const end = await server?.stop()
    if (end !== undefined && end.code !== 0) console.error(`tool up ended with ${JSON.stringify(end)}`)
    if (options.keep) console.error(`data directory kept: ${data.path}`)
    else await data.remove()
    await tool.remove()
  }
}

const credentialOf = (name) => `probe-${name}`

async function importOne(installation, description) {
  const { name, path } = description
  const args = ['sandbox', 'add', name, '--spec', path, '--seed', '5eed', '--credential', credentialOf(name)]
  const done = await installation.command(args)
  const importMilliseconds = done.milliseconds
  if (done.code === 0) return { ...description, importMilliseconds }
  const reason = `import exit ${done.code ?? done.signal}: ${(done.stderr || done.stdout).trim().slice(0, 400)}`
  return { ...description, importMilliseconds, reason }
}

async function probeOne(probe, base, description) {
  const { name, path, label, importMilliseconds } = description
  const args = [join(probe, 'probe.mjs'), path, `${base}/${name}`, '--cred', credentialOf(name)]
  args.push('--auth', options.auth ?? (declaresSchemes(path) ? 'declared' : 'both'))
  args.push('--name', label, '--all-failures', '--detail', join(resultsDir, `${name}.jsonl`))
  if (options['max-ops'] !== undefined) args.push('--max-ops', options['max-ops'])
  if (options.only !== undefined) args.push('--only', options.only)
  const done = await run(process.execPath, args, { timeout: 1_800_000 })
  const line = done.stdout.trim().split('\n').pop() ?? ''
  if (done.code !== 0 || !line.startsWith('{')) {
    const reason = `the prober ended with ${done.code ?? done.signal}: ${done.stderr.trim().slice(-400)}`
    return { ...description, reason }
  }
  const result = { ...JSON.parse(line), label, name, importMilliseconds }
  writeFileSync(join(resultsDir, `${name}.json`), JSON.stringify(result, null, 1))
  if (!options['only-failures']) console.error(`probed ${label} in ${result.seconds} s`)
  return result
}

/**
 * Where a description declares no scheme, the sandbox asks for its credential in `authorization` all the same, and
 * a prober that sends only what is declared would send none.
 */
function declaresSchemes(path) {
  return /["\s{,](securitySchemes|securityDefinitions)"?\s*:/.test(readFileSync(path, 'utf8'))
}

/** Answers with a 5xx by the server's own counters: any sample that carries a status label. */
async function countServerErrors(base) {
  const response = await fetch(`${base}/_tool/metrics`)
  const samples = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const byStatus = samples.filter((line) => !/_bucket\{|_sum[{ ]/.test(line) && statusOf(line) !== undefined)
  if (byStatus.length === 0) return undefined
  const failed = byStatus.filter((line) => statusOf(line).startsWith('5'))
  return failed.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

const statusOf = (sample) => /[{,](?:status|code|status_code|status_class|class)="(\d\w\w)"/.exec(sample)?.[1]

/** A refused description is excused only where the documentation names it. */
function undocumented(refused) {
  const docs = join(root, 'docs')
  const text = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(docs, file), 'utf8'))
    .join('\n')
  return refused.filter(({ label }) => !text.includes(label))
}

function judge({ results, serverErrors, refused }) {
  const sorted = results.sort((a, b) => a.label.localeCompare(b.label))
  const shown = options.kind === undefined ? sorted : sorted.map(onlyKind)
  const print = { limit: options['only-failures'] ? 1e6 : Number(options.classes), examples: Number(options.examples) }
  if (!options['only-failures']) printTable(sorted, refused)
  printClasses(shown, print)
  const missed = missedBars(sorted, serverErrors)
  for (const one of undocumented(refused)) missed.push(`${one.label} was not measured: ${one.reason}`)
  console.log(missed.length === 0 ? '\nEvery bar holds' : `\n${missed.length} bars missed`)
  for (const line of missed) console.log(`  ${line}`)
  return missed.length === 0 ? 0 : 1
}

function onlyKind(result) {
  return { ...result, failures: result.failures.filter(({ kind }) => kind === options.kind) }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
