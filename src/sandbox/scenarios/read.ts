/** A pack as somebody wrote it, read strictly: every problem with its place and the word that was meant. */
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { err, ok, type Result } from '../../support/result.ts'
import { faultKind } from '../faults/index.ts'
import { faultFieldProblem, faultFields, meaningless } from '../faults/read.ts'
import { expectationKind, expectationKinds } from './expectations/index.ts'
import type { SettingKind } from './expectations/kind.ts'
import { facts, findFact } from './facts.ts'
import { archetypes } from './index.ts'
import type { Ending, Expectation, Head, HeadFault, Role, Scenario, Step } from './scenario.ts'

export interface PackProblem {
  /** JSON pointer into the file. */
  readonly pointer: string
  readonly message: string
}

export const endings: readonly Ending[] = ['success', 'refused', 'failed', 'any']
export const packMembers = ['name', 'summary', 'roles', 'head', 'verify', 'steps'] as const
export const roleMembers = ['summary', 'event', 'needs', 'prefers', 'same', 'optional', 'operation'] as const
export const headMembers = ['faults', 'records'] as const
export const stepMembers = ['call', 'ends'] as const
/** Of a fault rule what a role says in its place. */
const PLACED = ['method', 'path', 'event']
export const headFaultMembers: readonly string[] = Object.keys(faultFields).filter((name) => !PLACED.includes(name))
const NAME = /^[a-z][a-z0-9_]{0,62}$/

/** The scenario that a parsed file holds. `stem` is the file's name, which is the scenario's unless it says another. */
export function readScenario(value: unknown, stem: string, source: string): Result<Scenario, readonly PackProblem[]> {
  return new PackReader(stem, source).read(value)
}

/** A story that a person can tell. */
const MOST_ROLES = 64
const MOST_ENTRIES = 256

class PackReader {
  private readonly problems: PackProblem[] = []
  private readonly stem: string
  private readonly source: string

  constructor(stem: string, source: string) {
    this.stem = stem
    this.source = source
  }

  read(value: unknown): Result<Scenario, readonly PackProblem[]> {
    const pack = this.object(value, '', 'a scenario', packMembers)
    const roles = this.roles(pack['roles'])
    const names = roles.map(({ name }) => name)
    const scenario: Scenario = {
      name: this.name(pack['name'] ?? this.stem),
      summary: this.text(pack['summary'] ?? '', '/summary'),
      source: this.source,
      roles,
      head: this.head(pack['head'], roles),
      verify: this.list(pack['verify'], '/verify').map((one, i) => this.expectation(one, `/verify/${i}`, names)),
      steps: this.list(pack['steps'], '/steps').map((one, i) => this.step(one, `/steps/${i}`, names)),
    }
    return this.problems.length === 0 ? ok(scenario) : err(this.problems)
  }

  private name(value: Json): string {
    const name = this.text(value, '/name')
    if (!NAME.test(name))
      this.wrong('/name', `"${name}" is not a valid name: use a-z, digits and "_", at most 63, a letter first`)
    else if (archetypes.some((one) => one.name === name)) this.wrong('/name', `"${name}" is the name of an archetype`)
    return name
  }

  private roles(value: Json | undefined): readonly Role[] {
    if (!isObject(value) || Object.keys(value).length === 0) {
      this.wrong('/roles', 'roles must name at least one role')
      return []
    }
    if (Object.keys(value).length > MOST_ROLES) {
      this.wrong('/roles', `are more than ${MOST_ROLES}`)
      return []
    }
    const before: string[] = []
    return Object.entries(value as JsonObject).map(([name, said]) => {
      const role = this.role(name, said, before)
      before.push(name)
      return role
    })
  }

  private role(name: string, said: Json, before: readonly string[]): Role {
    const at = `/roles/${token(name)}`
    if (!NAME.test(name))
      this.wrong(at, `"${name}" is not a valid name of a role: use a-z, digits and "_", a letter first`)
    const role = this.object(said ?? {}, at, 'a role', roleMembers)
    const same = role['same']
    if (same !== undefined) this.oneOf(same, `${at}/same`, before, 'earlier role')
    return {
      name,
      summary: this.text(role['summary'] ?? '', `${at}/summary`),
      needs: this.facts(role['needs'], `${at}/needs`),
      prefers: this.facts(role['prefers'], `${at}/prefers`),
      ...(this.flag(role['event'], `${at}/event`) ? { event: true } : {}),
      ...(same === undefined ? {} : { same: String(same) }),
      ...(this.flag(role['optional'], `${at}/optional`) ? { optional: true } : {}),
      ...(role['operation'] === undefined ? {} : { operation: this.text(role['operation'], `${at}/operation`) }),
    }
  }

  private facts(value: Json | undefined, at: string): readonly string[] {
    const known = facts.map(({ name }) => name)
    return this.list(value, at).map((one, i) => {
      if (typeof one !== 'string' || findFact(one) === undefined) this.oneOf(one, `${at}/${i}`, known, 'fact')
      return String(one)
    })
  }

  private head(value: Json | undefined, roles: readonly Role[]): Head {
    const head = this.object(value ?? {}, '/head', 'a head', headMembers)
    const records = this.object(head['records'] ?? {}, '/head/records', undefined, [])
    return {
      faults: this.list(head['faults'], '/head/faults').map((one, i) => this.fault(one, `/head/faults/${i}`, roles)),
      records: Object.entries(records).map(([role, values]) => {
        const at = `/head/records/${token(role)}`
        this.oneOf(role, at, namesOf(roles), 'role')
        return { role, values: this.list(values, at).map((one, i) => this.object(one, `${at}/${i}`, undefined, [])) }
      }),
    }
  }

  private fault(value: Json, at: string, roles: readonly Role[]): HeadFault {
    const { role, ...rule } = this.object(value, at, 'a fault', ['role', ...headFaultMembers])
    this.oneOf(role, `${at}/role`, namesOf(roles), 'role')
    this.strikes(
      rule,
      at,
      roles.find(({ name }) => name === role),
    )
    if (rule['kind'] === undefined) this.wrong(at, 'kind is required')
    for (const [name, one] of Object.entries(rule)) {
      const values = name === 'status' && Array.isArray(one) ? (one as readonly Json[]) : [one]
      if (values.length === 0) this.wrong(`${at}/status`, 'must name at least one status')
      const problem = headFaultMembers.includes(name)
        ? values.map((v) => faultFieldProblem(name, v)).find((p) => p)
        : undefined
      if (problem !== undefined) this.wrong(`${at}/${name}`, problem)
    }
    return { role: String(role), rule }
  }

  /** What strikes answers is about a role of operations, what strikes deliveries about one of events. */
  private strikes({ status, ...rule }: JsonObject, at: string, role: Role | undefined): void {
    const known = faultKind(String(rule['kind']))
    if (known === undefined || role === undefined) return
    const [one] = Array.isArray(status) ? (status as readonly Json[]) : [status]
    const stray = meaningless(known, one === undefined ? rule : { ...rule, status: one })
    if (stray !== undefined) this.wrong(at, stray)
    if (known.on === 'webhook' && role.event !== true)
      this.wrong(`${at}/kind`, `${known.kind} strikes an event, and the role "${role.name}" is none (event: true)`)
    if (known.on === 'traffic' && role.event === true)
      this.wrong(`${at}/kind`, `${known.kind} strikes an operation, and the role "${role.name}" is an event`)
  }

  private expectation(value: Json, at: string, roles: readonly string[]): Expectation {
    const said = this.object(value, at, undefined, [])
    const { expect, role, ...settings } = said
    const kind = typeof expect === 'string' ? expectationKind(expect) : undefined
    if (kind === undefined)
      this.oneOf(
        expect,
        `${at}/expect`,
        expectationKinds.map((one) => one.expect),
        'expectation',
      )
    else {
      this.object(said, at, `"${kind.expect}"`, ['expect', 'role', ...Object.keys(kind.settings)])
      for (const [name, setting] of Object.entries(kind.settings))
        this.setting(settings[name], `${at}/${name}`, setting, roles)
    }
    this.oneOf(role, `${at}/role`, roles, 'role')
    return { expect: String(expect), role: String(role), settings: settings as Expectation['settings'] }
  }

  private setting(value: Json | undefined, at: string, kind: SettingKind, roles: readonly string[]): void {
    if (value === undefined) {
      if (kind.required === true) this.wrong(at, 'is required')
    } else if (kind.type === 'role') this.oneOf(value, at, roles, 'role')
    else if (!Number.isInteger(value) || Number(value) < 1) this.wrong(at, 'must be a whole number from 1 on')
  }

  private step(value: Json, at: string, roles: readonly string[]): Step {
    const { call, ends = 'success' } = this.object(value, at, 'a step', stepMembers)
    this.oneOf(call, `${at}/call`, roles, 'role')
    this.oneOf(ends, `${at}/ends`, endings, 'ending')
    return { call: String(call), ends: ends as Ending }
  }

  /** Fields beyond the known ones are problems; `what` undefined knows them not. */
  private object(value: unknown, at: string, what: string | undefined, known: readonly string[]): JsonObject {
    if (!isObject(value)) {
      this.wrong(at, 'must be a mapping')
      return {}
    }
    for (const name of what === undefined ? [] : Object.keys(value))
      if (!known.includes(name))
        this.wrong(`${at}/${token(name)}`, `${what} has no "${name}" (${hintAmong(name, known, 'it has')})`)
    return value as JsonObject
  }

  private list(value: Json | undefined, at: string): readonly Json[] {
    if (value === undefined || value === null) return []
    if (Array.isArray(value) && value.length > MOST_ENTRIES) this.wrong(at, `has more than ${MOST_ENTRIES} entries`)
    else if (Array.isArray(value)) return value as readonly Json[]
    else this.wrong(at, 'must be a list')
    return []
  }

  private text(value: Json, at: string): string {
    if (typeof value === 'string') return value
    this.wrong(at, 'must be a text')
    return ''
  }

  private flag(value: Json | undefined, at: string): boolean {
    if (value !== undefined && typeof value !== 'boolean') this.wrong(at, 'must be true or false')
    return value === true
  }

  private oneOf(value: Json | undefined, at: string, known: readonly string[], what: string): void {
    if (typeof value === 'string' && known.includes(value)) return
    const hint = known.length === 0 ? 'there is none' : hintAmong(String(value), known)
    this.wrong(
      at,
      value === undefined ? `is required: a ${what}` : `"${String(value)}" is not a known ${what} (${hint})`,
    )
  }

  private wrong(pointer: string, message: string): void {
    this.problems.push({ pointer, message })
  }
}

function namesOf(roles: readonly Role[]): readonly string[] {
  return roles.map(({ name }) => name)
}

/** One token of a JSON pointer (RFC 6901, 3). */
function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
