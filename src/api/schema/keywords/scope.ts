/** What a schema is compiled under: the options, the dynamic anchors bound on the way, the names not demanded. */
import { isObject } from '../../../support/json.ts'
import type { CompileOptions } from '../compile.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import { type Check, RECURSIVE } from './keyword.ts'
import { Node } from './node.ts'

const ALWAYS: Check = { accepts: () => true, explain: () => {}, marks: () => true }
const NEVER: Check = {
  accepts: () => false,
  explain: (_value, pointer, report) => report.add(pointer, 'false schema', 'must not be present'),
  marks: () => false,
}

/** Anchor name to what it is bound to: a schema, or the reference of one. */
type Bindings = ReadonlyMap<string, Bound>
type Bound = SchemaObject | string

interface Setting {
  readonly options: CompileOptions
  readonly bindings: Bindings
  /** Required names that another part of the same `allOf` leaves to the other side. */
  readonly exempt: ReadonlySet<string>
}

export class Scope {
  readonly options: CompileOptions
  readonly exempt: ReadonlySet<string>
  private readonly bindings: Bindings
  private readonly nodes = new WeakMap<SchemaObject, Node>()
  private readonly siblings: Map<string, Scope>

  constructor(options: CompileOptions, setting: Partial<Setting> = {}, siblings: Map<string, Scope> = new Map()) {
    this.options = options
    this.bindings = setting.bindings ?? new Map()
    this.exempt = setting.exempt ?? new Set()
    this.siblings = siblings
    siblings.set(nameOf(this.setting()), this)
  }

  /** The compiled form of a schema, the same one each time. */
  node(schema: Schema): Check {
    if (typeof schema === 'boolean') return schema ? ALWAYS : NEVER
    const scope = this.entering(schema)
    let node = scope.nodes.get(schema)
    if (node === undefined) {
      node = new Node(schema, scope)
      scope.nodes.set(schema, node)
    }
    return node
  }

  /** The schema an anchor is bound to: that of the outermost resource which declares it. */
  bound(anchor: string): Schema | undefined {
    const bound = this.bindings.get(anchor)
    return typeof bound === 'string' ? this.options.resolve(bound) : bound
  }

  /** The same, where required properties are required after all. */
  whole(): Scope {
    return this.options.partial === true ? this.with({ options: { ...this.options, partial: false } }) : this
  }

  /** The same, for the members of the value. */
  inside(): Scope {
    return this.exempt.size === 0 ? this : this.with({ exempt: new Set() })
  }

  exempting(names: ReadonlySet<string>): Scope {
    return names.size === 0 ? this : this.with({ exempt: new Set([...this.exempt, ...names]) })
  }

  private entering(schema: SchemaObject): Scope {
    // Of draft 2019-09; descriptions that still use it mean the nearest schema that says so.
    if (schema['$recursiveAnchor'] === true) return this.binding(new Map([[RECURSIVE, schema]]), true)
    const { dynamicAnchors } = this.options
    if (dynamicAnchors !== undefined) return this.binding(dynamicAnchors(schema), false)
    return this.binding(anchorsOf(schema), false)
  }

  private binding(anchors: Bindings | undefined, nearest: boolean): Scope {
    if (anchors === undefined || anchors.size === 0) return this
    if (nearest) return this.with({ bindings: new Map([...this.bindings, ...anchors]) })
    if ([...anchors.keys()].every((anchor) => this.bindings.has(anchor))) return this
    return this.with({ bindings: new Map([...anchors, ...this.bindings]) })
  }

  private with(change: Partial<Setting>): Scope {
    const setting = { ...this.setting(), ...change }
    return this.siblings.get(nameOf(setting)) ?? new Scope(setting.options, setting, this.siblings)
  }

  private setting(): Setting {
    return { options: this.options, bindings: this.bindings, exempt: this.exempt }
  }
}

/** Anchors that a schema declares, itself or among its definitions: a component stands for a resource of its own. */
function anchorsOf(schema: SchemaObject): Bindings | undefined {
  const { $dynamicAnchor: own, $defs: definitions } = schema as { $dynamicAnchor?: unknown; $defs?: unknown }
  if (own === undefined && definitions === undefined) return undefined
  const anchors = new Map<string, Bound>()
  if (typeof own === 'string') anchors.set(own, schema)
  for (const inner of isObject(definitions) ? Object.values(definitions) : []) {
    const anchor = isObject(inner) ? inner['$dynamicAnchor'] : undefined
    if (typeof anchor === 'string' && !anchors.has(anchor)) anchors.set(anchor, inner as SchemaObject)
  }
  return anchors
}

function nameOf({ options, bindings, exempt }: Setting): string {
  const bound = [...bindings].map(([anchor, target]) => [
    anchor,
    typeof target === 'string' ? target : numberOf(target),
  ])
  return JSON.stringify([
    options.partial === true,
    bound.sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
    [...exempt].sort(),
  ])
}

const numbers = new WeakMap<SchemaObject, number>()
let counted = 0

/** A number that stands for this schema in names. */
function numberOf(schema: SchemaObject): number {
  let number = numbers.get(schema)
  if (number === undefined) {
    number = ++counted
    numbers.set(schema, number)
  }
  return number
}
