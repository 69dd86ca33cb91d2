/**
 * The schema kernel against Ajv, on every schema of ../shared/corpus that Ajv compiles and on instances made for it:
 * nearly valid, mutated, hostile. Prints every class of difference; exit 1 when one is not explained here.
 *
 *   node scripts/schema-differential.mjs [file ...] [--instances 30] [--seed 1]
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2020 from 'ajv/dist/2020.js'
import { bundleSchemaKernel } from './support/bundle.mjs'
import { readSchemas } from './support/corpus-schemas.mjs'
import { hostile, makeInstance, mutate, seeded } from './support/instances.mjs'
import { readOptions } from './support/options.mjs'
import { listDescriptions, shared } from './support/shared.mjs'

const { values: options, positionals: wanted } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: { instances: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
})

/** Differences that the official suite decides in our favour, by the keyword that made them. */
const decided = {
  multipleOf: 'decimals are compared as decimals (multipleOf.json: "0.0075 is multiple of 0.0001")',
}

async function main() {
  if (!existsSync(join(shared, 'corpus'))) {
    console.log('Nothing to compare: ../shared/corpus is not here')
    return 0
  }
  const kernel = await bundleSchemaKernel()
  const sums = { schemas: 0, refused: 0, verdicts: 0, accepted: 0, differences: 0, unexplained: 0 }
  for (const { label, path } of listDescriptions()) {
    if (wanted.length > 0 && !wanted.some((part) => label.includes(part))) continue
    let read
    try {
      read = readSchemas(path, kernel)
    } catch (error) {
      console.log(`${label}: not read (${error.message.split('\n')[0]})`)
      continue
    }
    compareFile(label, read, kernel, sums)
  }
  console.log(
    `${sums.schemas} schemas (${sums.refused} more that Ajv does not compile), ${sums.verdicts} verdicts, ` +
      `${sums.accepted} of them "valid", ${sums.differences} differences, ${sums.unexplained} unexplained`,
  )
  return sums.unexplained === 0 ? 0 : 1
}

function compareFile(label, { schemas, roots, bodies }, kernel, sums) {
  const plain = withoutDiscriminators({ schemas, all: [...roots, ...bodies].map(({ schema }) => schema) })
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    validateFormats: false,
    unicodeRegExp: true,
  })
  ajv.addSchema({ schemas: plain.schemas }, 'doc')
  const find = (reference) => plain.schemas[reference.slice('#/schemas/'.length)]
  const next = seeded(Number(options.seed))
  const names = [...roots, ...bodies].map(({ name }) => name)
  const seen = new Set()
  plain.all.forEach((schema, i) => {
    if (typeof schema !== 'object' || seen.has(schema)) return
    seen.add(schema)
    const theirs = compileTheirs(ajv, schema)
    if (theirs === undefined) {
      sums.refused++
      return
    }
    sums.schemas++
    const ours = kernel.compileSchema(schema, { resolve: find, direction: 'neither' })
    const context = { resolve: find, sample: kernel.samplePattern, next, full: 0.6 }
    // Asked often, a schema is judged by other code: half of the schemas are.
    if (i % 2 === 0) {
      const values = [0, 0.5, 1].map((full) => makeInstance(schema, { ...context, full }))
      for (let n = 0; n < 450; n++) ours.accepts(values[n % 3])
    }
    for (let n = 0; n < Number(options.instances); n++) {
      const made = makeInstance(schema, { ...context, full: [0, 0.4, 1][n % 3] })
      const value = n % 10 === 9 ? hostile(next) : n % 2 === 0 ? made : mutate(made, next)
      compareOne({ label, name: names[i], ours, theirs, value }, sums)
    }
  })
}

function compareOne({ label, name, ours, theirs, value }, sums) {
  const [a, b] = [ours.accepts(value), theirs(value)]
  const violations = ours.violations(value)
  sums.verdicts++
  if (b) sums.accepted++
  if ((violations.length === 0) !== a) {
    sums.unexplained++
    console.log(`${label} ${name}: accepts says ${a}, violations ${JSON.stringify(violations)} for ${brief(value)}`)
  }
  if (a === b) return
  sums.differences++
  const keyword = a ? theirs.errors?.[0]?.keyword : violations[0]?.keyword
  if (decided[keyword] !== undefined) return
  sums.unexplained++
  console.log(
    `${label} ${name}: ours ${a}, Ajv ${b} (${keyword}: ${JSON.stringify(a ? theirs.errors?.[0] : violations[0])}) for ${brief(value)}`,
  )
}

/** Ajv knows the discriminator in another way: it is left out on both sides. */
function withoutDiscriminators(value) {
  return JSON.parse(
    JSON.stringify(value, (key, part) =>
      key === 'discriminator' && typeof part?.propertyName === 'string' ? undefined : part,
    ),
  )
}

function compileTheirs(ajv, schema) {
  const text = JSON.stringify(schema, (key, part) => (key === '$ref' && typeof part === 'string' ? `doc${part}` : part))
  try {
    return ajv.compile(JSON.parse(text))
  } catch {
    return undefined
  }
}

function brief(value) {
  return JSON.stringify(value)?.slice(0, 160)
}

process.exitCode = await main()
