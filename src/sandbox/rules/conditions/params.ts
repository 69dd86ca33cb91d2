/** Path parameters. */
import { isObject } from '../../../support/json.ts'
import { bracketedHint } from '../../../support/nearest.ts'
import type { Condition } from './condition.ts'
import { valuesCondition } from './values.ts'

export const params: Condition = valuesCondition('params', (call, name) => call.pathParameters.get(name), {
  unfit(argument, { path }) {
    const declared = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
    const stranger = Object.keys(isObject(argument) ? argument : {}).find((name) => !declared.includes(name))
    if (stranger === undefined) return undefined
    return `names a path parameter ${stranger} that ${path} has not${bracketedHint(stranger, declared)}`
  },
})
