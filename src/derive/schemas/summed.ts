import type { ModelReader } from '../../api/model-reader.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import { oncePer } from '../../support/once-per.ts'

/** What has an amount is summed up as well as counted: the `credits` of an account may be what they are worth. */
export const isSummed: (plan: ResourcePlan, reader: Pick<ModelReader, 'view'>) => boolean = oncePer(
  (plan: ResourcePlan, reader: Pick<ModelReader, 'view'>): boolean =>
    [...allProperties(plan.schema, reader).keys()].some((name) => AMOUNT.test(name)),
)

const AMOUNT = /amount|value|quantity|balance|points|price|total|hours|minutes|seconds|size/i

/** It is of money or points, so that a number called by several of it may be what they come to. */
export const hasAmounts: (plan: ResourcePlan, reader: Pick<ModelReader, 'view'>) => boolean = oncePer(
  (plan: ResourcePlan, reader: Pick<ModelReader, 'view'>): boolean =>
    [...allProperties(plan.schema, reader).keys()].some((name) => MONEY.test(name)),
)

const MONEY = /amount|balance|price|points|total|credits|currency/i
