/** unevaluatedProperties and unevaluatedItems: asked after everything else of the schema. */
import { isObject } from '../../../support/json.ts'
import { spell, step } from '../report.ts'
import { effort } from './effort.ts'
import { asSchema, type KeywordDraft } from './keyword.ts'
import { weightOf } from './weight.ts'

export function compileUnevaluatedProperties({ scope, parts, value }: KeywordDraft): void {
  const check = scope.inside().node(asSchema(value))
  const weight = weightOf(value)
  parts.leftovers.push({
    marks(candidate, evaluated) {
      if (!isObject(candidate)) return true
      const names = Object.keys(candidate)
      effort.spend(Math.ceil(names.length * (1 + weight)))
      for (const name of names) if (!evaluated.has(name) && !check.accepts(candidate[name])) return false
      evaluated.addAll()
      return true
    },
    explain(candidate, evaluated, pointer, report) {
      if (!isObject(candidate)) return
      for (const name of Object.keys(candidate)) {
        if (evaluated.has(name)) continue
        if (value === false) report.add(pointer, 'unevaluatedProperties', `must not have property ${spell(name)}`)
        else check.explain(candidate[name], step(pointer, name), report)
      }
    },
  })
}

export function compileUnevaluatedItems({ scope, parts, value }: KeywordDraft): void {
  const check = scope.whole().inside().node(asSchema(value))
  const weight = weightOf(value)
  parts.leftovers.push({
    marks(candidate, evaluated) {
      if (!Array.isArray(candidate)) return true
      effort.spend(Math.ceil(candidate.length * (1 + weight)))
      for (let i = 0; i < candidate.length; i++) if (!evaluated.has(i) && !check.accepts(candidate[i])) return false
      evaluated.addAll()
      return true
    },
    explain(candidate, evaluated, pointer, report) {
      if (!Array.isArray(candidate)) return
      candidate.forEach((item, i) => {
        if (evaluated.has(i)) return
        if (value === false) report.add(step(pointer, i), 'unevaluatedItems', 'must not be present')
        else check.explain(item, step(pointer, i), report)
      })
    },
  })
}
