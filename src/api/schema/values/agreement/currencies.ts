/** One record is in one currency: that which was said, where the others were not. */
import type { Declared } from './declared.ts'
import type { Rule } from './held.ts'

export function currencies({ currencies: all }: Declared): readonly Rule[] {
  if (all.length < 2) return []
  return [
    (held) => {
      const there = all.filter((term) => typeof held.value(term) === 'string')
      if (new Set(there.map((term) => held.value(term))).size < 2) return
      const [told, ...others] = new Set(there.filter((term) => held.isTold(term)).map((term) => held.value(term)))
      if (told !== undefined && others.length === 0) {
        for (const term of there) held.replace(term, told)
        return
      }
      const said = there.filter((term) => !held.isFree(term)).map((term) => held.value(term))
      const [only] = said
      if (only === undefined || said.some((one) => one !== only)) return
      for (const term of there) held.set([term, only])
    },
  ]
}
