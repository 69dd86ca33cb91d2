/**
 * How long an update takes and what memory it needs: a made description of some MB, recordings of some more.
 * Usage: node scripts/spec-update-load.mjs [--spec-mb 10] [--recordings-mb 100] [--format yaml]
 */
import { bundle } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'

const { values } = readOptions(import.meta.url, {
  options: { 'spec-mb': { type: 'string' }, 'recordings-mb': { type: 'string' }, format: { type: 'string' } },
})
const { importDescription, deriveModel, describe, startSpecUpdate } = await bundle('src', [
  'importers/import',
  'derive/derive',
  'api/model',
  'spec-update/update',
])
const format = values.format ?? 'yaml'
const text = format === 'yaml' ? made((value) => yaml(value, '')) : made((value) => JSON.stringify(value, undefined, 2))
const read = await importDescription({ location: `api.${format}`, bytes: Buffer.from(text) }, () => Promise.reject())
if (!read.ok) throw new Error(read.error[0].message)
const description = describe(deriveModel(read.value))
read.value = undefined
global.gc?.()
const before = process.memoryUsage().rss
const lines = recordingLines(Number(values['recordings-mb'] ?? 100) * 1e6)
let most = 0
const started = process.hrtime.bigint()
const cpu = process.cpuUsage()
const run = startSpecUpdate({ documents: new Map([['api', text]]), root: 'api', description })
let bytes = 0
let count = 0
for (const line of lines) {
  bytes += line.length
  run.add(JSON.parse(line))
  if (count++ % 1000 === 0) most = Math.max(most, process.memoryUsage().rss)
}
const gathered = Number(process.hrtime.bigint() - started) / 1e9
const { changes, skipped, texts } = run.finish()
most = Math.max(most, process.memoryUsage().rss)
const seconds = Number(process.hrtime.bigint() - started) / 1e9
const { user, system } = process.cpuUsage(cpu)
const mb = (n) => Math.round(n / 1e6)
console.log(
  `${mb(text.length)} MB of ${format}, ${count} recordings of ${mb(bytes)} MB: ${changes.length} changes, ${skipped.length} skipped, ${texts.size} documents patched`,
)
console.log(
  `${seconds.toFixed(1)} s (${gathered.toFixed(1)} s gathering), ${((user + system) / 1e6).toFixed(1)} s of CPU; ${mb(most)} MB at most, ${mb(before)} MB of them before`,
)

function made(write) {
  const size = Number(values['spec-mb'] ?? 10) * 1e6
  const one = write(partOf(0)).length
  const parts = Math.max(1, Math.floor(size / one))
  const api = { openapi: '3.0.3', info: { title: 'Made', version: '1' }, paths: {}, components: { schemas: {} } }
  for (let n = 0; n < parts; n++) {
    const { paths, schemas } = partOf(n)
    Object.assign(api.paths, paths)
    Object.assign(api.components.schemas, schemas)
  }
  return write(api)
}

function partOf(n) {
  const properties = {}
  for (let i = 0; i < 40; i++)
    properties[`field_${i}`] = {
      type: 'string',
      description: `What field ${i} of thing ${n} says, in one sentence that goes on for a while.`,
    }
  const schema = { $ref: `#/components/schemas/Thing${n}` }
  const answer = { description: 'One thing', content: { 'application/json': { schema } } }
  return {
    paths: {
      [`/things${n}/{id}`]: {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: answer },
        },
      },
    },
    schemas: {
      [`Thing${n}`]: {
        type: 'object',
        properties: { ...properties, state: { type: 'string', enum: ['open', 'done'] } },
      },
    },
  }
}

function yaml(value, pad) {
  if (Array.isArray(value))
    return value
      .map(
        (item) => `\n${pad}- ${typeof item === 'object' ? yaml(item, `${pad}  `).trimStart() : JSON.stringify(item)}`,
      )
      .join('')
  return Object.entries(value)
    .map(
      ([key, inner]) =>
        `\n${pad}${/^[\w$]+$/.test(key) && !/^\d/.test(key) ? key : JSON.stringify(key)}:${typeof inner === 'object' ? yaml(inner, `${pad}  `) : ` ${JSON.stringify(inner)}`}`,
    )
    .join('')
}

function* recordingLines(size) {
  const parts = description.head.operations.length
  for (let n = 0, made = 0; made < size; n++) {
    const body = { state: n % 7 === 0 ? 'late' : 'open', fresh: n }
    for (let i = 0; i < 40; i++) body[`field_${i}`] = `text ${i} of ${n}, some words that go on`
    const message = { fields: [], media: null, body: null, length: 0, truncated: false }
    const line = JSON.stringify({
      ...{
        v: 1,
        id: `rec_${String(n).padStart(16, '0')}`,
        upstream: 'made',
        at: new Date(1.7e12 + n * 1e5).toISOString(),
        duration_ms: 1,
      },
      ...{
        method: 'GET',
        path: `/things${n % Math.min(parts, 50)}/t${n}`,
        query: [],
        status: 200,
        ending: 'complete',
        request: message,
      },
      response: { ...message, media: 'application/json', body },
    })
    made += line.length
    yield line
  }
}
