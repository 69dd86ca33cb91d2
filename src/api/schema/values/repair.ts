/** Brings a value that its schema refuses to one it accepts: the refused parts first, then the whole, with ever less ambition. */
import { isObject, setOwn } from '../../../support/json.ts'
import type { GenerateContext } from '../generate.ts'
import { Making } from './make.ts'
import { type Budget, below, type Effort, LIMIT, type Place } from './place.ts'
import type { Shape, Shapes } from './shape.ts'
import { alternativesOf } from './variants.ts'

const { depth } = LIMIT
const EFFORTS: readonly Effort[] = [
  { fill: 'full', samples: false, turn: 0, depth },
  { fill: 'required', samples: true, turn: 0, depth },
  { fill: 'required', samples: false, turn: 0, depth },
  { fill: 'required', samples: false, turn: 0, depth: 512 },
  ...[1, 2, 3, 4, 5, 6, 7].map((turn): Effort => ({ fill: 'required', samples: turn % 2 === 1, turn, depth })),
]

const SMALLEST: readonly unknown[] = [{}, [], '', null, 0, false, true, 1, 'x', -1, 0.5, [{}], [[]], ['']]

/** What a repair works with. `context.accepts` is the budget's. */
export interface Tools {
  readonly context: GenerateContext
  readonly shapes: Shapes
  readonly budget: Budget
}

/** The nearest value that the schema accepts; a small one that it does not when none is found. */
export function repair(shape: Shape, value: unknown, place: Place, tools: Tools): unknown {
  const { context, shapes, budget } = tools
  const { accepts } = context
  const repairing = new Repairing(tools)
  const mended = repairing.mend(shape, value, place)
  if (accepts(shape.schema, mended)) return mended
  for (const effort of EFFORTS) {
    if (budget.spent) break
    if (context.fill === 'required' && effort.fill === 'full') continue
    for (const sources of effort.turn === 0 ? [place.sources, []] : [[]]) {
      const tried = new Making(context, shapes, effort, budget).value(shape, { ...place, sources })
      if (accepts(shape.schema, tried)) return tried
      const again = repairing.mend(shape, tried, { ...place, sources })
      if (accepts(shape.schema, again)) return again
    }
  }
  for (const least of [...shape.offered, ...SMALLEST]) if (accepts(shape.schema, least)) return least
  return mended
}

const ODD: readonly unknown[] = ['', 0, false, {}, []]

/** Verdicts asked for in one repair. */
const BOUND = 4_000

class Repairing {
  private readonly context: GenerateContext
  private readonly shapes: Shapes
  private readonly budget: Budget
  private asked = 0

  constructor({ context, shapes, budget }: Tools) {
    this.context = context
    this.shapes = shapes
    this.budget = budget
  }

  mend(shape: Shape, value: unknown, place: Place): unknown {
    if (this.asked++ > BOUND || place.depth > 14 || this.context.accepts(shape.schema, value)) return value
    if (isObject(value)) return this.mendObject(shape, value, place)
    if (Array.isArray(value)) return this.mendArray(shape, value, place)
    return this.remake(shape, place) ?? value
  }

  private mendObject(shape: Shape, value: object, place: Place): unknown {
    const known = this.propertiesOf(shape)
    const mended: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const property = known.get(key)
      const fixed = property === undefined ? inner : this.mend(property, inner, below(place, key, key, []))
      const fits = property === undefined || this.context.accepts(property.schema, fixed)
      if (fits || shape.view.required.has(key)) setOwn(mended, key, fixed)
    }
    if (this.context.accepts(shape.schema, mended)) return mended
    return this.dropOptional(shape, mended) ?? this.distinguish(shape, mended) ?? mended
  }

  /** Alternatives that nothing but an optional property tells apart: with that property broken, all but one refuse. */
  private distinguish(shape: Shape, value: object): object | undefined {
    if (shape.kind !== 'union') return undefined
    for (const alternative of alternativesOf(shape, this.shapes).slice(0, 8))
      for (const property of alternative.properties) {
        if (Object.hasOwn(value, property.name) && property.required) continue
        for (const odd of ODD) {
          if (this.asked++ > BOUND) return undefined
          const told = { ...value, [property.name]: odd }
          if (this.context.accepts(shape.schema, told)) return told
        }
      }
    return undefined
  }

  private propertiesOf(shape: Shape): ReadonlyMap<string, Shape> {
    const known = new Map<string, Shape>()
    if (shape.kind === 'union')
      for (const alternative of alternativesOf(shape, this.shapes))
        for (const property of alternative.properties)
          if (!known.has(property.name)) known.set(property.name, property.shape)
    for (const property of shape.properties) known.set(property.name, property.shape)
    return known
  }

  /** Without one, or else without any, of the properties that need not be there. */
  private dropOptional(shape: Shape, value: object): object | undefined {
    const optional = Object.keys(value).filter((key) => !shape.view.required.has(key))
    if (optional.length > 256) return undefined
    for (const key of optional.slice(0, 64)) {
      if (this.asked++ > BOUND) return undefined
      const { [key]: _, ...rest } = value as Record<string, unknown>
      if (this.context.accepts(shape.schema, rest)) return rest
    }
    const rest: Record<string, unknown> = { ...value }
    for (const key of optional.reverse()) {
      delete rest[key]
      if (this.asked++ > BOUND || this.context.accepts(shape.schema, rest)) break
    }
    return this.context.accepts(shape.schema, rest) ? rest : undefined
  }

  private mendArray(shape: Shape, value: readonly unknown[], place: Place): unknown {
    const items: unknown[] = []
    for (const [i, inner] of value.entries()) {
      const item = this.shapes.of(shape.view.prefixItems[i] ?? shape.view.items ?? true)
      const fixed = this.mend(item, inner, below(place, i, String(i), []))
      if (this.context.accepts(item.schema, fixed)) items.push(fixed)
    }
    if (this.context.accepts(shape.schema, items)) return items
    if (this.context.accepts(shape.schema, [])) return []
    return this.remake(shape, place) ?? items
  }

  private remake(shape: Shape, place: Place): unknown {
    for (const effort of EFFORTS) {
      if (this.asked++ > BOUND) return undefined
      const made = new Making(this.context, this.shapes, effort, this.budget).value(shape, {
        ...place,
        sources: [],
        samples: [],
      })
      if (this.context.accepts(shape.schema, made)) return made
    }
    return undefined
  }
}
