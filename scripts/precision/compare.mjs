/** What was sent against what is shown, and what is shown that nobody sent. */
import { flat } from './bodies.mjs'
import { at, fillPath, isObject } from './drive.mjs'

const DEPTH = 6

/** Every member that was sent and that the answer's schema declares and takes is shown as it was sent. */
export function compare(bar, where, { sent, shown, asked, told }, runtime, pointer = '', depth = 0) {
  const [request, answer] = [runtime.view(asked), runtime.view(told)]
  for (const [name, value] of Object.entries(sent)) {
    const declared = answer.properties.get(name)
    if (declared === undefined || !runtime.accepts(declared, value) || (value === null && depth === 0 && isId(name)))
      continue
    const view = runtime.view(declared)
    if (view.keywords.writeOnly === true || view.keywords.readOnly === true) continue
    const own = request.properties.get(name)
    if (own !== undefined && runtime.view(own).keywords.writeOnly === true) continue
    const there = isObject(shown) && Object.hasOwn(shown, name) ? shown[name] : undefined
    if (isObject(value) && isObject(there) && depth < DEPTH && view.properties.size > 0) {
      compare(
        bar,
        where,
        { sent: value, shown: there, asked: own, told: declared },
        runtime,
        `${pointer}/${name}`,
        depth + 1,
      )
      continue
    }
    if (Array.isArray(value) && Array.isArray(there) && value.length === there.length && value.every(isObject)) {
      for (const [i, one] of value.entries()) {
        const inside = { sent: one, shown: there[i], asked: runtime.view(own).items, told: view.items }
        compare(bar, where, inside, runtime, `${pointer}/${name}/${i}`, depth + 1)
      }
      continue
    }
    bar.all++
    if (isSame(value, there)) bar.good++
    else bar.bad.push(`${where}: ${pointer}/${name} ${short(value)} → ${short(there)}`)
  }
}

/** An id that is null asks for one. */
const isId = (name) => /^(id|key|uuid|name|slug)$/i.test(name)

/** Equal, but that objects may show more than was sent. */
function isSame(sent, shown) {
  if (Array.isArray(sent))
    return Array.isArray(shown) && sent.length === shown.length && sent.every((one, i) => isSame(one, shown[i]))
  if (isObject(sent)) return isObject(shown) && Object.entries(sent).every(([name, one]) => isSame(one, shown[name]))
  return sent === shown
}

const short = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 60)

/** Ids of records of another type that nobody sent, and that an operation reads by: each is asked for. */
export function ghostsIn(bar, where, { sent, record, request, plan }, context, ask) {
  const said = new Set(textsOf(sent))
  for (const value of request.values.values()) said.add(String(value))
  for (const [pointer, name, value] of membersOf(record)) {
    const type = typeNamed(name, context)
    // Under the name of its own type a record speaks of itself.
    if (
      type === undefined ||
      flat(name) === `${flat(plan.type)}id` ||
      said.has(String(value)) ||
      value === at(record, plan.id.place)
    )
      continue
    const read = context.api.head.operations.find(
      (one) => one.plan.type === type && one.plan.kind === 'read' && one.plan.target?.in === 'path',
    )
    const path = read && fillPath(read, new Map([...request.values, [read.plan.target.name, value]]), context)
    if (path === undefined) continue
    const { status } = ask(read, path)
    bar.all++
    if (status === 404) bar.bad.push(`${where}: ${pointer} ${short(value)} is no ${type}`)
    else bar.good++
  }
}

/** `coupon_id` and `last_coupon_id` are of the type `coupon`; the longest that fits. */
function typeNamed(name, { api }) {
  const [, stem] = /^(.+?)(?:_id|Id|ID)$/.exec(name) ?? []
  if (stem === undefined) return undefined
  const fits = api.head.resources.filter(
    ({ type, singleton }) => singleton !== true && (flat(stem) === flat(type) || flat(stem).endsWith(`${flat(type)}`)),
  )
  const words = stem
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/)
  const ends = words.map((_, i) => flat(words.slice(i).join('')))
  return fits.filter(({ type }) => ends.includes(flat(type))).sort((a, b) => b.type.length - a.type.length)[0]?.type
}

function* membersOf(value, pointer = '', depth = 0) {
  if (depth > 3) return
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' || typeof one === 'number') yield [`${pointer}/${name}`, name, one]
    else if (isObject(one)) yield* membersOf(one, `${pointer}/${name}`, depth + 1)
    else if (Array.isArray(one))
      for (const [i, element] of one.entries())
        if (isObject(element)) yield* membersOf(element, `${pointer}/${name}/${i}`, depth + 1)
  }
}

function* textsOf(value) {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsOf(one)
}
