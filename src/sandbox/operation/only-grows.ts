/** Sizes of which words say that they only grow: "Volumes can only be resized up." */
import type { ResourcePlan } from '../../api/plan.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { StoredRecord } from '../state/records.ts'
import type { CompiledOperation } from './compiled.ts'
import { inputOf, recordSchema } from './input.ts'
import type { Refusal } from './kind.ts'
import { conflictStatus } from './lifecycle.ts'
import { words } from './wording.ts'

/** The refusal to make smaller what only grows, where the description declares an answer for it. */
export function shrinks(call: Call, plan: ResourcePlan, record: StoredRecord): Refusal | undefined {
  const names = growing(call.compiled, call.runtime)
  if (names.length === 0 || call.resources.isImagined(record)) return undefined
  const input = inputOf(call)
  const name = names.find((one) => {
    const [before, after] = [record.value[one], input[one]]
    return typeof before === 'number' && typeof after === 'number' && after < before
  })
  const status = name === undefined ? undefined : conflictStatus(call.compiled.operation, [422, 400, 409, 412])
  if (name === undefined || status === undefined) return undefined
  const message = `${name} of this ${words(plan)} can only grow: it is ${record.value[name]}`
  return { status, message, code: 'invalid_request', param: name }
}

const SIZE = /size|capacity|storage|quota|disk|memory|(^|_)g(i)?b$/i
const GROWS =
  /\b(can|may) only (be )?(increased?|expand(ed)?|grow|grown|enlarged?|extended?)\b|\bonly be (resized|scaled) up\b|\b(cannot|can not|can't|may not|not possible to) (be )?(shrink|shrunk|decreased?|reduced?|downsized?|made smaller|(resized?|scaled?) down)\b/i

/** Sizes that the request takes, where the operation or they themselves are said only to grow. */
const growing = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): readonly string[] => {
  const schema = resource === undefined ? undefined : recordSchema(operation, runtime)
  if (resource === undefined || schema === undefined) return []
  const { summary = '', description = '' } = operation
  const isSaid = GROWS.test(`${summary} ${description}`.slice(0, LONGEST))
  const own = allProperties(resource.schema, runtime)
  return [...allProperties(schema, runtime)].flatMap(([name, property]) => {
    const told = runtime.view(property).keywords['description']
    const isTold = typeof told === 'string' && GROWS.test(told.slice(0, LONGEST))
    return own.has(name) && SIZE.test(name) && plain(name) !== 'pagesize' && (isSaid || isTold) ? [name] : []
  })
})

const LONGEST = 4_000
