/**
 * XML and the JSON that a schema's `xml` annotations say it stands for. Without
 * a schema an element is its text, or an object of its attributes and children.
 */
import { field, isObject, setOwn, textOf } from '../support/json.ts'
import { ok, type Result } from '../support/result.ts'
import { type Element, readXml } from './xml-reader.ts'

/** The part of a schema's view that XML needs; `S` is the schema itself. */
export interface XmlView<S> {
  readonly types: readonly string[]
  readonly properties: ReadonlyMap<string, S>
  readonly items: S | undefined
  readonly variants: readonly S[]
  readonly keywords: { readonly [keyword: string]: unknown }
  readonly references: readonly string[]
}

/** How schemas are read; `S` is a schema. */
export interface XmlForm<S> {
  readonly view: (schema: S) => XmlView<S>
  /**
   * Lists stand inside an element of their own unless they say otherwise, with items called `member`; what is null is
   * left out, and the one property of a body may be its root.
   */
  readonly inMembers?: boolean
}

export interface XmlSchema<S> extends XmlForm<S> {
  readonly schema: S
}

/** The value of an XML text, or a clause that says what is wrong with it. */
export function parseXml<S>(text: string, shape?: XmlSchema<S>): Result<unknown, string> {
  const root = readXml(text)
  if (!root.ok) return root
  if (shape === undefined) return ok(plain(root.value, 0))
  const only = shape.inMembers === true ? onlyProperty(shape.schema, shape) : undefined
  const { name, children } = root.value
  if (only === undefined || name !== only.name || children.some((child) => child.name === name))
    return ok(valueOfElement(root.value, shape.schema, shape, 0))
  return ok({ [only.property]: valueOfElement(root.value, only.schema, shape, 0) })
}

/** The one property of an object, with the name of its element; undefined where there are none or several. */
export function onlyProperty<S>(
  schema: S,
  { view }: XmlForm<S>,
): { readonly property: string; readonly name: string; readonly schema: S } | undefined {
  const [only, ...others] = view(schema).properties
  if (only === undefined || others.length > 0) return undefined
  return { property: only[0], name: annotation(view(only[1]), true).name ?? only[0], schema: only[1] }
}

/** Deeper than any text that is read: bounds what is written. */
const DEPTH = 100

/** An element without a schema: its text, or its attributes and children by name, repeated ones as arrays. */
function plain(element: Element, depth: number): unknown {
  if (element.children.length === 0 && element.attributes.size === 0) return element.text
  const value: Record<string, unknown> = {}
  for (const [name, attribute] of element.attributes) setOwn(value, name, attribute)
  for (const child of element.children) addRepeatable(value, child.name, depth > DEPTH ? '' : plain(child, depth + 1))
  if (element.children.length === 0 && element.text.trim() !== '') setOwn(value, '$text', element.text)
  return value
}

function addRepeatable(target: Record<string, unknown>, name: string, value: unknown): void {
  if (!Object.hasOwn(target, name)) setOwn(target, name, value)
  else if (Array.isArray(target[name]) && repeated.has(target[name])) target[name].push(value)
  else {
    const list = [target[name], value]
    repeated.add(list)
    setOwn(target, name, list)
  }
}

/** Arrays that were made of repeated elements, told from elements that are arrays themselves. */
const repeated = new WeakSet<object>()

interface XmlName {
  readonly name: string | undefined
  readonly attribute: boolean
  readonly wrapped: boolean
  readonly prefix: string | undefined
  readonly namespace: string | undefined
}

function annotation(view: XmlView<unknown>, inMembers: boolean | undefined): XmlName {
  const xml = view.keywords['xml']
  const isWrapped = inMembers === true && view.types.includes('array') && field(xml, 'wrapped') !== false
  const text = (key: string): string | undefined => {
    const value = field(xml, key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    name: text('name'),
    attribute: field(xml, 'attribute') === true || field(xml, 'nodeType') === 'attribute',
    wrapped: isWrapped || field(xml, 'wrapped') === true || field(xml, 'nodeType') === 'element',
    prefix: text('prefix'),
    namespace: text('namespace'),
  }
}

function valueOfElement<S>(element: Element, schema: S, form: XmlForm<S>, depth: number): unknown {
  const view = form.view(schema)
  if (depth > DEPTH) return ''
  if (view.types.includes('array') && view.items !== undefined) {
    const { items } = view
    return element.children.map((child) => valueOfElement(child, items, form, depth + 1))
  }
  if (view.properties.size > 0) return objectOfElement(element, view, form, depth)
  if (view.types.some((type) => type !== 'object' && type !== 'array') && element.children.length === 0)
    return element.text
  const [variant] = view.variants
  return variant === undefined ? plain(element, depth) : valueOfElement(element, variant, form, depth + 1)
}

function objectOfElement<S>(element: Element, view: XmlView<S>, form: XmlForm<S>, depth: number): unknown {
  const value: Record<string, unknown> = {}
  const used = new Set<string>()
  for (const [property, schema] of view.properties) {
    const inner = form.view(schema)
    const xml = annotation(inner, form.inMembers)
    const name = xml.name ?? property
    if (xml.attribute) {
      const attribute = element.attributes.get(name)
      if (attribute !== undefined) setOwn(value, property, attribute)
      continue
    }
    const isList = inner.types.includes('array') && inner.items !== undefined
    const itemName = inner.items === undefined ? undefined : annotation(form.view(inner.items), form.inMembers).name
    const wanted = isList && !xml.wrapped ? [itemName ?? name, name] : [name]
    const children = element.children.filter((child) => wanted.includes(child.name))
    for (const child of children) used.add(child.name)
    const [only] = children
    if (only === undefined) continue
    const { items } = inner
    if (isList && items !== undefined && !xml.wrapped && !wraps(children, itemName ?? 'item', name))
      setOwn(
        value,
        property,
        children.map((child) => valueOfElement(child, items, form, depth + 1)),
      )
    else setOwn(value, property, valueOfElement(only, schema, form, depth + 1))
  }
  for (const child of element.children)
    if (!used.has(child.name)) addRepeatable(value, child.name, plain(child, depth + 1))
  return value
}

/** Some clients wrap a list that is not declared so: one element holding nothing but items. */
function wraps(children: readonly Element[], itemName: string, name: string): boolean {
  const [only] = children
  if (children.length !== 1 || only === undefined || only.name !== name) return false
  return only.children.length > 0 && only.children.every((child) => child.name === itemName && child.name !== name)
}

/** A value as XML, named and nested as the schema's annotations say. */
export function formatXml<S>(value: unknown, shape?: XmlSchema<S>): string {
  const writer = new Writer(shape)
  const root = shape === undefined ? 'root' : rootName(shape.view(shape.schema))
  writer.element(root, value, shape?.schema, 0)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writer.text}`
}

function rootName(view: XmlView<unknown>): string {
  const own = annotation(view, false).name
  if (own !== undefined) return own
  const component = view.references[0]
  return component === undefined ? 'root' : component.slice(component.lastIndexOf('/') + 1)
}

class Writer<S> {
  text = ''
  private readonly form: XmlForm<S> | undefined

  constructor(form: XmlForm<S> | undefined) {
    this.form = form
  }

  element(rawName: string, value: unknown, schema: S | undefined, depth: number): void {
    const view = schema === undefined ? undefined : this.form?.view(schema)
    const xml = view === undefined ? undefined : annotation(view, this.form?.inMembers)
    const name = qualified(rawName, xml?.prefix)
    const namespace = namespaceOf(xml)
    if (value === null || value === undefined || depth > DEPTH) {
      this.text += `<${name}${namespace}/>`
      return
    }
    if (Array.isArray(value)) {
      this.text += `<${name}${namespace}>`
      for (const item of value)
        this.element(
          this.itemName(view) ?? (this.form?.inMembers === true ? 'member' : 'item'),
          item,
          view?.items,
          depth + 1,
        )
      this.text += `</${name}>`
      return
    }
    if (!isObject(value)) {
      this.text += `<${name}${namespace}>${escapeXml(textOf(value))}</${name}>`
      return
    }
    this.text += `<${name}${namespace}${this.attributes(value, view)}>`
    for (const [key, inner] of Object.entries(value)) this.property(key, inner, view, depth)
    this.text += `</${name}>`
  }

  private attributes(value: object, view: XmlView<S> | undefined): string {
    let text = ''
    for (const [key, inner] of Object.entries(value)) {
      const xml = this.annotationOf(view, key)
      if (xml?.attribute !== true || inner === null || typeof inner === 'object') continue
      text += ` ${qualified(xml.name ?? key, xml.prefix)}="${escapeXml(textOf(inner))}"`
    }
    return text
  }

  private property(key: string, value: unknown, view: XmlView<S> | undefined, depth: number): void {
    const xml = this.annotationOf(view, key)
    if (value === undefined || (xml?.attribute === true && (value === null || typeof value !== 'object'))) return
    if (value === null && this.form?.inMembers === true) return
    const schema = view?.properties.get(key)
    const name = xml?.name ?? key
    if (!Array.isArray(value) || xml?.wrapped === true) {
      this.element(name, value, schema, depth + 1)
      return
    }
    const inner = schema === undefined ? undefined : this.form?.view(schema)
    for (const item of value) this.element(this.itemName(inner) ?? name, item, inner?.items, depth + 1)
  }

  private itemName(view: XmlView<S> | undefined): string | undefined {
    if (view?.items === undefined || this.form === undefined) return undefined
    return annotation(this.form.view(view.items), false).name
  }

  private annotationOf(view: XmlView<S> | undefined, key: string): XmlName | undefined {
    const schema = view?.properties.get(key)
    return schema === undefined || this.form === undefined
      ? undefined
      : annotation(this.form.view(schema), this.form.inMembers)
  }
}

function namespaceOf(xml: XmlName | undefined): string {
  if (xml?.namespace === undefined) return ''
  return ` xmlns${xml.prefix === undefined ? '' : `:${xml.prefix}`}="${escapeXml(xml.namespace)}"`
}

/** A name that XML allows; what it does not allow becomes an underscore. */
function qualified(name: string, prefix: string | undefined): string {
  const safe = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_')
  return prefix === undefined ? safe : `${prefix}:${safe}`
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
])

/** What is written otherwise, and what XML cannot hold, lone surrogates among it. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
  /[<>&"\r]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Characters that are looked at at once: what is noted of each that is written otherwise is let go of behind them. */
const PORTION = 64 * 1024

/** What XML cannot hold is replaced. */
export function escapeXml(text: string): string {
  if (text.length <= PORTION) return escaped(text)
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + PORTION
    // Two halves of a character stay together.
    const to = end + Number(/[\ud800-\udbff]/.test(text[end - 1] ?? ''))
    parts.push(escaped(text.slice(from, to)))
    from = to
  }
  return parts.join('')
}

function escaped(text: string): string {
  return text.replace(UNSAFE, (character) => ESCAPES.get(character) ?? '\uFFFD')
}
