/** The name that a thing had before was another: `old_name` beside `name`. */
import type { Declared } from './declared.ts'
import type { Rule } from './held.ts'

export function again({ texts }: Declared): readonly Rule[] {
  return [...texts].flatMap(([name, before]) => {
    const now = /^(?:old|previous|prior|former|original)_(.+)$/.exec(name)?.[1]
    const term = now === undefined ? undefined : (texts.get(now) ?? texts.get(`new_${now}`))
    if (term === undefined) return []
    const differ: Rule = (held) => {
      const value = held.value(before)
      if (typeof value !== 'string' || value !== held.value(term)) return
      const other = held.another(before)
      if (other !== undefined && other !== value) held.set([before, other])
    }
    return [differ]
  })
}
