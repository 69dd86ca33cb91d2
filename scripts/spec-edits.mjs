/**
 * Edits every OpenAPI and Swagger description that is found, one change of each class, from traffic made for the
 * purpose, and checks: only the lines of the edit differ, the result says what the source and the operations say,
 * it imports, and a second run changes nothing.
 * Usage: node scripts/spec-edits.mjs [folder ...] [--only part] [--most-kb size] [--as-yaml] [--verbose]
 * --as-yaml writes each description as YAML first, in one of several manners.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORE_SCHEMA, dump, load, mergeTag } from 'js-yaml'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { shared } from './support/shared.mjs'
import { root } from './support/tool.mjs'

const {
  values: { only, verbose, 'as-yaml': asYaml, 'most-kb': mostKb = '16000' },
  positionals,
} = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    verbose: { type: 'boolean' },
    'as-yaml': { type: 'boolean' },
    'most-kb': { type: 'string' },
  },
})
const folders =
  positionals.length > 0
    ? positionals
    : [
        join(shared, 'corpus'),
        join(shared, 'cases'),
        join(root, 'test'),
        join(root, 'examples'),
        join(root, 'node_modules'),
      ]
const {
  importDescription,
  deriveModel,
  describe,
  specUpdate,
  Sources,
  SchemaSites,
  patched,
  sameValue,
  indentContinuations,
} = await bundle('src', [
  'importers/import',
  'derive/derive',
  'api/model',
  'spec-update/update',
  'spec-update/sources',
  'spec-update/schema-site',
  'spec-update/documents/patch',
  'spec-update/documents/same',
  'support/yaml-mend',
])

const CLASSES = ['field', 'enum', 'nullable', 'status', 'parameter', 'header']
const totals = { documents: 0, refused: 0, failed: 0 }
const byClass = new Map(CLASSES.map((name) => [name, { applied: 0, skipped: 0, missed: 0, none: 0 }]))
const reasons = new Map()
const scratch = mkdtempSync(join(tmpdir(), 'spec-edits-'))
const seen = new Set()
/** Results that are still to be imported, and the last difference. */
let pending = []
let difference = ''
for (const folder of folders) for (const file of descriptionsIn(folder)) await judge(file)
rmSync(scratch, { recursive: true })

console.log(`${totals.documents} documents, ${totals.refused} not imported, ${totals.failed} failed`)
for (const [name, count] of byClass) console.log(`  ${name.padEnd(9)} ${JSON.stringify(count)}`)
for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  skipped ${count}: ${reason}`)
process.exitCode = totals.failed > 0 ? 1 : 0

function* descriptionsIn(folder) {
  let entries = []
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* descriptionsIn(path)
    else if (
      /\.(ya?ml|json)$/.test(entry.name) &&
      entry.name !== 'package.json' &&
      statSync(path).size < Number(mostKb) * 1000
    ) {
      const text = readFileSync(path, 'utf8')
      if (!/^\s*\{?\s*["']?(openapi|swagger)["']?\s*:/m.test(text)) continue
      const hash = createHash('sha256').update(text).digest('hex')
      if (!seen.has(hash) && (only === undefined || path.includes(only))) yield path
      seen.add(hash)
    }
  }
}

async function judge(location) {
  const texts = new Map()
  const readDocument = async (other) => {
    const bytes = readFileSync(other)
    texts.set(other, bytes.toString('utf8'))
    return { location: other, bytes }
  }
  const description = await imported(location, texts, readDocument)
  if (description === undefined) {
    totals.refused++
    return
  }
  totals.documents++
  const faults = []
  try {
    examine(location, texts, description, faults)
    for (const { where, text } of [...pending.splice(0)]) {
      const again = await imported(
        location,
        new Map(),
        async (other) => (other === where ? { location: other, bytes: Buffer.from(text) } : readDocument(other)),
        where === location ? text : undefined,
      )
      if (again === undefined) faults.push('the result does not import')
    }
  } catch (error) {
    faults.push(`threw ${error.stack?.split('\n').slice(0, 4).join(' ')}`)
  }
  if (faults.length > 0) totals.failed++
  if (faults.length > 0 || verbose)
    console.log(`${faults.length > 0 ? 'FAILED' : 'ok'} ${location} ${faults.join('; ')}`)
}

function sourceText(location) {
  const text = readFileSync(location, 'utf8')
  if (!asYaml) return text
  const manner = createHash('sha256').update(text).digest()
  return dump(parsed(text), {
    indent: manner[0] % 2 === 0 ? 2 : 4,
    seqNoIndent: manner[1] % 2 === 0,
    flowLevel: manner[2] % 4 === 0 ? 7 : -1,
    flowBracketPadding: manner[3] % 2 === 0,
    quoteStyle: manner[4] % 2 === 0 ? 'single' : 'double',
    forceQuotes: manner[5] % 4 === 0,
    lineWidth: manner[6] % 2 === 0 ? 80 : -1,
  }).replaceAll('\n', manner[7] % 4 === 0 ? '\r\n' : '\n')
}

async function imported(location, texts, readDocument, text = sourceText(location)) {
  texts.set(location, text)
  const read = await importDescription({ location, bytes: Buffer.from(text) }, readDocument)
  return read.ok && read.value.operations.length > 0 ? describe(deriveModel(read.value)) : undefined
}

function examine(location, texts, description, faults) {
  pending = []
  const input = { documents: texts, root: location, description }
  const { evidence, wishes } = trafficFor(new Sources(texts, location), description)
  const update = specUpdate({ ...input, evidence })
  count(update, wishes)
  const applied = update.changes.filter(({ disposition }) => disposition === 'APPLIED')
  for (const [where, text] of update.texts) {
    const here = applied.filter((change) => change.location === where)
    const before = texts.get(where)
    const gone = linesGone(before, text)
    if (gone > here.length * 2) faults.push(`${gone} lines changed by ${here.length} edits in ${where}`)
    const expected = patched(
      parsed(before),
      here.flatMap(({ ops }) => ops),
    )
    if (!sameValue(JSON.parse(JSON.stringify(parsed(text))), JSON.parse(JSON.stringify(expected))))
      faults.push(`${where} says something else`)
    if (verbose) showDifference()
    pending.push({ where, text })
  }
  const again = specUpdate({ ...input, documents: new Map([...texts, ...update.texts]), evidence })
  const more = again.changes.filter(({ disposition }) => disposition === 'APPLIED')
  if (more.length > 0 || again.texts.size > 0)
    faults.push(`a second run applies ${more.map((one) => `${one.class} at ${one.pointer}`).join(', ')}`)
}

function count({ changes, skipped }, wishes) {
  for (const name of CLASSES) {
    const counts = byClass.get(name)
    const wish = wishes.get(name)
    const refusal = skipped.find((one) => one.class === name)
    if (wish === undefined) counts.none++
    else if (changes.some((one) => one.class === name && one.disposition === 'APPLIED')) counts.applied++
    else if (refusal === undefined) {
      counts.missed++
      if (verbose) console.log(`  missed ${name}: ${wish}`)
    } else {
      counts.skipped++
      const reason = refusal.reason.replace(/^\S*\//, '…/')
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (verbose)
        console.log(`  skipped ${name}: ${refusal.location}#${refusal.pointer} ${JSON.stringify(refusal.ops)}`)
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    const options = { schema: CORE_SCHEMA.withTags(mergeTag), json: true, maxTotalMergeKeys: -1 }
    try {
      return load(text, options)
    } catch {
      return load(indentContinuations(text), options)
    }
  }
}

function linesGone(before, after) {
  writeFileSync(join(scratch, 'a'), before)
  writeFileSync(join(scratch, 'b'), after)
  try {
    execFileSync('diff', ['-u', join(scratch, 'a'), join(scratch, 'b')])
    return 0
  } catch (error) {
    difference = error.stdout.toString()
    return difference.split('\n').filter((line) => line.startsWith('-') && !line.startsWith('---')).length
  }
}

function showDifference() {
  if (difference.length < 8_000) console.log(difference)
}

/** Recordings that show one thing of each class that the description does not know. */
function trafficFor(sources, description) {
  const sites = new SchemaSites(sources)
  const wishes = new Map()
  const evidence = []
  const seenAt = (exchange) => {
    for (let n = 0; n < 12; n++) evidence.push(recording(exchange, n))
  }
  for (const { method, path, notation } of description.head.operations) {
    if (wishes.size === CLASSES.length) break
    const at = sources.below(sources.root, 'paths', notation ?? path, method.toLowerCase())
    if (at === undefined) continue
    const filled = path.replace(/\{[^}]*\}/g, 'abc').replace(/[?#].*$/, '')
    const base = { method, path: filled }
    const responses = sources.below(at, 'responses')
    if (responses === undefined) continue
    const keys = sources.members(responses).map(([key]) => key)
    const hasDefault = keys.some((key) => key === 'default' || key.toUpperCase() === '4XX')
    const status = keys.find((key) => /^2\d\d$/.test(key))
    if (!wishes.has('status') && !hasDefault && !keys.includes('418')) {
      seenAt({ ...base, status: 418, body: { reason: 'tea', at: '2026-01-01T10:00:00Z' } })
      wishes.set('status', `${method} ${path}`)
    }
    if (status === undefined) continue
    if (!wishes.has('parameter')) {
      seenAt({ ...base, status: Number(status), query: [['fresh_parameter', '7']] })
      wishes.set('parameter', `${method} ${path}`)
    }
    if (!wishes.has('header')) {
      seenAt({ ...base, status: Number(status), fields: [['x-fresh-count', '7']] })
      wishes.set('header', `${method} ${path}`)
    }
    const schema = answerSchema(sources, sources.below(responses, status))
    if (schema === undefined) continue
    const places = { ...findPlaces(sites, schema.at) }
    for (const name of ['field', 'enum', 'nullable']) {
      const place = places[name]
      if (wishes.has(name) || place === undefined) continue
      seenAt({ ...base, status: Number(status), media: schema.media, body: place })
      wishes.set(name, `${method} ${path} ${JSON.stringify(place)}`)
    }
  }
  return { evidence, wishes }
}

function answerSchema(sources, response) {
  if (response === undefined) return undefined
  if (sources.idiom === 'swagger-2.0') {
    const at = sources.child(response, 'schema')
    return at && { at, media: 'application/json' }
  }
  for (const [media, content] of sources.members(sources.below(response, 'content'))) {
    const at = sources.child(sources.resolved(content), 'schema')
    if (/^application\/(\w[\w.+-]*\+)?json$/.test(media) && at !== undefined) return { at, media }
  }
  return undefined
}

/** Bodies that show a fresh field, a fresh value and a fresh null somewhere in a schema. */
function findPlaces(sites, schema) {
  const found = {}
  const queue = [{ at: schema, wrap: (value) => value, depth: 0 }]
  for (let top = queue.shift(); top !== undefined && queue.length < 500; top = queue.shift()) {
    const { at, wrap, depth } = top
    const site = sites.at(at)
    if (site === undefined || site.variants.length > 0) continue
    if (!site.isOpen && site.additional === undefined && site.properties.size > 0)
      found.field ??= wrap({ fresh_field: { id: 7, name: null, tags: ['a'] } })
    if (site.enumeration?.values.every((value) => typeof value === 'string')) found.enum ??= wrap('fresh value')
    if (depth > 0 && !site.isNullable && site.types.length > 0 && site.parts.length === 1) found.nullable ??= wrap(null)
    if (depth > 5) continue
    for (const [name, property] of site.properties)
      queue.push({ at: property, wrap: (value) => wrap({ [name]: value }), depth: depth + 1 })
    if (site.items !== undefined) queue.push({ at: site.items, wrap: (value) => wrap([value]), depth: depth + 1 })
  }
  return found
}

function recording({ method, path, status, media = 'application/json', body, query = [], fields = [] }, n) {
  const message = { fields: [], media: null, body: null, length: 0, truncated: false }
  const answer = body === undefined ? message : { ...message, media, body, length: 1 }
  return {
    ...{
      v: 1,
      id: `rec_${String(n).padStart(16, '0')}`,
      upstream: 'made',
      at: new Date(1.7e12 + n * 9e5).toISOString(),
    },
    ...{ duration_ms: 1, method, path, query, status, ending: 'complete' },
    ...{ request: message, response: { ...answer, fields } },
  }
}
