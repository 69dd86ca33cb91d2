/**
 * What one object says twice of the same thing: `bot_id` and the `id` of its `bot_profile`, `created_by` and `updated_by`
 * of what nobody else changed, `team` here and `team_id` one step below, and what words say is the same as another.
 */
import { textOf } from '../../../../support/json.ts'
import { snakeName } from '../names.ts'
import type { Property } from '../shape.ts'
import type { Declared, Term } from './declared.ts'
import type { Rule } from './held.ts'

export function twins({ properties }: Declared): readonly Rule[] {
  const named = new Map<string, Term>()
  for (const property of properties) {
    const name = snakeName(property.name)
    if (!property.writeOnly && !named.has(name)) named.set(name, { name, property, inner: undefined })
  }
  const terms = [...named.values()]
  return [...terms.flatMap((term) => inObjects(term, named)), ...makers(terms, named), ...bySayings(terms, named)]
}

const IDENTITY = 'u?id|uuid|gid|guid|sid|key|slug|name|email|username|login|handle|number'
const OF_OBJECT = new RegExp(`^(.+)_(${IDENTITY})$`)
const AROUND = /^(.+?)(?:_(?:profile|info|details|object|summary|data))?$/
/** Who keeps the whole of it: one answer is of one of them. */
const TENANT = /^(team|workspace|organi[sz]ation|org|tenant|merchant|enterprise)(?:_id)?$/

/** What an object says of what it tells of, and what stands beside it. */
function inObjects(object: Term, named: ReadonlyMap<string, Term>): readonly Rule[] {
  const { property } = object
  if (property.shape.kind !== 'object') return []
  const stem = AROUND.exec(object.name)?.[1] ?? object.name
  return property.shape.properties.flatMap((inner): readonly Rule[] => {
    const name = snakeName(inner.name)
    const own = name.startsWith(`${stem}_`) ? name.slice(stem.length + 1) : name
    const outer = named.get(`${stem}_${own}`)
    const within: Term = { name: object.name, property, inner }
    if (outer !== undefined && OF_OBJECT.test(outer.name)) return same(outer, within)
    const tenant = TENANT.exec(name)?.[1]
    const around = tenant === undefined ? undefined : (named.get(`${tenant}_id`) ?? named.get(tenant))
    if (around === undefined || around === object) return []
    return same(around, within, { isCode: around.name !== name })
  })
}

const CHANGER = /^(?:last_)?(?:updated|modified|edited|changed)_by(_.+)?$/

/** Who changed it last is who made it, where nobody says otherwise. */
function makers(terms: readonly Term[], named: ReadonlyMap<string, Term>): readonly Rule[] {
  return terms.flatMap((changer) => {
    const found = CHANGER.exec(changer.name)
    const maker = found === null ? undefined : named.get(`created_by${found[1] ?? ''}`)
    return maker === undefined ? [] : same(maker, changer)
  })
}

const SAME_AS =
  /\b(?:alias (?:for|of)|(?:same|identical)(?: value| id| identifier)? (?:as|to)) (?:the )?[`'"]([\w.-]{1,40})[`'"](?! (?:if|unless|when|but|except|minus|plus)\b)/i
const OLD_NAME =
  /\bdeprecated\b[^.]{0,40}[.:;,]? ?\b(?:use|in favou?r of|replaced by|renamed to) (?:the )?[`'"]?([\w-]{1,40}_?id)\b/i

/** What words say is the same, and the former name of an id. */
function bySayings(terms: readonly Term[], named: ReadonlyMap<string, Term>): readonly Rule[] {
  return terms.flatMap((term) => {
    const said = textOf(term.property.shape.view.keywords['description']).slice(0, 300)
    const other = SAME_AS.exec(said)?.[1] ?? (/_id$/.test(term.name) ? OLD_NAME.exec(said)?.[1] : undefined)
    const meant = other === undefined ? undefined : named.get(snakeName(other))
    return meant === undefined || meant === term ? [] : same(meant, term, { fills: true })
  })
}

interface Terms {
  /** What is null is told as well. */
  readonly fills?: boolean
  /** Names may be names: only codes are the same under the name of an id and without it. */
  readonly isCode?: boolean
}

/** The second follows the first, unless only the second was said. */
function same(first: Term, second: Term, { fills = false, isCode = false }: Terms = {}): readonly Rule[] {
  if (!isAlike(first.inner ?? first.property, second.inner ?? second.property)) return []
  return [
    (held) => {
      const [one, other] = [held.value(first), held.value(second)]
      if (one === other || one === undefined || other === undefined) return
      if (one === null || (other === null && !fills)) return
      if (isCode && ![one, other].every((value) => typeof value !== 'string' || CODE.test(value))) return
      if (held.isFree(second)) held.set([second, one])
      else if (other !== null) held.set([first, other])
    },
  ]
}

const CODE = /^(?=\D*\d)[\w-]+$/

/** Both are scalars, or both are objects, of one type, and no choice. */
function isAlike(one: Property, other: Property): boolean {
  const [own, its] = [one.shape, other.shape]
  if (own.kind !== its.kind || !/^(scalar|object)$/.test(own.kind)) return false
  if (own.view.keywords['enum'] !== undefined || its.view.keywords['enum'] !== undefined) return false
  return own.view.types.some((type) => type !== 'boolean' && its.view.types.includes(type))
}
