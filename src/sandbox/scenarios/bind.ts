/**
 * Which operation plays which role. What fits is decided by facts; of several
 * that fit, the mode's seed draws among the best, and without one the most
 * typical is taken: what the role prefers, then the shortest path, then the
 * first in the description.
 */
import type { OperationHead } from '../../api/description.ts'
import type { Provenance } from '../../api/provenance.ts'
import type { Dice } from '../../support/dice.ts'
import { ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { bracketedHint, hintAmong } from '../../support/nearest.ts'
import { err, ok, type Result } from '../../support/result.ts'
import type { Runtime } from '../runtime.ts'
import { type ApiFacts, factsOf, findFact } from './facts.ts'
import type { Role, Scenario } from './scenario.ts'

/** Role to operationId; for event roles, to the event's name. Optional roles may be missing. */
export type Binding = Readonly<Record<string, string>>

export interface Wish {
  /** What the user bound by hand. */
  readonly bind: Binding
  /** Draws among equals; undefined takes the most typical. */
  readonly dice: Dice | undefined
}

/** Binds every role, or says why one cannot be bound. Throws ToolError when `bind` names what is not there. */
export function bindScenario(scenario: Scenario, runtime: Runtime, wish: Wish): Result<Binding, string> {
  checkWish(scenario, runtime, wish.bind)
  return new Binder(scenario, runtime, wish).bind()
}

/** What a role is bound to; undefined when it is not. */
export function boundTo(bind: Binding, role: string): string | undefined {
  const value = field(bind, role)
  return typeof value === 'string' ? value : undefined
}

function checkWish(scenario: Scenario, runtime: Runtime, bind: Binding): void {
  const names = scenario.roles.map(({ name }) => name)
  for (const [name, target] of Object.entries(bind)) {
    const role = scenario.roles.find((one) => one.name === name)
    if (role === undefined)
      throw new ToolError(
        'bad-input',
        `Scenario ${scenario.name} has no role "${name}" (${hintAmong(name, names, 'it has')})`,
      )
    const known = candidatesFor(role, runtime)
    if (!known.includes(target))
      throw new ToolError(
        'bad-input',
        `Cannot bind role "${name}" to "${target}": it is not ${role.event ? 'a declared event' : 'an operation'}${bracketedHint(target, known)}`,
      )
  }
}

function candidatesFor(role: Role, { api }: Runtime): readonly string[] {
  return role.event === true ? api.head.events.map(({ name }) => name) : api.head.operations.map(({ id }) => id)
}

/** How many choices are tried before it is given up. */
const MOST_TRIES = 20_000

class Binder {
  private readonly scenario: Scenario
  private readonly runtime: Runtime
  private readonly wish: Wish
  private readonly facts: ApiFacts
  private readonly heads: ReadonlyMap<string, OperationHead>
  private readonly fitting = new Map<string, Fitting>()
  private tries = 0
  private deepest = { at: -1, why: '' }

  constructor(scenario: Scenario, runtime: Runtime, wish: Wish) {
    this.scenario = scenario
    this.runtime = runtime
    this.wish = wish
    this.facts = factsOf(runtime)
    this.heads = new Map(runtime.api.head.operations.map((head) => [head.id, head]))
  }

  bind(): Result<Binding, string> {
    const bound = this.choose(0, {})
    return bound === undefined ? err(this.deepest.why) : ok(bound)
  }

  /** Binds the roles from `index` on; the first choice with which all later ones can be bound. */
  private choose(index: number, bound: Binding): Binding | undefined {
    const role = this.scenario.roles[index]
    if (role === undefined) return bound
    const { found, why } = this.among(role, bound)
    for (const one of found) {
      if (++this.tries > MOST_TRIES) return undefined
      const whole = this.choose(index + 1, { ...bound, [role.name]: one })
      if (whole !== undefined) return whole
    }
    if (role.optional === true && boundTo(this.wish.bind, role.name) === undefined) return this.choose(index + 1, bound)
    if (found.length === 0 && index > this.deepest.at) this.deepest = { at: index, why: `role ${role.name}: ${why}` }
    return undefined
  }

  /** What may play the role, the best first, given what is bound already. */
  private among(role: Role, bound: Binding): Fitting {
    const wished = this.wished(role)
    let fitting = this.fitting.get(role.name)
    if (fitting === undefined) {
      fitting =
        wished !== undefined ? this.named(role, wished) : role.event === true ? this.events() : this.operations(role)
      this.fitting.set(role.name, fitting)
    }
    if (role.same === undefined || (wished !== undefined && this.wished(this.role(role.same)) !== undefined))
      return fitting
    return this.alongside(role, role.same, bound, fitting)
  }

  private wished(role: Role | undefined): string | undefined {
    return role === undefined ? undefined : (boundTo(this.wish.bind, role.name) ?? role.operation)
  }

  private role(name: string): Role | undefined {
    return this.scenario.roles.find((one) => one.name === name)
  }

  private named(role: Role, wished: string): Fitting {
    const known = candidatesFor(role, this.runtime)
    if (known.includes(wished)) return { found: [wished], why: '' }
    return { found: [], why: `"${wished}" is not declared${bracketedHint(wished, known)}` }
  }

  /** Those that go with what another role is bound to: the same resource type, or the operation that fires its event. */
  private alongside(role: Role, other: string, bound: Binding, { found, why }: Fitting): Fitting {
    const partner = boundTo(bound, other)
    if (partner === undefined || found.length === 0) return { found, why }
    if (role.event === true) {
      const fired = found.filter((name) => this.triggerOf(name) === partner)
      return { found: fired, why: `${found.length} events are declared, none is fired by ${other} (${partner})` }
    }
    if (this.role(other)?.event === true) {
      const trigger = this.triggerOf(partner)
      return { found: found.filter((id) => id === trigger), why: `no operation fires ${other} (${partner})` }
    }
    const sisters = found.filter((id) => id !== partner && this.typeOf(id) === this.typeOf(partner))
    return { found: sisters, why: `${found.length} fit, but none works on the resource type of ${other} (${partner})` }
  }

  private typeOf(id: string): string {
    return this.heads.get(id)?.plan.type ?? id
  }

  private triggerOf(event: string): string | undefined {
    return this.runtime.api.head.events.find(({ name }) => name === event)?.trigger
  }

  /** Events that an operation fires come first: they happen by themselves. */
  private events(): Fitting {
    const { events } = this.runtime.api.head
    if (events.length === 0) return { found: [], why: 'the description declares no event' }
    const sure = events.filter(({ provenance }) => isSure(provenance))
    if (sure.length === 0) return { found: [], why: UNSURE }
    const ranked = this.ranked(sure, ({ trigger }) => (trigger === 'emit-only' ? 0 : 1))
    return { found: ranked.map(({ name }) => name), why: '' }
  }

  private operations(role: Role): Fitting {
    const { operations } = this.runtime.api.head
    let left = operations.filter((head) => this.isSure(head))
    if (left.length === 0) return { found: [], why: operations.length === 0 ? 'there are no operations' : UNSURE }
    const had: string[] = []
    for (const name of role.needs) {
      const fact = findFact(name)
      const fits = left.filter((head) => fact?.holds(head, this.facts))
      if (fits.length === 0) return { found: [], why: `${told(had, left.length)} none ${fact?.says ?? name}` }
      left = fits
      if (fact !== undefined) had.push(fact.says)
    }
    return { found: this.ranked(left, (head) => this.liking(role, head), depth).map(({ id }) => id), why: '' }
  }

  /** Nothing binds by itself to what was only read in prose. */
  private isSure({ plan }: OperationHead): boolean {
    return isSure(plan.provenance) && isSure(this.runtime.resource(plan.type)?.provenance)
  }

  /** What it prefers, as one number: an earlier preference outweighs all later ones. */
  private liking({ prefers }: Role, head: OperationHead): number {
    return prefers.reduce((sum, name) => sum * 2 + (findFact(name)?.holds(head, this.facts) === true ? 1 : 0), 0)
  }

  /** The best first; with dice, the best in an order that the seed draws. */
  private ranked<T extends { readonly id?: string; readonly name?: string }>(
    all: readonly T[],
    liking: (one: T) => number,
    cost: (one: T) => number = () => 0,
  ): readonly T[] {
    const { dice } = this.wish
    const weighed = all.map((one) => ({
      one,
      liked: liking(one),
      cost: dice === undefined ? cost(one) : dice.draw(one.id ?? one.name ?? ''),
    }))
    return weighed.sort((a, b) => b.liked - a.liked || a.cost - b.cost).map(({ one }) => one)
  }
}

interface Fitting {
  /** Operation ids or event names, the best first. */
  readonly found: readonly string[]
  /** Why there is none. */
  readonly why: string
}

const UNSURE = 'all that could fit was read from prose, which only `bind` may name'

function isSure(provenance: Provenance | undefined): boolean {
  return provenance !== 'extracted'
}

function told(had: readonly string[], count: number): string {
  return had.length === 0 ? `of ${count} ${count === 1 ? 'operation' : 'operations'}` : `of ${count} that ${had.at(-1)}`
}

function depth({ path }: OperationHead): number {
  return path.split('/').length
}
