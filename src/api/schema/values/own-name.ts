/**
 * Objects that say what they are: `kind: Namespace`, `resourceType: Patient`, `object: customer`. Where the schema
 * leaves the word open, it is the name of the component that describes the object.
 */
import { isObject } from '../../../support/json.ts'
import type { Schema } from '../schema.ts'
import type { SchemaView } from '../view.ts'
import { snakeName } from './names.ts'
import { saidConstant } from './said.ts'

/** Values for the properties by which an object names itself; [] for nearly every schema. */
export function ownNames(
  view: SchemaView,
  viewOf: (schema: Schema | undefined) => SchemaView,
): readonly (readonly [property: string, value: string])[] {
  const component = view.references[0]
  if (component === undefined) return []
  const name = bareName(component)
  const told = groupVersionKind(view)
  const options: readonly (readonly [string, string | undefined])[] = [
    ['kind', told?.['kind'] ?? typeName(name)],
    ['apiVersion', told?.['version']],
    ['resourceType', typeName(name)],
    ['__typename', typeName(name)],
    ['object', objectName(name)],
  ]
  const open = options.flatMap(([property, value]) =>
    value !== undefined && isOpen(viewOf(view.properties.get(property))) ? [[property, value] as const] : [],
  )
  const inherited = view.references.length < 2 ? undefined : inheritedName(view, objectName(name), viewOf)
  return inherited === undefined ? open : [...open, inherited]
}

/** `resource_type` that a base declares for all that is made of it, with one of them as its example. */
function inheritedName(
  view: SchemaView,
  value: string | undefined,
  viewOf: (schema: Schema | undefined) => SchemaView,
): readonly [property: string, value: string] | undefined {
  const own = value?.replace(/_(compact|base|full|summary)$/, '')
  const property = INHERITED.find((one) => view.properties.has(one))
  const declared = viewOf(property === undefined ? undefined : view.properties.get(property))
  const { example, ...rest } = declared.keywords
  if (property === undefined || own === undefined || typeof example !== 'string' || own.includes(example))
    return undefined
  return isOpen({ ...declared, keywords: rest }) ? [property, own] : undefined
}

const INHERITED = ['resource_type', 'record_type', 'object']

/** The last part of a component's name: `io.example.v1.Namespace` is a Namespace. */
function bareName(reference: string): string {
  const key = reference.slice(reference.lastIndexOf('/') + 1)
  return key.slice(key.lastIndexOf('.') + 1)
}

function typeName(name: string): string | undefined {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? name : undefined
}

/** In snake case; a list is a list whatever it holds. */
function objectName(name: string): string | undefined {
  const snake = snakeName(name).replace(/_(response|object|dto|model|schema|resource)$/, '')
  if (/(^|_)list(_|$)/.test(snake)) return 'list'
  return /^(get|create|update|delete|remove|patch|post|put)_|^(response|object|result|error)$/.test(snake)
    ? undefined
    : snake
}

/** True for a text of which nothing else is said. */
function isOpen(view: SchemaView): boolean {
  const said = ['enum', 'const', 'pattern', 'format', 'example', 'examples', 'default', 'maxLength']
  const isText = view.types.length === 1 && view.types[0] === 'string'
  return isText && said.every((k) => view.keywords[k] === undefined) && saidConstant(view) === undefined
}

/** What an extension of the schema says of API groups: `apiVersion` is `group/version`, or the version alone. */
function groupVersionKind(view: SchemaView): { readonly kind: string; readonly version: string } | undefined {
  const name = Object.keys(view.keywords).find((keyword) => /^x-.*group-version-kind$/.test(keyword))
  const list = name === undefined ? undefined : view.keywords[name]
  const [one] = Array.isArray(list) ? list : [list]
  if (!isObject(one)) return undefined
  const { group, kind, version } = one
  if (typeof kind !== 'string' || typeof version !== 'string') return undefined
  return { kind, version: typeof group === 'string' && group !== '' ? `${group}/${version}` : version }
}
