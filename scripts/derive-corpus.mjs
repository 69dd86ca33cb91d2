// Prints what derivation concludes about descriptions: one line an operation, one a type.
// Usage: node scripts/derive-corpus.mjs FILE|all [--filter text] [--json] [--types] [--pairs] [--lists] [--time]
//   FILE: a path, or part of the name of a file of ../shared/corpus
//   --pairs: judge every pair POST /x + GET /x/{id}: do the plans make a round trip possible?
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions } from './support/shared.mjs'

const {
  values: options,
  positionals: [which = 'all'],
} = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    filter: { type: 'string', default: '' },
    json: { type: 'boolean' },
    types: { type: 'boolean' },
    pairs: { type: 'boolean' },
    lists: { type: 'boolean' },
    time: { type: 'boolean' },
  },
})
const { filter } = options
const { importDescription, deriveModel, readerFor } = await bundle('src', [
  'importers/import',
  'derive/derive',
  'derive/schemas/reader',
])
const totals = { pairs: 0, good: 0 }

for (const location of files()) await show(location)
if (options.pairs) {
  const share = totals.pairs === 0 ? 100 : (100 * totals.good) / totals.pairs
  console.log(`pairs ${totals.good}/${totals.pairs} = ${share.toFixed(1)} %`)
}

function files() {
  if (existsSync(which) && which !== 'all') return [which]
  return listDescriptions()
    .filter(({ label }) => which === 'all' || label.includes(which))
    .map(({ path }) => path)
}

async function show(location) {
  const bytes = readFileSync(location)
  const other = async (at) => ({ location: at, bytes: await readFile(at) })
  const read = await importDescription({ location, bytes }, other)
  if (!read.ok) {
    console.log(`== ${basename(location)} refused: ${read.error.map((problem) => problem.message).join('; ')}`)
    return
  }
  const started = process.cpuUsage()
  const model = deriveModel(read.value)
  const { user, system } = process.cpuUsage(started)
  const ms = Math.round((user + system) / 1000)
  const { head } = model
  console.log(
    `== ${basename(location)} ${head.operations.length} operations, ${head.resources.length} types, ${ms} ms of CPU`,
  )
  if (options.time) return
  if (options.pairs) return showPairs(model, readerFor(read.value))
  const wanted = (text) => filter === '' || text.toLowerCase().includes(filter.toLowerCase())
  if (options.json) return console.log(JSON.stringify(head, null, 1))
  if (!options.types)
    for (const { method, path, plan } of head.operations) {
      const line = lineOf(method, path, plan)
      if (wanted(line) && (!options.lists || plan.list !== undefined)) console.log(line)
    }
  if (options.lists) return
  for (const type of head.resources) {
    const line = typeLine(type)
    if (wanted(line)) console.log(line)
  }
  for (const event of head.events) if (wanted(event.name)) console.log(`  event ${event.name} -> ${event.trigger}`)
  if (filter === '') console.log(`  realism ${JSON.stringify(head.report.realism)}`)
}

function lineOf(method, path, plan) {
  const place = (name, at, form) => (at === undefined ? '' : ` ${name}=${at.join('.') || '.'}${form ? `:${form}` : ''}`)
  const target = plan.target ? ` @${plan.target.in}:${plan.target.name}→${plan.target.property.join('.')}` : ''
  const parents = plan.parents
    .map((p) => ` ^${p.in}:${p.name}→${p.link}${p.type ? '' : '?'}${p.property ? `(${p.property.join('.')})` : ''}`)
    .join('')
  const list = plan.list ? ` ${listText(plan.list)}` : ''
  const mentions = plan.mentions ? ` mentions=${plan.mentions.map((m) => m.place.join('.'))}` : ''
  return `${method.padEnd(6)} ${path}  ⇒ ${plan.kind}${plan.verb ? `(${plan.verb})` : ''} ${plan.type ?? '-'}${target}${parents}${place('in', plan.input, plan.inputForm)} ${plan.success}${place('out', plan.output, plan.outputForm)}${mentions}${list}`
}

function listText(list) {
  const settings = Object.entries(list.settings).map(([k, v]) => `${k}=${Array.isArray(v) ? v.join('.') : v}`)
  const filters = list.filters.map((f) => `${f.name}${f.compare === 'equals' ? '' : `:${f.compare}`}`)
  const sort = list.sort ? ` sort=${list.sort.name}/${list.sort.order ?? ''}` : ''
  const search = list.search ? ` search=${list.search}` : ''
  return `[${list.style} ${settings.join(' ')} ${list.defaultSize}/${list.maxSize} filters=${filters}${sort}${search}]`
}

function typeLine(t) {
  const shape = t.id.shape
  const looks =
    shape.kind === 'text' ? `${shape.prefix}<${shape.alphabet}:${shape.length}>` : `${shape.kind}${shape.pattern ?? ''}`
  const links = t.links.map((l) => `${l.link}${l.property ? `(${l.property.join('.')})` : ''}`)
  const status = t.status ? ` status=${t.status.place.join('.')}:${t.status.initial} of ${t.status.values.length}` : ''
  const flags = `${t.creatable ? '' : ' fixed'}${t.singleton ? ' singleton' : ''}${t.newestFirst ? ' newest-first' : ''}${t.deletedMarker ? ` marker=${t.deletedMarker}` : ''}`
  const aliases = t.id.aliases ? ` alias=${t.id.aliases.map((a) => a.join('.'))}` : ''
  const keys = t.alternateKeys.length > 0 ? ` also=${t.alternateKeys.map((k) => k.join('.'))}` : ''
  return `  type ${t.type} id=${t.id.place.join('.')} ${t.id.chosenBy} ${looks}${keys}${aliases} scope=${t.scope} links=${links}${status}${flags} — ${t.why}`
}

function showPairs(model, reader) {
  const byPath = new Map(model.head.operations.map((op) => [`${op.method} ${op.path}`, op]))
  for (const item of new Set(model.head.operations.map((op) => op.path))) {
    const match = /^(.*)\/\{([^}/]+)\}(\.json)?\/?$/.exec(item)
    if (match === null) continue
    const [, base, , suffix] = match
    const coll = [base, `${base}/`, `${base}.json`, base + suffix].find((c) => c && byPath.has(`POST ${c}`))
    const get = byPath.get(`GET ${item}`)
    if (coll === undefined || get === undefined) continue
    const why = judge(model, reader, byPath, coll, item)
    totals.pairs++
    if (why.length === 0) totals.good++
    else console.log(`  ${coll} + ${item}: ${why.join('; ')}`)
  }
}

function judge(model, reader, byPath, coll, item) {
  const create = byPath.get(`POST ${coll}`)
  const get = byPath.get(`GET ${item}`)
  const why = []
  const { plan } = create
  if (!['create', 'upload'].includes(plan.kind)) why.push(`create is ${plan.kind}`)
  if (get.plan.kind !== 'read') why.push(`read is ${get.plan.kind}`)
  if (plan.type !== get.plan.type) why.push(`types ${plan.type} and ${get.plan.type}`)
  const type = model.head.resources.find((t) => t.type === get.plan.type)
  if (type === undefined) return [...why, 'no type']
  const answers =
    plan.output !== undefined &&
    (shows(model, create, plan.output, type.id.place, reader) ||
      shows(model, create, plan.output, get.plan.target.property, reader))
  if (!answers && plan.mentions === undefined)
    why.push(`create shows no ${type.id.place.join('.')}${plan.output ? '' : ' (no output)'}`)
  if (get.plan.output === undefined) why.push('read has no output')
  else if (!shows(model, get, get.plan.output, type.id.place, reader))
    why.push(`read shows no ${type.id.place.join('.')}`)
  const list = byPath.get(`GET ${coll}`)
  if (list !== undefined && list.plan.kind === 'list') {
    if (list.plan.type !== type.type) why.push(`list of ${list.plan.type}`)
    if (list.plan.output === undefined) why.push('list has no output')
  } else if (list !== undefined) why.push(`list is ${list.plan.kind}`)
  for (const method of ['PATCH', 'PUT', 'POST', 'DELETE']) {
    const op = byPath.get(`${method} ${item}`)
    if (op === undefined) continue
    if (op.plan.type !== type.type || op.plan.target === undefined)
      why.push(`${method} is ${op.plan.kind} of ${op.plan.type}`)
  }
  return why
}

function shows(model, { id }, output, place, reader) {
  const op = model.operations.get(id)
  const plan = op.plan
  const contents =
    Object.entries(op.responses).find(([s]) => s === plan.success || /^2xx$|^default$/i.test(s))?.[1].content ?? {}
  const media = Object.entries(contents).find(([t]) => /json/.test(t))?.[1] ?? Object.values(contents)[0]
  if (media?.schema === undefined)
    return media !== undefined || Object.keys(op.responses).every((status) => !/^(2|default)/i.test(status))
  let current = media.schema
  for (const step of output) current = reader.properties(current).get(step)
  if (plan.outputForm === 'array') current = reader.view(current).items
  for (const step of place) {
    if (reader.properties(current).size === 0) return true
    current = reader.properties(current).get(step)
  }
  return current !== undefined
}
