/** A query parameter that requests with good answers carry and the document does not know. */
import { isSecretNamed } from '../../http/secrets.ts'
import { isKnownName } from '../../traffic/schema-words.ts'
import { inferred, type Written } from '../infer.ts'
import { scalarAt } from '../schema-site.ts'
import type { Found, Sources } from '../sources.ts'
import { isRepeated } from '../thresholds.ts'
import type { ChangeKind } from './change.ts'

/** What caches and analysis hang on. */
const NOISE = /^(_|_t|ts|nocache|cache_?buster|utm_\w+|gclid|fbclid)$/i

export const parameter: ChangeKind = {
  class: 'parameter',
  ofOperation({ method, path, parameters, statuses }, at, sources) {
    const declared = declaredQuery(at, sources)
    if (declared === undefined) return []
    const samples = [...statuses].reduce((sum, [code, { count }]) => (code < 300 ? sum + count : sum), 0)
    return [...parameters].flatMap(([name, value]) =>
      isDeclared(name, declared, path) || NOISE.test(name) || isSecretNamed(name, 'query', '') || !isKnownName(name)
        ? []
        : [
            {
              ...{ class: 'parameter', anchor: at, name, operation: { method, path }, isRequest: true },
              ...{ among: 'requests that succeeded', seen: value.seen, samples, shapes: [value.shape] },
            } as const,
          ],
    )
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, name, shapes }, sources) {
    const { idiom } = sources
    const schema = inferred(shapes, idiom)
    const isScalar = typeof schema['type'] === 'string' && schema['type'] !== 'object'
    const told: Written = isScalar ? schema : { type: 'string' }
    const value = { name, in: 'query', ...(idiom === 'swagger-2.0' ? { required: false, ...told } : { schema: told }) }
    const isThere = sources.child(anchor, 'parameters') !== undefined
    const pointer = `${anchor.pointer}/parameters${isThere ? '/-' : ''}`
    const added = isThere ? value : [value]
    return { disposition: 'APPLIED', pointer, value, ops: [{ op: 'add', path: pointer, value: added }] }
  },
}

/** Names of the query parameters of an operation and its path; undefined where a whole query is declared, or what is cannot be told. */
function declaredQuery(at: Found, sources: Sources): ReadonlySet<string> | undefined {
  const above = sources.target(at, `#${at.pointer.slice(0, at.pointer.lastIndexOf('/'))}`)
  const names = new Set<string>()
  for (const one of [above, at]) {
    if (one === undefined) continue
    for (const listed of sources.items(sources.child(one, 'parameters'))) {
      const found = sources.resolved(listed)
      if (found === undefined || scalarAt(found, 'in') === 'querystring') return undefined
      if (scalarAt(found, 'in') !== 'query') continue
      names.add(String(scalarAt(found, 'name')))
      // An object of a form stands in the query with the names of its properties, which may be any.
      if (isObjectForm(found, sources)) return undefined
    }
  }
  for (const name of securityNames(sources)) names.add(name)
  return names
}

function isObjectForm(found: Found, sources: Sources): boolean {
  const schema = sources.below(found, 'schema')
  const isObject = schema !== undefined && scalarAt(schema, 'type') === 'object'
  return isObject && scalarAt(found, 'style') !== 'deepObject' && scalarAt(found, 'explode') !== false
}

function securityNames(sources: Sources): readonly string[] {
  const schemes =
    sources.idiom === 'swagger-2.0'
      ? sources.below(sources.root, 'securityDefinitions')
      : sources.below(sources.root, 'components', 'securitySchemes')
  return sources.members(schemes).flatMap(([, scheme]) => {
    const found = sources.resolved(scheme)
    return found !== undefined && scalarAt(found, 'in') === 'query' ? [String(scalarAt(found, 'name'))] : []
  })
}

/** `filter[name]` and `ids[]` are forms of `filter` and `ids`. */
function isDeclared(name: string, declared: ReadonlySet<string>, path: string): boolean {
  if (declared.has(name) || declared.has(`${name}[]`)) return true
  const stem = name.replace(/\[.*$/, '')
  if (stem !== name && [...declared].some((one) => one.replace(/\[.*$/, '') === stem)) return true
  return path.includes('?') && new RegExp(`[?&#]${name.replace(/[^\w]/g, '\\$&')}=`).test(path)
}
