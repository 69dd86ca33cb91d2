/** Says in the trace where an answer has less than its schema asks for: a thousand million items are not made up. */
import type { Schema } from '../../api/schema/schema.ts'
import { TooMuchWork, withinMaking } from '../../support/work.ts'
import type { Runtime } from '../runtime.ts'
import type { Trace } from '../trace.ts'

/** Keywords that ask for so many at least. */
const LEAST: readonly string[] = ['minItems', 'minProperties', 'minLength', 'minContains', 'required', 'pattern']
/** Places that are told, and steps of looking for them. */
const MOST = 8
const STEPS = 2_000_000

export function noteBounded(trace: Trace, schema: Schema | undefined, value: unknown, runtime: Runtime): void {
  if (!trace.on || typeof schema !== 'object') return
  const lacking = violationsOf(schema, value, runtime).filter(({ keyword }) => LEAST.includes(keyword))
  if (lacking.length === 0) return
  const told = lacking.map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer.slice(1, 100)} ${message}`)
  trace.note('synth', `bounded, the description asks for more than is made up: ${told.join('; ')}`)
}

function violationsOf(schema: Exclude<Schema, boolean>, value: unknown, runtime: Runtime) {
  try {
    return withinMaking(STEPS, () => runtime.responseValidator(schema).violations(value, MOST))
  } catch (error) {
    if (error instanceof TooMuchWork) return []
    throw error
  }
}
