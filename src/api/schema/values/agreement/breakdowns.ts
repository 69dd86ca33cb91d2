/** An amount, and an object beside it that breaks it down: its gross, the fees, what is left of it. */
import type { Property } from '../shape.ts'
import { type Declared, declared, type Term } from './declared.ts'
import type { Rule } from './held.ts'
import { roleOf } from './money.ts'

export function breakdowns({ numbers, properties }: Declared): readonly Rule[] {
  const amount = numbers.get('amount') ?? numbers.get('amount_money')
  if (amount === undefined) return []
  return properties.flatMap((property): readonly Rule[] => {
    const gross = property === amount.property ? undefined : grossIn(property)
    return gross === undefined
      ? []
      : [(held) => held.retell({ name: gross.name, property, inner: gross.property }, amount)]
  })
}

/** What is broken down, where the object has what is taken off, or what is left, too. */
function grossIn({ shape }: Property): Term | undefined {
  if (shape.kind !== 'object' || shape.properties.length < 2) return undefined
  const roles = new Map([...declared(shape).numbers.values()].map((term) => [roleOf(term.name), term]))
  const hasNet = roles.has('net')
  const hasFee = [...roles.keys()].some((role) => /(^|_)fees?$/.test(role))
  if (hasNet || hasFee) return roles.get('gross') ?? (hasNet && hasFee ? roles.get('amount') : undefined)
  return undefined
}
