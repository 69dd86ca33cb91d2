/**
 * Runs the required tests of the official JSON Schema suite (../shared/json-schema-test-suite) through the
 * schema kernel: draft2020-12 as it stands, draft4 brought to 2020-12 first.
 *
 *   node scripts/schema-suite.mjs [--only REGEX] [--optional]
 *
 * Exit 1 when a test fails that docs/reference/json-schema.md does not list.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { bundleSchemaKernel } from './support/bundle.mjs'
import { readOptions } from './support/options.mjs'
import { shared } from './support/shared.mjs'
import { root } from './support/tool.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: { only: { type: 'string' }, optional: { type: 'boolean', default: false } },
})
const suite = join(shared, 'json-schema-test-suite')
const drafts = [
  { folder: 'draft2020-12', dialect: '2020-12', schema: 'https://json-schema.org/draft/2020-12/schema' },
  { folder: 'draft4', dialect: 'draft-04', schema: 'http://json-schema.org/draft-04/schema#' },
]

async function main() {
  if (!existsSync(suite)) {
    console.log('Nothing to test: ../shared/json-schema-test-suite is not here')
    return 0
  }
  const kernel = await bundleSchemaKernel()
  const listed = listedExceptions()
  const remotes = readRemotes()
  let unlisted = 0
  for (const draft of drafts) {
    const cases = readCases(draft).filter((c) => options.only === undefined || new RegExp(options.only).test(c.name))
    const failures = cases.map((c) => ({ name: c.name, ...judge(kernel, draft, c, remotes) })).filter((r) => !r.ok)
    console.log(`${draft.folder}: ${cases.length - failures.length} of ${cases.length} pass`)
    for (const { name, got } of failures) {
      const known = listed.some((prefix) => name.startsWith(prefix))
      if (!known) unlisted++
      console.log(`  ${known ? 'listed' : 'FAILED'}  ${name}: ${got}`)
    }
  }
  return unlisted === 0 ? 0 : 1
}

function judge({ compileSchema, schemaStore }, { dialect }, { name, schema, data, valid }, remotes) {
  const formats = name.includes('| optional/format/')
  const uri = 'https://suite.invalid/case.json'
  const store = schemaStore([...remotes, { uri, document: schema, dialect }])
  try {
    const validator = compileSchema(store.resolve(uri), { ...store, direction: 'neither', formats })
    const got = validator.accepts(data)
    const violations = validator.violations(data)
    if (got !== valid) return { ok: false, got: `accepts gives ${got}` }
    if ((violations.length === 0) !== valid) return { ok: false, got: `violations are ${JSON.stringify(violations)}` }
    return { ok: true }
  } catch (error) {
    return { ok: false, got: error.stack.split('\n').slice(0, 3).join(' ') }
  }
}

function readCases({ folder }) {
  const tests = join(suite, 'tests', folder)
  return jsonFiles(tests)
    .filter((file) => options.optional || !relative(tests, file).startsWith('optional'))
    .flatMap((file) =>
      readJson(file).flatMap((group) =>
        group.tests.map((test) => ({
          ...test,
          schema: group.schema,
          name: [folder, relative(tests, file).split(sep).join('/'), group.description, test.description].join(' | '),
        })),
      ),
    )
}

/** The suite's remote documents and the metaschemas of both drafts, each under its address. */
function readRemotes() {
  const folder = join(suite, 'remotes')
  const dialectOf = (path) => (path.startsWith('draft4') ? 'draft-04' : '2020-12')
  const remotes = jsonFiles(folder)
    .map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }))
    .filter(({ path }) => !/^(draft3|draft6|draft7|draft2019-09|v1)\//.test(path))
    .map(({ file, path }) => ({
      uri: `http://localhost:1234/${path}`,
      document: readJson(file),
      dialect: dialectOf(path),
    }))
  const refs = join(root, 'node_modules/ajv/dist/refs/json-schema-2020-12')
  const meta = jsonFiles(refs).map(readJson)
  const draft4 = readJson(join(root, 'node_modules/ajv-draft-04/dist/refs/json-schema-draft-04.json'))
  return [
    ...remotes,
    ...meta.map((document) => ({ uri: document.$id, document, dialect: '2020-12' })),
    { uri: 'http://json-schema.org/draft-04/schema', document: draft4, dialect: 'draft-04' },
  ]
}

/** How names of excepted tests begin: the code spans in the first column of the page's table. */
function listedExceptions() {
  const page = join(root, 'docs/reference/json-schema.md')
  if (!existsSync(page)) return []
  return [...readFileSync(page, 'utf8').matchAll(/^\| `([^`]+)` /gm)].map((m) => m[1].replaceAll('\\|', '|'))
}

function jsonFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file))
    .sort()
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

process.exitCode = await main()
