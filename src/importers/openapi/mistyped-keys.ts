/** Keys that no version defines and that are nearly one that is: a slip of the pen that would do nothing, silently. */
import { isObject } from '../../support/json.ts'
import { bracketedHint, editDistance } from '../../support/nearest.ts'
import type { DocumentSet } from '../document-set.ts'
import { type Kind, kindsOf, type Place } from './defined-keys.ts'
import { fields, get, items, type Node, rootNode, step } from './node.ts'
import type { Problems } from './problems.ts'
import { quoted } from './reading.ts'

/** Shorter keys are near to too many others. */
const SHORTEST = 3
/** Of names that anybody may choose, as address_city and address_country. */
const MOST_SLIPS = 2

/** Documents that say their version are looked through; what only a reference tells the kind of is not. */
export function checkKeys({ documents }: DocumentSet, problems: Problems): void {
  for (const document of documents) {
    const kinds = kindsOf(document.value)
    if (kinds !== undefined) new Look(kinds, problems).through(rootNode(document))
  }
}

class Look {
  private readonly kinds: ReadonlyMap<string, Kind>
  private readonly problems: Problems
  /** What YAML writes once and uses often is looked at once. */
  private readonly seen = new Map<Kind, WeakSet<object>>()
  private readonly left: (readonly [Node, Place])[] = []

  constructor(kinds: ReadonlyMap<string, Kind>, problems: Problems) {
    this.kinds = kinds
    this.problems = problems
  }

  through(root: Node): void {
    this.left.push([root, { kind: 'root', holds: 'one' }])
    for (let next = this.left.pop(); next !== undefined && !this.problems.isFull; next = this.left.pop()) {
      const [node, place] = next
      if (place.holds === 'one') this.object(node, place)
      else for (const child of place.holds === 'list' ? items(node) : fields(node)) this.object(child, place)
    }
  }

  private object(node: Node, { kind: name, isPart = false }: Place): void {
    const kind = this.kinds.get(name)
    if (kind === undefined || !isObject(node.value) || this.wasSeen(kind, node.value)) return
    // A path item may have others beside its reference.
    if (typeof node.value['$ref'] === 'string' && !kind.keys.has('$ref')) return
    for (const child of fields(node)) {
      const place = kind.keys.get(child.key)
      if (place !== undefined) this.left.push([child, place])
      else if (!kind.keys.has(child.key) && !kind.isTold) this.judge(child, node, kind)
    }
    if (name === 'schema' && !isPart) this.required(node)
  }

  private wasSeen(kind: Kind, value: object): boolean {
    let seen = this.seen.get(kind)
    if (seen === undefined) {
      seen = new WeakSet()
      this.seen.set(kind, seen)
    }
    if (seen.has(value)) return true
    seen.add(value)
    return false
  }

  private judge(child: Node, holder: Node, { keys }: Kind): void {
    const { key } = child
    if (key.length < SHORTEST || /^(x-|\$)/i.test(key)) return
    const absent = [...keys.keys()].filter((one) => !one.startsWith('$') && get(holder, one) === undefined)
    const hint = bracketedHint(key, absent)
    if (hint !== '') this.problems.report(child, `Unknown key ${quoted(key)}${hint}`)
  }

  /** Names of required properties that are nearly the name of one that is not required. */
  private required(schema: Node): void {
    const declared = get(schema, 'properties')
    const required = items(get(schema, 'required')).filter(({ value }) => typeof value === 'string')
    if (!isObject(declared?.value) || required.length === 0 || HOLDS_OTHERS.some((key) => hasIt(schema, key))) return
    const names = new Set(required.map(({ value }) => value as string))
    const others = fields(declared).flatMap(({ key }) => (names.has(key) ? [] : [key]))
    for (const one of required) {
      const name = one.value as string
      if (step(declared, name) !== undefined || name.length < SHORTEST) continue
      const alike = others.filter(
        (other) => Math.abs(name.length - other.length) <= MOST_SLIPS && editDistance(name, other) <= MOST_SLIPS,
      )
      const hint = bracketedHint(name, alike)
      if (hint !== '') this.problems.report(one, `Required property ${quoted(name)} is not declared${hint}`)
    }
  }
}

/** Where a property may be declared that `properties` does not have. */
const HOLDS_OTHERS = ['allOf', 'anyOf', 'oneOf', '$ref', 'patternProperties', 'additionalProperties', 'if', 'then']

function hasIt(schema: Node, key: string): boolean {
  const value = get(schema, key)?.value
  return value !== undefined && value !== false
}
