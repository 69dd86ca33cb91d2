/** The paths of a description as a tree: what stands beside and under what, and which verbs are said where. */
import type { DescribedOperation } from '../../api/model.ts'
import { field } from '../../support/json.ts'
import { listAt } from '../../support/list-at.ts'
import { meaningOf } from '../naming/verbs.ts'
import { plain, singularName, words } from '../naming/words.ts'
import { type SuccessAnswer, successAnswer } from '../schemas/success.ts'
import { keyOf, type Part, type PathShape, pathShape } from './paths.ts'

/** An operation with what its path and answer say of themselves. */
export interface Act {
  readonly op: DescribedOperation
  readonly shape: PathShape
  readonly answer: SuccessAnswer
}

export function actOf(op: DescribedOperation): Act {
  return { op, shape: pathShape(op.path, op.parameters), answer: successAnswer(op) }
}

export const NO_NAMES: ReadonlySet<string> = new Set()

export class Tree {
  readonly paths: Map<string, Act[]> = new Map()
  /** POST and PUT that answer with data, by the schema of the answer: its reference, or itself. */
  readonly writers: Map<unknown, Act[]> = new Map()
  /** Keys of literal prefixes with the number of verbs under them. */
  private readonly verbs = new Map<string, number>()
  private readonly under = new Map<string, string[]>()
  /** Keys of literal prefixes and things of which verbs under them speak (`/teams/add_member`), with those verbs. */
  private readonly spokenOf = new Map<string, Set<string>>()
  /** Keys of collections with the parameters that stand right under them, also where no path ends there. */
  private readonly named = new Map<string, Set<string>>()

  constructor(acts: readonly Act[]) {
    for (const act of acts) {
      listAt(this.paths, act.shape.key).push(act)
      const schema = act.answer.media?.schema
      if (/^(POST|PUT)$/.test(act.op.method) && act.answer.nature === 'data')
        listAt(this.writers, field(schema, '$ref') ?? schema).push(act)
    }
    for (const [first] of this.paths.values()) {
      if (first === undefined) continue
      this.countVerb(first.shape.parts)
      this.name(first.shape.parts)
      this.place(first.shape.parts)
    }
  }

  private name(parts: readonly Part[]): void {
    for (const [index, part] of parts.entries()) {
      if (!part.param || parts[index - 1]?.param !== false) continue
      const key = keyOf(parts.slice(0, index))
      this.named.set(key, (this.named.get(key) ?? new Set()).add(part.text))
    }
  }

  /** The parameters by which paths name what stands in a collection. */
  namesIn(key: string): ReadonlySet<string> {
    return this.named.get(key) ?? NO_NAMES
  }

  private place(parts: readonly Part[]): void {
    const last = parts.at(-1)
    const noun = last?.param === true ? parts.at(-2) : last
    if (noun === undefined || noun.param || meaningOf(noun.text) !== undefined) return
    const known = listAt(this.under, keyOf(parts.slice(0, last?.param === true ? -2 : -1)))
    if (!known.includes(noun.text)) known.push(noun.text)
  }

  private countVerb(parts: readonly Part[]): void {
    const last = parts.at(-1)
    if (last === undefined || last.param || meaningOf(last.text) === undefined) return
    const prefix = keyOf(parts.slice(0, -1))
    const [verb = '', ...noun] = words(last.text)
    if (noun.length > 0) {
      const key = `${prefix} ${plain(singularName(noun.join('_')))}`
      this.spokenOf.set(key, (this.spokenOf.get(key) ?? new Set()).add(verb))
      return
    }
    this.verbs.set(prefix, (this.verbs.get(prefix) ?? 0) + 1)
  }

  /** True when several verbs under the same parts speak of the thing: `add_member` and `remove_member`. */
  isSpokenOf(before: readonly Part[], name: string): boolean {
    return (this.spokenOf.get(`${keyOf(before)} ${plain(singularName(name))}`)?.size ?? 0) > 1
  }

  /** What the verbs under the same parts do to the thing: `delete` where `/deleteMessage` stands. */
  doesTo(before: readonly Part[], name: string): ReadonlySet<string | undefined> {
    const verbs = this.spokenOf.get(`${keyOf(before)} ${plain(singularName(name))}`) ?? []
    return new Set([...verbs].map((verb) => meaningOf(verb)))
  }

  /** Literals that stand beside each other under the same parts. */
  siblings(before: readonly Part[]): readonly string[] {
    return this.under.get(keyOf(before)) ?? []
  }

  hasItem(key: string): boolean {
    return this.paths.has(`${key === '/' ? '' : key}/{}`)
  }

  at(key: string, method: string): Act | undefined {
    return this.paths.get(key)?.find((act) => act.op.method === method)
  }

  /** True when the literal prefix is a collection: it has a path of its own, items, or several verbs. */
  isCollection(parts: readonly Part[]): boolean {
    const last = parts.at(-1)
    if (last === undefined || last.param) return false
    if (meaningOf(last.text) === 'bulk') return false
    const key = keyOf(parts)
    return this.paths.has(key) || this.hasItem(key) || (this.verbs.get(key) ?? 0) >= 2
  }
}
