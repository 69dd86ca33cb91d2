/** The relations between the values of one object, in the order in which they are brought about. */
import { oncePer } from '../../../../support/once-per.ts'
import type { Builder, Place } from '../place.ts'
import type { Shape } from '../shape.ts'
import { again } from './again.ts'
import { breakdowns } from './breakdowns.ts'
import { counts } from './counts.ts'
import { currencies } from './currencies.ts'
import { type Declared, declared } from './declared.ts'
import { flags } from './flags.ts'
import { formatted } from './formatted.ts'
import { funnels } from './funnels.ts'
import { Held, type Rule } from './held.ts'
import { money } from './money.ts'
import { order } from './order.ts'
import { products } from './products.ts'
import { quotas } from './quotas.ts'
import { spans } from './spans.ts'
import { sums } from './sums.ts'
import { twins } from './twins.ts'
import { units } from './units.ts'

/** The rules that the properties of an object ask for; none where the relation does not hold between any of them. */
export type Relation = (declared: Declared) => readonly Rule[]

const RELATIONS: readonly Relation[] = [
  counts,
  units,
  products,
  sums,
  funnels,
  quotas,
  money,
  breakdowns,
  order,
  spans,
  currencies,
  formatted,
  flags,
  again,
  twins,
]

/** Properties of more than anybody describes: nothing is looked for among them. */
const MANY = 1_000

const rulesOf = oncePer((shape: Shape): readonly Rule[] => {
  if (shape.properties.length < 2 || shape.properties.length > MANY) return []
  const all = declared(shape)
  return RELATIONS.flatMap((relation) => relation(all))
})

/** Makes the values of an object agree, as far as they were made up. */
export function agree(builder: Builder, shape: Shape, place: Place, made: Record<string, unknown>): void {
  const rules = rulesOf(shape)
  if (rules.length === 0) return
  const held = new Held(builder, place, made)
  for (const rule of rules) rule(held)
}
