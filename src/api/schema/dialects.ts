/** What each keyword becomes in 2020-12. Keywords that are not here are kept as they are. */
import { jsonText } from '../../support/exact-json.ts'
import { doubleOf, isExact } from '../../support/exact-number.ts'
import { isObject, setOwn } from '../../support/json.ts'
import type { Normaliser } from './normalise.ts'
import { judgePattern, mendPattern } from './patterns.ts'
import { below, type Place } from './place.ts'
import type { Schema } from './schema.ts'

export interface Draft {
  readonly raw: { readonly [keyword: string]: unknown }
  readonly out: Record<string, unknown>
  readonly place: Place
  readonly normaliser: Normaliser
}

export interface KeywordDraft extends Draft {
  readonly keyword: string
  readonly value: unknown
}

type Rewrite = (draft: KeywordDraft) => undefined

const TYPES = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])
const NUMERIC = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]
const ONE = [
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
]
const DEFINITIONS = ['$defs', 'definitions']
const MAPS = ['properties', ...DEFINITIONS, 'dependentSchemas']
/** Keywords that draft-04 did not have; there they say nothing. */
const LATER = new Set([
  ...['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$defs', 'const', 'contains', 'minContains', 'maxContains'],
  ...['propertyNames', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'prefixItems'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])
const IDENTITY = new Set(['$id', '$anchor', '$dynamicAnchor'])
/** What may stand beside a `$ref` in the dialects that ignore its siblings. */
const BESIDE_REF = new Set([
  ...['description', 'title', 'example', 'examples', 'default', 'readOnly', 'writeOnly', 'deprecated', 'xml'],
  ...['nullable', 'externalDocs', '$ref'],
])

/** True when the dialect lets `$ref` hide this keyword. */
function isHidden({ raw, keyword, normaliser }: KeywordDraft): boolean {
  if (normaliser.dialect === '2020-12' || typeof raw['$ref'] !== 'string') return false
  if (keyword === 'definitions') return false
  return normaliser.dialect === 'draft-04' ? keyword !== '$ref' : !BESIDE_REF.has(keyword) && !keyword.startsWith('x-')
}

function isUnknownToDialect({ keyword, normaliser }: KeywordDraft): boolean {
  if (normaliser.dialect === '2020-12') return false
  return normaliser.dialect === 'draft-04' ? LATER.has(keyword) : IDENTITY.has(keyword)
}

function rewriteType(draft: KeywordDraft): undefined {
  const { value, out, normaliser, place } = draft
  if (value === 'string' && draft.raw['format'] === 'int-or-string') {
    // Kubernetes and what is built on it: a port by its number or its name.
    out['type'] = ['integer', 'string']
    return
  }
  if (value === 'file') {
    out['type'] = 'string'
    out['format'] = 'binary'
    return
  }
  const said = Array.isArray(value) ? value : [value]
  const known = [...new Set(said.filter((t) => typeof t === 'string' && TYPES.has(t)))]
  const unknown = said.filter((t) => !(typeof t === 'string' && TYPES.has(t)) && t !== 'any')
  for (const t of unknown) normaliser.problem(place.pointer, `Unknown type ${show(t)} is left out`)
  if (known.length === 0 || known.length < said.length - (Array.isArray(value) ? unknown.length : 0)) return
  out['type'] = known.length === 1 ? known[0] : known
}

function rewriteNumber(draft: KeywordDraft): undefined {
  const { value, out, keyword } = draft
  if (typeof value === 'boolean' && keyword.startsWith('exclusive')) return
  if (isExact(value) && NUMERIC.includes(keyword) && keyword !== 'multipleOf') {
    out[keyword] = value
    return
  }
  const said = doubleOf(value) ?? value
  const number = typeof said === 'string' && said.trim() !== '' ? Number(said) : said
  if (typeof number !== 'number' || !Number.isFinite(number)) return dropped(draft, 'is not a number')
  if (keyword === 'multipleOf' && number <= 0) return dropped(draft, 'is not above 0')
  if (COUNTS.includes(keyword) && number < 0) return dropped(draft, 'is below 0')
  out[keyword] = number
}

function rewriteRequired(draft: KeywordDraft): undefined {
  const { value, out } = draft
  if (!Array.isArray(value)) {
    if (value !== false) dropped(draft, 'is not a list')
    return
  }
  const names = draft.normaliser.most([...new Set(textsIn(value))], draft.place)
  if (value.some((name) => typeof name !== 'string'))
    draft.normaliser.problem(draft.place.pointer, 'A "required" name that is not a string is left out')
  if (names.length > 0) out['required'] = names
}

function rewriteEnum(draft: KeywordDraft): undefined {
  const { value, out } = draft
  if (!Array.isArray(value)) return dropped(draft, 'is not a list')
  if (value.length === 0) return dropped(draft, 'is empty')
  out['enum'] = value
}

function rewriteReference(draft: KeywordDraft): undefined {
  const { value, out, keyword, normaliser, place } = draft
  if (typeof value !== 'string') return dropped(draft, 'is not a string')
  out[keyword] = normaliser.mapReference(value, place.ids)
}

function rewritePattern(draft: KeywordDraft): undefined {
  const pattern = usablePattern(draft, draft.value)
  if (pattern !== undefined) draft.out['pattern'] = pattern
}

function rewritePatternProperties(draft: KeywordDraft): undefined {
  const { value, out, place, normaliser } = draft
  if (!isObject(value)) return dropped(draft, 'is not a map')
  const kept: Record<string, Schema> = {}
  for (const source of Object.keys(value)) {
    const pattern = usablePattern(draft, source)
    if (pattern !== undefined)
      setOwn(kept, pattern, normaliser.schema(value[source], below(below(place, 'patternProperties'), source)))
  }
  out['patternProperties'] = kept
}

function usablePattern({ place, normaliser, keyword }: KeywordDraft, source: unknown): string | undefined {
  if (typeof source !== 'string') {
    normaliser.problem(place.pointer, `"${keyword}" is not a string and is left out`)
    return undefined
  }
  const pattern = mendPattern(source)
  if (pattern !== source) normaliser.problem(place.pointer, `Pattern ${show(source)} is read as ${show(pattern)}`)
  const objection = judgePattern(pattern)
  if (objection === undefined) return pattern
  normaliser.problem(place.pointer, `Pattern ${show(source)} ${objection} and is left out`)
  return undefined
}

function rewriteItems(draft: KeywordDraft): undefined {
  const { value, raw, out, place, normaliser } = draft
  const inside = below(place, 'items')
  if (!Array.isArray(value)) {
    if (isSchema(value)) out['items'] = normaliser.schema(value, inside)
    else dropped(draft, 'is not a schema')
    return
  }
  const parts = value.map((part, index) => normaliser.schema(part, below(inside, String(index))))
  const openApi = normaliser.dialect === 'openapi-3.0' || normaliser.dialect === 'swagger-2.0'
  if (openApi && raw['type'] === undefined) {
    normaliser.problem(place.pointer, 'A list of "items" without "type" is read as alternatives')
    if (parts.length > 0) addAlternatives(draft, parts)
    return
  }
  if (openApi && parts.length === 1) {
    normaliser.problem(place.pointer, 'A list of one "items" schema is read as the schema of every item')
    out['items'] = parts[0]
    return
  }
  if (parts.length > 0) out['prefixItems'] = parts
  const rest = raw['additionalItems']
  if (isSchema(rest)) out['items'] = normaliser.schema(rest, below(place, 'additionalItems'))
}

function addAlternatives({ raw, out }: KeywordDraft, parts: readonly Schema[]): void {
  if (raw['anyOf'] === undefined) out['anyOf'] = parts
  else out['allOf'] = [...(Array.isArray(out['allOf']) ? out['allOf'] : []), { anyOf: parts }]
}

function rewriteDependencies(draft: KeywordDraft): undefined {
  const { value, out, place, normaliser } = draft
  if (!isObject(value)) return dropped(draft, 'is not a map')
  const names: Record<string, unknown> = {}
  const schemas: Record<string, Schema> = {}
  for (const name of Object.keys(value)) {
    const dependency = value[name]
    if (Array.isArray(dependency)) setOwn(names, name, textsIn(dependency))
    else setOwn(schemas, name, normaliser.schema(dependency, below(below(place, 'dependencies'), name)))
  }
  if (Object.keys(names).length > 0) out['dependentRequired'] = names
  if (Object.keys(schemas).length > 0) out['dependentSchemas'] = schemas
}

function rewriteDependentRequired(draft: KeywordDraft): undefined {
  const { value, out } = draft
  if (!isObject(value)) return dropped(draft, 'is not a map')
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const names = value[name]
    if (Array.isArray(names)) setOwn(kept, name, textsIn(names))
  }
  out['dependentRequired'] = kept
}

function textsIn(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === 'string')
}

function rewriteDiscriminator(draft: KeywordDraft): undefined {
  const { value, out, normaliser, place } = draft
  if (typeof value === 'string') {
    out['discriminator'] = { propertyName: value }
    return
  }
  if (!isObject(value) || typeof value['propertyName'] !== 'string') return dropped(draft, 'names no property')
  const mapping: Record<string, string> = {}
  if (isObject(value['mapping']))
    for (const [name, target] of Object.entries(value['mapping']))
      if (typeof target === 'string') setOwn(mapping, name, normaliser.mapReference(asReference(target), place.ids))
  out['discriminator'] =
    Object.keys(mapping).length === 0
      ? { propertyName: value['propertyName'] }
      : { propertyName: value['propertyName'], mapping }
}

/** A bare word in a mapping is the name of a component. */
function asReference(target: string): string {
  return /^[A-Za-z0-9._-]+$/.test(target) && !/\.(json|ya?ml)$/i.test(target)
    ? `#/components/schemas/${target}`
    : target
}

function rewriteId({ value, out, normaliser, keyword }: KeywordDraft): undefined {
  if (typeof value !== 'string') return
  if (keyword === '$id') out['$id'] = value
  else if (normaliser.dialect === 'draft-04') out['$id'] = value
}

function rewriteOne(draft: KeywordDraft): undefined {
  const { value, out, keyword, place, normaliser } = draft
  if (isSchema(value)) out[keyword] = normaliser.schema(value, below(place, keyword))
  else if (value === 'true' || value === 'false') out[keyword] = value === 'true'
  else dropped(draft, 'is not a schema')
}

function rewriteList(draft: KeywordDraft): undefined {
  const { value, out, keyword, place, normaliser } = draft
  const list = normaliser.list(value, below(place, keyword))
  if (list === undefined) return dropped(draft, 'is not a list of schemas')
  out[keyword] = keyword === 'allOf' && Array.isArray(out['allOf']) ? [...out['allOf'], ...list] : list
}

function rewriteMap(draft: KeywordDraft): undefined {
  const { value, out, keyword, place, normaliser } = draft
  const map = normaliser.map(value, below(place, keyword), DEFINITIONS.includes(keyword))
  if (map === undefined) return dropped(draft, 'is not a map of schemas')
  out[keyword] = map
}

function rewriteFlag(draft: KeywordDraft): undefined {
  const { value, out, keyword } = draft
  if (typeof value === 'boolean') out[keyword] = value
  else if (value === 'true' || value === 'false') out[keyword] = value === 'true'
  else dropped(draft, 'is neither true nor false')
}

function rewriteText(draft: KeywordDraft): undefined {
  if (typeof draft.value === 'string') draft.out[draft.keyword] ??= draft.value
  else dropped(draft, 'is not a string')
}

const nothing: Rewrite = () => undefined

const table: readonly (readonly [readonly string[], Rewrite])[] = [
  [['type'], rewriteType],
  [[...NUMERIC, ...COUNTS], rewriteNumber],
  [['required'], rewriteRequired],
  [['uniqueItems'], rewriteFlag],
  [['enum'], rewriteEnum],
  [['$ref', '$dynamicRef'], rewriteReference],
  [['pattern'], rewritePattern],
  [['patternProperties'], rewritePatternProperties],
  [['items'], rewriteItems],
  [['dependencies'], rewriteDependencies],
  [['dependentRequired'], rewriteDependentRequired],
  [['discriminator'], rewriteDiscriminator],
  [['$id', 'id'], rewriteId],
  [['$anchor', '$dynamicAnchor', 'format'], rewriteText],
  [ONE, rewriteOne],
  [['allOf', 'anyOf', 'oneOf', 'prefixItems'], rewriteList],
  [MAPS, rewriteMap],
  [['nullable', 'x-nullable', 'additionalItems', '$schema', '$vocabulary'], nothing],
]

const rewriters: ReadonlyMap<string, Rewrite> = new Map(
  table.flatMap(([keywords, rewrite]) => keywords.map((keyword) => [keyword, rewrite] as const)),
)

/** Carries one keyword of `raw` over to `out`, as far as it means something. */
export function rewriteKeyword(draft: KeywordDraft): undefined {
  const { keyword, out, value } = draft
  if (isHidden(draft) || isUnknownToDialect(draft)) return
  const rewrite = rewriters.get(keyword)
  if (rewrite !== undefined) rewrite(draft)
  else if (keyword !== '__proto__') out[keyword] = value
}

function dropped({ keyword, place, normaliser }: KeywordDraft, why: string): undefined {
  normaliser.problem(place.pointer, `"${keyword}" ${why} and is left out`)
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value)
}

function show(value: unknown): string {
  const text = jsonText(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
