/**
 * properties, patternProperties, additionalProperties and required in one pass
 * over the object: each name is looked up once, and required ones are counted.
 */
import { isPlainText } from '../../../support/exact-number.ts'
import { isObject } from '../../../support/json.ts'
import { compilePattern, type Pattern } from '../patterns.ts'
import { type Report, spell, step } from '../report.ts'
import { demanded } from './demanded.ts'
import { EXPLAINING, effort, MARKING } from './effort.ts'
import { asSchema, type Check, type Entry, type KeywordDraft, type Members } from './keyword.ts'
import { weightOf } from './weight.ts'

/** Keywords that say something about a string beyond its type. */
const TEXTUAL = [
  ...['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', '$ref', '$dynamicRef', '$recursiveRef'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if'],
]

function isText(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && !TEXTUAL.some((keyword) => keyword in schema)
}

interface Rules {
  readonly entries: ReadonlyMap<string, Entry>
  readonly required: readonly string[]
  readonly patterns: readonly (readonly [Pattern, Check])[]
  /** What judges names that nothing else matches; undefined when anything goes. */
  readonly rest: Check | undefined
  /** True when no other names are allowed. */
  readonly closed: boolean
  /** True when `additionalProperties` stands there at all, so that every name counts as looked at. */
  readonly looksAtAll: boolean
  /** Steps that a name may take which is not declared: every pattern, and what judges the rest. */
  readonly cost: number
}

export function compileMembers(draft: KeywordDraft): void {
  const rules = rulesOf(draft)
  const { entries, required, patterns, rest, closed, looksAtAll } = rules
  if (entries.size === 0 && patterns.length === 0 && !looksAtAll) return
  const accepts = acceptor(rules)
  const isSimple = patterns.length === 0 && (rest === undefined || closed)
  draft.parts.object.push({
    accepts,
    ...(isSimple ? { plan: { entries, closed } } : {}),
    explain(members, pointer, report) {
      for (const name of required)
        if (!isPresent(members, name)) report.add(pointer, 'required', `must have property ${spell(name)}`)
      for (const name of Object.keys(members)) if (!report.full) explainMember(rules, members, name, pointer, report)
    },
    marks(members, evaluated) {
      const names = Object.keys(members)
      effort.spend(names.length * MARKING)
      for (const name of names) if (looksAtAll || isDeclared(rules, name) || matches(rules, name)) evaluated.add(name)
      return accepts(members)
    },
  })
}

function rulesOf({ schema, scope }: KeywordDraft): Rules {
  const inside = scope.inside()
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = demanded(schema, scope.options, scope.exempt)
  const needed = new Set(required)
  const entries = new Map<string, Entry>()
  for (const name of Object.keys(properties)) {
    const property = asSchema(properties[name])
    entries.set(name, { check: inside.node(property), required: needed.has(name), isText: isText(property) })
  }

  for (const name of required)
    if (!entries.has(name)) entries.set(name, { check: undefined, required: true, isText: false })
  const sources = isObject(schema['patternProperties']) ? schema['patternProperties'] : {}
  const patterns: (readonly [Pattern, Check])[] = []
  for (const source of Object.keys(sources)) {
    const pattern = compilePattern(source)
    if (pattern !== undefined) patterns.push([pattern, inside.node(asSchema(sources[source]))])
  }
  const said = schema['additionalProperties']
  const rest = said === undefined || said === true ? undefined : inside.node(asSchema(said))
  const cost = Math.ceil(PATTERN * patterns.length + weightsOf(sources) + weightOf(said))
  return { entries, required, patterns, rest, closed: said === false, looksAtAll: said !== undefined, cost }
}

/** Steps that trying a pattern on a name takes. */
const PATTERN = 10

function weightsOf(schemas: Readonly<Record<string, unknown>>): number {
  return Object.values(schemas).reduce<number>((sum, one) => sum + weightOf(one), 0)
}

function acceptor(rules: Rules): (members: Members) => boolean {
  const { entries, required, patterns, rest, closed } = rules
  if (patterns.length > 0) return general(rules)
  if (closed) return closedTo(entries, required.length)
  if (rest !== undefined) return general(rules)
  return required.length === entries.size && [...entries.values()].every((entry) => entry.check === undefined)
    ? (members) => hasAll(members, required)
    : open(entries, required.length)
}

/** Other names may come. */
function open(entries: ReadonlyMap<string, Entry>, required: number): (members: Members) => boolean {
  return (members) => {
    let missing = required
    for (const name in members) {
      const entry = entries.get(name)
      if (entry === undefined) continue
      const member = members[name]
      if (member === undefined) continue
      if (entry.required) missing--
      if (entry.isText) {
        if (!isPlainText(member)) return false
      } else if (entry.check !== undefined && !entry.check.accepts(member)) return false
    }
    return missing === 0
  }
}

/** No other name may come. */
function closedTo(entries: ReadonlyMap<string, Entry>, required: number): (members: Members) => boolean {
  return (members) => {
    let missing = required
    for (const name in members) {
      const entry = entries.get(name)
      const member = members[name]
      if (member === undefined) continue
      if (entry === undefined || entry.check === undefined) return false
      if (entry.required) missing--
      if (entry.isText ? !isPlainText(member) : !entry.check.accepts(member)) return false
    }
    return missing === 0
  }
}

function general({ entries, required, patterns, rest, cost }: Rules): (members: Members) => boolean {
  return (members) => {
    let missing = required.length
    for (const name in members) {
      const member = members[name]
      if (member === undefined) continue
      const entry = entries.get(name)
      let known = false
      if (entry !== undefined) {
        if (entry.required) missing--
        known = entry.check !== undefined
        if (entry.check !== undefined && !entry.check.accepts(member)) return false
      }
      effort.spend(cost)
      for (const [pattern, check] of patterns)
        if (pattern.test(name)) {
          known = true
          if (!check.accepts(member)) return false
        }
      if (!known && rest !== undefined && !rest.accepts(member)) return false
    }
    return missing === 0
  }
}

function hasAll(members: Members, names: readonly string[]): boolean {
  for (const name of names) if (!isPresent(members, name)) return false
  return true
}

function isPresent(members: Members, name: string): boolean {
  return members[name] !== undefined && Object.hasOwn(members, name)
}

function isDeclared({ entries }: Rules, name: string): boolean {
  return entries.get(name)?.check !== undefined
}

function matches({ patterns }: Rules, name: string): boolean {
  effort.spend(PATTERN * patterns.length + 1)
  return patterns.some(([pattern]) => pattern.test(name))
}

function explainMember(rules: Rules, members: Members, name: string, pointer: string, report: Report): void {
  const member = members[name]
  if (member === undefined) return
  const place = step(pointer, name)
  rules.entries.get(name)?.check?.explain(member, place, report)
  effort.spend(rules.cost * EXPLAINING)
  for (const [pattern, check] of rules.patterns) if (pattern.test(name)) check.explain(member, place, report)
  if (isDeclared(rules, name) || matches(rules, name)) return
  if (rules.closed) report.add(pointer, 'additionalProperties', `must not have property ${spell(name)}`)
  else rules.rest?.explain(member, place, report)
}
