/** Requests with values of another form than the one that is meant. */
import type { HttpRequest } from '../../src/http/message.ts'
import { isObject } from '../../src/support/json.ts'

/** Values that have no text, or that code which takes one for granted trips over. */
const odd: readonly unknown[] = [
  { toString: 1, valueOf: 1 },
  [{ toString: 1, valueOf: 1 }],
  { length: -1 },
  [],
  [null],
  null,
  true,
  1e300,
  -0.5,
  '',
  ' ',
  '__proto__',
  { id: { toString: 1 }, name: [{}] },
  [[[]]],
]

/** The request with one value of its body, or of its query, replaced; the number says which and by what. */
export function spoiled(request: HttpRequest, how: number): HttpRequest {
  const value = odd[how % odd.length]
  const which = Math.floor(how / odd.length)
  const body = bodyOf(request)
  if (body === undefined || body === null || typeof body !== 'object') return request
  const text = JSON.stringify(replaced(body, which % 12, value))
  return { ...request, body: Buffer.from(text) }
}

function bodyOf(request: HttpRequest): unknown {
  if (!/json/i.test(request.fields.get('content-type') ?? '')) return undefined
  try {
    return JSON.parse(Buffer.from(request.body).toString())
  } catch {
    return undefined
  }
}

/** The value with its nth member, counted around, replaced; every third of them one level further in. */
function replaced(value: unknown, nth: number, by: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, i) => (i === nth % value.length ? deeper(one, nth, by) : one))
  if (!isObject(value)) return by
  const names = Object.keys(value)
  const name = names[nth % Math.max(1, names.length)]
  return name === undefined ? value : { ...value, [name]: deeper(value[name], nth, by) }
}

function deeper(value: unknown, nth: number, by: unknown): unknown {
  return nth % 3 === 0 && typeof value === 'object' && value !== null
    ? replaced(value, Math.floor(nth / 3) + 1, by)
    : by
}
