/**
 * What a behaviour concludes of one operation or of one type. Facts are plain JSON, kept in the plan under the name of
 * their behaviour; whoever reads one holds the key of that behaviour, so nothing else knows their form.
 */
import type { Because } from './provenance.ts'

export type Facts = Readonly<Record<string, Because>>

interface Planned {
  readonly facts?: Facts
}

/** The key of a behaviour: `O` is what it concludes of operations, `R` what it concludes of types. */
export interface FactKey<O extends object, R extends object> {
  readonly behaviour: string
  ofOperation(plan: Planned): (O & Because) | undefined
  ofResource(plan: Planned): (R & Because) | undefined
}

export function factKey<O extends object, R extends object = O>(behaviour: string): FactKey<O, R> {
  const read = ({ facts }: Planned): Because | undefined => facts?.[behaviour]
  return {
    behaviour,
    ofOperation: (plan) => read(plan) as (O & Because) | undefined,
    ofResource: (plan) => read(plan) as (R & Because) | undefined,
  }
}
