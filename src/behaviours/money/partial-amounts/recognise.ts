/** Partial amounts: which amount of which record a refund, a capture or a payment is a part of. */
import type { Operation } from '../../../api/description.ts'
import type { OperationPlan, Place, ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { CAPTURED, DUE, PAID, PART, REFUNDED, WHOLE } from '../../../derive/naming/amounts.ts'
import { plain, words } from '../../../derive/naming/words.ts'
import type { Model, Recogniser } from '../../../derive/recogniser.ts'
import { findRecord } from '../../../derive/schemas/bodies.ts'
import type { Reader } from '../../../derive/schemas/reader.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { successAnswer } from '../../../derive/schemas/success.ts'
import { type AmountSource, type PartialAmount, partialAmounts } from './fact.ts'

interface Words {
  readonly name: RegExp
  readonly total: RegExp
  readonly due?: RegExp
  readonly flag: RegExp
  readonly part: RegExp
  readonly all: RegExp
}

const WORDS: Readonly<Record<PartialAmount['verb'], Words>> = {
  refund: {
    name: /^(refund|reversal|reverse)s?$/,
    total: REFUNDED,
    flag: /^(is)?(fully)?(refunded|reversed)$/,
    part: /^(partially|partly|partial)(refunded|refund|reversed)$|^refundedpartially$/,
    all: /^(fully)?(refunded|reversed)$/,
  },
  capture: {
    name: /^captures?$/,
    total: CAPTURED,
    flag: /^(is)?(fully)?captured$/,
    part: /^(partially|partly|partial)(captured|capture)$/,
    all: /^(fully)?captured$/,
  },
  pay: {
    name: /^payments?$/,
    total: PAID,
    due: DUE,
    flag: /^(is)?(fully)?paid$/,
    part: /^(partially|partly|partial)paid$|^paidpartially$/,
    all: /^(fully)?paid$/,
  },
}

const VERBS = ['refund', 'capture'] as const

/** Kinds of operations that make records: one, each of several, or what is not there yet. */
const MAKES = /^(create|bulk|replace)$/

/** What an operation that makes a record, or does something to one, takes out of another. */
export const recogniser: Recogniser<PartialAmount> = {
  fact: partialAmounts,
  operation(operation, model) {
    const { plan } = operation
    const own = model.resource(plan.type)
    const isMade = MAKES.test(plan.kind) && operation.method !== 'DELETE' && plan.changes === undefined
    if (own === undefined || (!isMade && plan.kind !== 'action')) return undefined
    const made = model.resource(plan.makes?.type)
    const child = isMade ? own : made
    const taken = VERBS.find((v) =>
      child === undefined ? isVerb(plan, v) : words(child.type).some((w) => WORDS[v].name.test(w)),
    )
    const pays = isMade && WORDS.pay.name.test(words(own.type).at(-1) ?? '')
    const verb = taken ?? (pays ? 'pay' : undefined)
    if (verb === undefined) return undefined
    const amount = amountIn(requestSchema(operation), model.reader) ?? amountIn(child?.schema, model.reader)
    if (amount === undefined) return undefined
    const from = isMade
      ? [...inPath(plan, verb, model), ...inBody(operation, own, verb, model)]
      : sourceOf(own, { in: 'path', name: plan.target?.name ?? '' }, verb, model)
    if (from.length === 0) return undefined
    const told = from.map((source) => source.type).join(' or ')
    return { verb, amount, from, provenance: 'derived', why: `a ${verb} takes part of the amount of its ${told}` }
  },
}

function isVerb({ kind, verb = '' }: Pick<OperationPlan, 'kind' | 'verb'>, wanted: PartialAmount['verb']): boolean {
  return kind === 'action' && WORDS[wanted].name.test(words(verb)[0] ?? '')
}

function inPath(
  plan: Pick<OperationPlan, 'parents'>,
  verb: PartialAmount['verb'],
  model: Model,
): readonly AmountSource[] {
  const parent = plan.parents.filter((p) => p.in === 'path').at(-1)
  const type = model.resource(parent?.type)
  return parent === undefined || type === undefined
    ? []
    : sourceOf(type, { in: 'path', name: parent.name }, verb, model)
}

/** `{charge: 'ch_1', amount: 5}`, `{invoice: {id: 'in_1'}}`: the request names the record in its body. */
function inBody(
  operation: Operation,
  own: ResourcePlan,
  verb: PartialAmount['verb'],
  model: Model,
): readonly AmountSource[] {
  const { reader } = model
  const whole = requestSchema(operation)
  const body = reader.view(whole).items ?? whole
  const sent = findRecord(body, model.hints(own.type), reader)?.schema ?? body
  return [...reader.properties(sent)].flatMap(([name, property]) => {
    const type = reader.isScalar(property) || verb === 'pay' ? model.typeNamed(name) : undefined
    if (type === undefined || type === own) return []
    const [id = '', ...rest] = type.id.place
    const isWhole = rest.length === 0 && plain(name) === plain(type.type) && reader.properties(property).has(id)
    const place = reader.isScalar(property) ? name : isWhole ? `${name}.${id}` : undefined
    return place === undefined ? [] : sourceOf(type, { in: 'body', name: place }, verb, model)
  })
}

function sourceOf(
  type: ResourcePlan,
  named: Pick<AmountSource, 'in' | 'name'>,
  verb: PartialAmount['verb'],
  model: Model,
): readonly AmountSource[] {
  const { reader } = model
  const wanted = WORDS[verb]
  const properties = [...reader.properties(type.schema)]
  const amounts = properties.filter(([, property]) => isAmount(property, reader)).map(([name]) => name)
  const whole = amounts.filter((name) => WHOLE.test(plain(name)))
  if (named.name === '' || whole.length === 0) return []
  const total = amounts.find((name) => wanted.total.test(plain(name)))
  const due = amounts.find((name) => wanted.due?.test(plain(name)))
  if (verb === 'pay' && total === undefined && due === undefined) return []
  const flag = properties.find(
    ([name, property]) => wanted.flag.test(plain(name)) && reader.view(property).types.includes('boolean'),
  )
  const states = type.status?.values ?? []
  const part = states.find((state) => wanted.part.test(plain(state)))
  const all = states.find((state) => wanted.all.test(plain(state)))
  return [
    {
      type: type.type,
      ...named,
      whole: whole.map((name) => [name]),
      isSaid: isSaid(type, whole, model),
      ...(total !== undefined && { total: [total] }),
      ...(due !== undefined && { due: [due] }),
      ...(flag !== undefined && { flag: [flag[0]] }),
      ...(part !== undefined && { part }),
      ...(all !== undefined && { all }),
    },
  ]
}

/** A request that makes such a record says its amount. */
function isSaid({ type }: ResourcePlan, whole: readonly string[], model: Model): boolean {
  const { reader } = model
  const hints = model.hints(type)
  return model.api.head.operations.some(({ id, method, plan }) => {
    if (plan.type === undefined || !/^(POST|PUT)$/.test(method)) return false
    const { operation } = model.operation(id)
    const shown = reader.component(findRecord(successAnswer(operation).media?.schema, hints, reader)?.schema)
    const isMaker = (shown !== undefined && hints.components?.has(shown) === true) || plan.type === type
    const sent = findRecord(requestSchema(operation), hints, reader)
    return isMaker && whole.some((name) => reader.properties(sent?.schema).has(name))
  })
}

function amountIn(schema: Schema | undefined, reader: Reader): Place | undefined {
  const properties = [...reader.properties(schema)].filter(([, property]) => isAmount(property, reader))
  const [found] = [PART, WHOLE].flatMap((form) => properties.filter(([name]) => form.test(plain(name))))
  return found === undefined ? undefined : [found[0]]
}

/** A number, a text that may be one, or an object of an amount and its currency. */
function isAmount(schema: Schema, reader: Reader): boolean {
  const { types, properties, variants } = reader.view(schema)
  if (properties.size > 0) return [...properties.keys()].some((name) => /^(value|amount)$/.test(plain(name)))
  if (variants.length > 0) return variants.some((variant) => isAmount(variant, reader))
  return types.some((type) => type === 'integer' || type === 'number' || type === 'string')
}
