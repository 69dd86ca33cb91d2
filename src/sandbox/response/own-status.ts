/** The status that an answer says of itself in its body, as a number or as a flag. */
import type { Schema } from '../../api/schema/schema.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import type { DeclaredAnswer } from '../operation/answers/declared-answers.ts'
import { isStub } from '../operation/answers/id-mentions.ts'
import type { Runtime } from '../runtime.ts'

const NAME = /^(status_?code|http_?status(_?code)?|http_?code)$/i

/** The status of the answer, where an envelope around the record, or an example of success, repeats it as a number. */
export function ownStatus({ compiled, runtime }: Call, answer: DeclaredAnswer, schema: Schema): JsonObject {
  const found = typeof schema === 'boolean' ? undefined : propertyOf(schema, runtime)
  if (found === undefined) return {}
  if (found.isFlag) return { [found.name]: answer.status < 400 }
  const { plan } = compiled.operation
  const isAround = isStub(plan) || (plan.output !== undefined && plan.output.length > 0)
  return isAround || found.isOfSuccess ? { [found.name]: answer.status } : {}
}

interface Found {
  readonly name: string
  readonly isOfSuccess: boolean
  /** True or false, beside a message: whether it went well. */
  readonly isFlag: boolean
}

const propertyOf = oncePer((schema: Schema & object, runtime: Runtime): Found | undefined => {
  const { properties } = runtime.view(schema)
  for (const [name, property] of properties) {
    const { types, keywords } = runtime.view(property)
    if (name === 'status' && types.length === 1 && types[0] === 'boolean' && properties.has('message'))
      return { name, isOfSuccess: false, isFlag: true }
    if (!NAME.test(name) || !(types.includes('integer') || types.includes('number'))) continue
    const { example } = keywords
    return { name, isOfSuccess: typeof example === 'number' && example >= 200 && example < 300, isFlag: false }
  }
  return undefined
})

/** 201 for what a PUT or PATCH made, where the description tells making from replacing. */
export function madeStatus(call: Call, created: boolean | undefined): number | undefined {
  const { method } = call.request
  const { responses, plan } = call.compiled.operation
  if (created === undefined || (method !== 'PUT' && method !== 'PATCH')) return undefined
  const isDeclared = (status: number) => Object.hasOwn(responses, String(status))
  if (created) return [201].find(isDeclared)
  if (plan.success === '201') return [200, 204].find(isDeclared)
  return method === 'PUT' ? [200].find(isDeclared) : undefined
}
