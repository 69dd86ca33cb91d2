/** The schemas of a description, normalised by the kernel, without the rest of the importers. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Component schemas by key, and the bodies of operations: all in 2020-12, references `#/schemas/<key>`. */
export function readSchemas(path, { normaliseSchema }) {
  const text = readFileSync(path, 'utf8')
  const document = path.endsWith('.json') ? JSON.parse(text) : load(text)
  const dialect = dialectOf(document)
  const schemas = {}
  const keys = new Map()
  const keyOf = (reference) => {
    if (!reference.startsWith('#')) return undefined
    const pointer = decodeURIComponent(reference.slice(1))
    if (!keys.has(pointer)) {
      keys.set(pointer, `s${keys.size}`)
      const raw = at(document, pointer)
      if (raw !== undefined) schemas[keys.get(pointer)] = convert(raw)
    }
    return keys.get(pointer)
  }
  const problems = []
  const convert = (raw) =>
    normaliseSchema(
      raw,
      dialect,
      (pointer, message) => problems.push(`${pointer}: ${message}`),
      (reference) => {
        const key = keyOf(reference)
        return key === undefined ? reference : `#/schemas/${key}`
      },
    )
  const components = document.components?.schemas ?? document.definitions ?? {}
  const base = document.definitions === undefined ? '/components/schemas' : '/definitions'
  const roots = Object.keys(components).map((name) => {
    const key = keyOf(`#${base}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    return { name, schema: schemas[key] }
  })
  const bodies = operationsOf(document).flatMap(({ name, operation }) =>
    bodiesOf(operation, document).map(({ label, schema }) => ({ name: `${name} ${label}`, schema: convert(schema) })),
  )
  return { schemas, roots, bodies, problems, resolve: (reference) => schemas[reference.slice('#/schemas/'.length)] }
}

function dialectOf(document) {
  if (document.swagger !== undefined) return 'swagger-2.0'
  return /^3\.0/.test(String(document.openapi)) ? 'openapi-3.0' : '2020-12'
}

function operationsOf(document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item?.[method] !== undefined).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: item[method],
    })),
  )
}

function bodiesOf(operation, document) {
  const found = []
  const media = (label, content) => {
    for (const [type, { schema } = {}] of Object.entries(content ?? {}))
      if (schema !== undefined) found.push({ label: `${label} ${type}`, schema })
  }
  media('request', deref(operation.requestBody, document)?.content)
  for (const parameter of operation.parameters ?? [])
    if (parameter?.in === 'body' && parameter.schema) found.push({ label: 'request', schema: parameter.schema })
  for (const [status, raw] of Object.entries(operation.responses ?? {})) {
    const response = deref(raw, document)
    if (response?.schema) found.push({ label: status, schema: response.schema })
    media(status, response?.content)
  }
  return found
}

function deref(node, document) {
  return typeof node?.$ref === 'string' ? at(document, decodeURIComponent(node.$ref.slice(1))) : node
}

function at(document, pointer) {
  let node = document
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, key)) return undefined
    node = node[key]
  }
  return node
}
