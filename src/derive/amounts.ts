/** Money taken out of other money: which amount of which record a refund or a capture is a part of. */
import type { DrawPlan, DrawSource, OperationPlan, Place } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import { findRecord } from './bodies.ts'
import type { Planner } from './planner.ts'
import type { Reader } from './reader.ts'
import { requestSchema } from './requests.ts'
import type { Member, TypeDraft } from './resources.ts'
import { flat, words } from './words.ts'

interface Words {
  readonly name: RegExp
  readonly total: RegExp
  readonly due?: RegExp
  readonly flag: RegExp
  readonly part: RegExp
  readonly all: RegExp
}

/** An amount as a whole, by its name without separators. */
const AMOUNT = /^(amount|totalamount|amounttotal|amountmoney|totalmoney|grossamount|total|grandtotal)$/

/** An amount as a part, by its name without separators. */
const PART = /^(amountto(capture|refund)|(capture|refund)amount)$/

const WORDS: Readonly<Record<DrawPlan['verb'], Words>> = {
  refund: {
    name: /^(refund|reversal|reverse)s?$/,
    total: /^((amount|total)(refunded|reversed)(amount|money)?|(refunded|reversed)(amount|money|total)|totalrefunds?)$/,
    flag: /^(is)?(fully)?(refunded|reversed)$/,
    part: /^(partially|partly|partial)(refunded|refund|reversed)$|^refundedpartially$/,
    all: /^(fully)?(refunded|reversed)$/,
  },
  capture: {
    name: /^captures?$/,
    total: /^((amount|total)captured(amount|money)?|captured(amount|money|total))$/,
    flag: /^(is)?(fully)?captured$/,
    part: /^(partially|partly|partial)(captured|capture)$/,
    all: /^(fully)?captured$/,
  },
  pay: {
    name: /^payments?$/,
    total: /^((amount|total)paid|paid(amount|total))(money)?$/,
    due: /^((net)?amount(due|remaining|outstanding)|(due|outstanding|remaining|unpaid)(amount|balance)|balancedue|totaldue)(money)?$/,
    flag: /^(is)?(fully)?paid$/,
    part: /^(partially|partly|partial)paid$|^paidpartially$/,
    all: /^(fully)?paid$/,
  },
}

const VERBS = ['refund', 'capture'] as const

/** What an operation that makes a record, or does something to one, takes out of another; undefined where it takes nothing. */
export function drawsOf(
  member: Member,
  draft: TypeDraft,
  plan: Pick<OperationPlan, 'kind' | 'target' | 'parents' | 'verb'>,
  made: TypeDraft | undefined,
  planner: Planner,
): DrawPlan | undefined {
  const { reader } = planner
  const child = plan.kind === 'create' ? draft : made
  const taken = VERBS.find((v) =>
    child === undefined ? isVerb(plan, v) : words(child.name).some((w) => WORDS[v].name.test(w)),
  )
  const pays = plan.kind === 'create' && WORDS.pay.name.test(words(draft.name).at(-1) ?? '')
  const verb = taken ?? (pays ? 'pay' : undefined)
  if (verb === undefined) return undefined
  const amount = amountIn(requestSchema(member.act.op), reader) ?? amountIn(child?.schema, reader)
  if (amount === undefined) return undefined
  const from =
    plan.kind === 'create'
      ? [...inPath(plan, verb, planner), ...inBody(member, draft, verb, planner)]
      : sourceOf(draft, { in: 'path', name: plan.target?.name ?? '' }, verb, planner)
  if (from.length === 0) return undefined
  const told = from.map((source) => source.type).join(' or ')
  return { verb, amount, from, provenance: 'derived', why: `a ${verb} has a part of the amount of its ${told}` }
}

function isVerb({ kind, verb = '' }: Pick<OperationPlan, 'kind' | 'verb'>, wanted: DrawPlan['verb']): boolean {
  return kind === 'action' && WORDS[wanted].name.test(words(verb)[0] ?? '')
}

function inPath(plan: Pick<OperationPlan, 'parents'>, verb: DrawPlan['verb'], planner: Planner): readonly DrawSource[] {
  const parent = plan.parents.filter((p) => p.in === 'path').at(-1)
  const type = [...planner.ids.keys()].find((draft) => draft.name === parent?.type)
  return parent === undefined || type === undefined
    ? []
    : sourceOf(type, { in: 'path', name: parent.name }, verb, planner)
}

/** `{charge: 'ch_1', amount: 5}`, `{invoice: {id: 'in_1'}}`: the request names the record in its body. */
function inBody(member: Member, own: TypeDraft, verb: DrawPlan['verb'], planner: Planner): readonly DrawSource[] {
  const { reader, parents, ids } = planner
  const body = requestSchema(member.act.op)
  const sent = findRecord(body, own.hints, reader)?.schema ?? body
  return [...reader.properties(sent)].flatMap(([name, property]) => {
    const type = reader.isScalar(property) || verb === 'pay' ? parents.typeNamed(name) : undefined
    if (type === undefined || type === own) return []
    const [id = '', ...rest] = ids.get(type)?.plan.place ?? []
    const isWhole = rest.length === 0 && flat(name) === flat(type.name) && reader.properties(property).has(id)
    const place = reader.isScalar(property) ? name : isWhole ? `${name}.${id}` : undefined
    return place === undefined ? [] : sourceOf(type, { in: 'body', name: place }, verb, planner)
  })
}

function sourceOf(
  type: TypeDraft,
  named: Pick<DrawSource, 'in' | 'name'>,
  verb: DrawPlan['verb'],
  planner: Planner,
): readonly DrawSource[] {
  const { reader, statuses } = planner
  const wanted = WORDS[verb]
  const properties = [...reader.properties(type.schema)]
  const amounts = properties.filter(([, property]) => isAmount(property, reader)).map(([name]) => name)
  const whole = amounts.filter((name) => AMOUNT.test(flat(name)))
  if (named.name === '' || whole.length === 0) return []
  const total = amounts.find((name) => wanted.total.test(flat(name)))
  const due = amounts.find((name) => wanted.due?.test(flat(name)))
  if (verb === 'pay' && total === undefined && due === undefined) return []
  const flag = properties.find(
    ([name, property]) => wanted.flag.test(flat(name)) && reader.view(property).types.includes('boolean'),
  )
  const states = statuses.get(type)?.values ?? []
  const part = states.find((state) => wanted.part.test(flat(state)))
  const all = states.find((state) => wanted.all.test(flat(state)))
  return [
    {
      type: type.name,
      ...named,
      whole: whole.map((name) => [name]),
      isSaid: isSaid(type, whole, planner),
      ...(total !== undefined && { total: [total] }),
      ...(due !== undefined && { due: [due] }),
      ...(flag !== undefined && { flag: [flag[0]] }),
      ...(part !== undefined && { part }),
      ...(all !== undefined && { all }),
    },
  ]
}

/** A request that makes such a record says its amount. */
function isSaid(type: TypeDraft, whole: readonly string[], { reader, ids }: Planner): boolean {
  const members = [...ids.keys()].flatMap((draft) => draft.families.flatMap((family) => family.members))
  return members.some(({ act }) => {
    if (!/^(POST|PUT)$/.test(act.op.method)) return false
    const shown = reader.component(findRecord(act.answer.media?.schema, type.hints, reader)?.schema)
    const isMaker =
      (shown !== undefined && type.hints.components?.has(shown) === true) ||
      type.families.some((family) => family.members.some((member) => member.act === act))
    const sent = findRecord(requestSchema(act.op), type.hints, reader)
    return isMaker && whole.some((name) => reader.properties(sent?.schema).has(name))
  })
}

function amountIn(schema: Schema | undefined, reader: Reader): Place | undefined {
  const properties = [...reader.properties(schema)].filter(([, property]) => isAmount(property, reader))
  const [found] = [PART, AMOUNT].flatMap((form) => properties.filter(([name]) => form.test(flat(name))))
  return found === undefined ? undefined : [found[0]]
}

/** A number, a text that may be one, or an object of an amount and its currency. */
function isAmount(schema: Schema, reader: Reader): boolean {
  const { types, properties, variants } = reader.view(schema)
  if (properties.size > 0) return [...properties.keys()].some((name) => /^(value|amount)$/.test(flat(name)))
  if (variants.length > 0) return variants.some((variant) => isAmount(variant, reader))
  return types.some((type) => type === 'integer' || type === 'number' || type === 'string')
}
