/** Keywords that look at an object as a whole. */
import { isObject } from '../../../support/json.ts'
import { count, Report, spell } from '../report.ts'
import { effort } from './effort.ts'
import { asSchema, assertion, type Check, type KeywordDraft, type Members, numberOf } from './keyword.ts'
import { weightOf } from './weight.ts'

export function compileMinProperties({ parts, value }: KeywordDraft): void {
  const least = numberOf(value)
  if (least === undefined) return
  const clause = (): string => `must have at least ${count(least, 'property', 'properties')}`
  parts.object.push(assertion('minProperties', (members) => namesOf(members).length >= least, clause))
}

export function compileMaxProperties({ parts, value }: KeywordDraft): void {
  const most = numberOf(value)
  if (most === undefined) return
  const clause = (): string => `must have at most ${count(most, 'property', 'properties')}`
  parts.object.push(assertion('maxProperties', (members) => namesOf(members).length <= most, clause))
}

export function compilePropertyNames({ parts, scope, value }: KeywordDraft): void {
  const check = scope.whole().inside().node(asSchema(value))
  const weight = weightOf(value)
  const counted = (members: Members): string[] => {
    const names = namesOf(members)
    effort.spend(Math.ceil(names.length * weight))
    return names
  }
  parts.object.push({
    accepts: (members) => counted(members).every((name) => check.accepts(name)),
    explain(members, pointer, report) {
      for (const name of counted(members)) {
        const own = new Report(1)
        check.explain(name, '', own)
        const [first] = own.found
        if (first !== undefined)
          report.add(pointer, 'propertyNames', `must not have property ${spell(name)}: its name ${first.message}`)
      }
    },
  })
}

export function compileDependentRequired({ parts, scope, value }: KeywordDraft): void {
  if (!isObject(value) || scope.options.partial === true) return
  for (const [name, needed] of Object.entries(value)) {
    if (!Array.isArray(needed)) continue
    const lacking = (members: Members): unknown => needed.find((other) => !isPresent(members, other))
    parts.object.push(
      assertion(
        'dependentRequired',
        (members) => !isPresent(members, name) || lacking(members) === undefined,
        (members) => `must have property ${spell(lacking(members))} when it has ${spell(name)}`,
      ),
    )
  }
}

export function compileDependentSchemas({ parts, scope, value }: KeywordDraft): void {
  if (!isObject(value)) return
  for (const [name, schema] of Object.entries(value)) parts.object.push(when(name, scope.node(asSchema(schema))))
}

function when(name: string, check: Check): Check<Members> {
  return {
    accepts: (members) => !isPresent(members, name) || check.accepts(members),
    explain(members, pointer, report) {
      if (isPresent(members, name)) check.explain(members, pointer, report)
    },
    marks: (members, evaluated) =>
      !isPresent(members, name) || (check.marks?.(members, evaluated) ?? check.accepts(members)),
  }
}

function isPresent(members: Members, name: string): boolean {
  return members[name] !== undefined && Object.hasOwn(members, name)
}

/** Steps that a name takes. */
const NAME = 10

function namesOf(members: Members): string[] {
  const names = Object.keys(members).filter((name) => members[name] !== undefined)
  effort.spend(names.length * NAME)
  return names
}
