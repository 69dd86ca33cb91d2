/** allOf, not, if/then/else. */
import { isObject } from '../../../support/json.ts'
import { exemptIn } from './demanded.ts'
import { Evaluated } from './evaluated.ts'
import { asSchema, type Check, type KeywordDraft } from './keyword.ts'

export function compileAllOf({ schema, scope, parts, value }: KeywordDraft): void {
  if (!Array.isArray(value)) return
  const shared = scope.exempting(exemptIn(schema, scope.options))
  const asked = new Set<unknown>()
  for (const part of value) {
    const one = onlyReference(part) ?? part
    if (!asked.has(one)) parts.any.push(shared.node(asSchema(part)))
    asked.add(one)
  }
}

/** What a part refers to, where that is all it says: equal ones are asked once. */
function onlyReference(part: unknown): string | undefined {
  if (!isObject(part)) return undefined
  const [[name, reference] = [], ...others] = Object.entries(part)
  return name === '$ref' && typeof reference === 'string' && others.length === 0 ? reference : undefined
}

export function compileNot({ scope, parts, value }: KeywordDraft): void {
  const check = scope.whole().node(asSchema(value))
  parts.any.push({
    accepts: (candidate) => !check.accepts(candidate),
    explain(candidate, pointer, report) {
      if (check.accepts(candidate)) report.add(pointer, 'not', 'must not match the schema that is ruled out')
    },
  })
}

export function compileIf({ schema, scope, parts, value }: KeywordDraft): void {
  const condition = scope.whole().node(asSchema(value))
  const branch = (keyword: 'then' | 'else'): Check | undefined =>
    schema[keyword] === undefined ? undefined : scope.node(asSchema(schema[keyword]))
  const [yes, no] = [branch('then'), branch('else')]
  parts.any.push({
    accepts: (candidate) => (condition.accepts(candidate) ? yes : no)?.accepts(candidate) ?? true,
    explain: (candidate, pointer, report) =>
      (condition.accepts(candidate) ? yes : no)?.explain(candidate, pointer, report),
    marks(candidate, evaluated) {
      const own = new Evaluated()
      const holds = marks(condition, candidate, own)
      if (holds) evaluated.merge(own)
      const next = holds ? yes : no
      return next === undefined || marks(next, candidate, evaluated)
    },
  })
}

/** The marking verdict of any check. */
export function marks(check: Check, value: unknown, evaluated: Evaluated): boolean {
  return check.marks === undefined ? check.accepts(value) : check.marks(value, evaluated)
}
