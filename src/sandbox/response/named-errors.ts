/**
 * Operations that tell of errors by name and not by status: what they can say stands under statuses that nobody uses
 * (480 and on, without a gap), each described by one name. Their clients find the name in `__type`, and say and read
 * times in JSON as seconds.
 */
import type { Operation, XmlForm } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { MEANT, type NamedErrors, namedErrors } from '../../derive/operations/conflicts.ts'
import { type HttpResponse, json } from '../../http/message.ts'
import { isObject, setOwn } from '../../support/json.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Runtime } from '../runtime.ts'
import { calledError } from './called-xml.ts'

/** What cannot go for what it holds. */
const NOT_EMPTY: readonly RegExp[] = [
  /NotEmpty/,
  /InUse|Conflict|Dependen/,
  /InvalidState|NotAllowed|FailedPrecondition/,
]

/** The names that every service knows. */
const KNOWN_TO_ALL: ReadonlyMap<number, string> = new Map([
  [404, 'ResourceNotFoundException'],
  [409, 'ConflictException'],
  [429, 'ThrottlingException'],
  [403, 'AccessDeniedException'],
])

/** The refusal by its name; undefined where the operation names none. */
export function namedRefusal(
  refusal: Refusal,
  operation: Operation,
  xml: XmlForm | undefined,
): HttpResponse | undefined {
  const errors = namedErrors(operation) ?? (xml === undefined ? undefined : NONE_IN_XML)
  if (errors === undefined || refusal.status < 400 || refusal.status >= 500) return undefined
  const name = nameFor(refusal, errors.names)
  const { status, message, fields = [] } = refusal
  if (!errors.isXml) return json(errors.isFlat ? 400 : status, { __type: name, message, Message: message }, fields)
  if (xml !== undefined) return calledError(status, name, message, fields)
  if (!errors.isFlat) return undefined
  return calledError(status === 404 ? 404 : 400, onTheWire(name), message, fields)
}

const NONE_IN_XML: NamedErrors = { names: [], isFlat: false, isXml: true }

/** Of operations told apart by name: what is declared as `BookNotFoundException` is called `BookNotFound`. */
function onTheWire(name: string): string {
  return name.replace(/Exception$/, '')
}

/** Of several names that fit, the one that speaks most of what the message speaks of; where none does, that of a wrong request. */
function nameFor({ status: told, message, code }: Refusal, names: readonly string[]): string {
  const status = told === 401 ? 403 : told
  const fitting = meaning(status, names, code)
  const about = plain(message)
  const own = fitting
    .filter((name) => of(name) !== '' && of(name) !== plain(name) && about.includes(of(name)))
    .sort((a, b) => of(b).length - of(a).length)[0]
  const wrong = status === 404 || status === 409 ? meaning(400, names)[0] : undefined
  return own ?? fitting[0] ?? wrong ?? KNOWN_TO_ALL.get(status) ?? 'ValidationException'
}

function meaning(status: number, names: readonly string[], code = ''): readonly string[] {
  const meant = (code === 'not_empty' ? NOT_EMPTY : undefined) ?? MEANT.get(status) ?? MEANT.get(400) ?? []
  return meant.flatMap((words) => names.filter((name) => words.test(name)))
}

/** What a name says is not there, or there already. */
function of(name: string): string {
  return plain(
    name.replace(/(NotFound|AlreadyExists|Exists|InUse|Does).*$/, '').replace(/^(Invalid|NoSuch)|Exception$/g, ''),
  )
}

/** True where an operation names the error of a record of this type that is not there; `byName` one of that type alone. */
export function knowsAbsence(operation: Operation, type: string, byName = false): boolean {
  const { names = [] } = namedErrors(operation) ?? {}
  return meaning(404, names).some((name) => {
    const said = of(name)
    const isOfAny = /^(|resource|entity)$/.test(said)
    return isOfAny ? !byName : said !== plain(name) && plain(type).endsWith(said)
  })
}

/** True where clients say and read times of this JSON as seconds. */
export function readsSeconds(operation: Operation, mediaType: string | undefined): boolean {
  return namedErrors(operation)?.isXml === false && /json/i.test(mediaType ?? '')
}

/** The value with every time in seconds. */
export function inSeconds(runtime: Pick<Runtime, 'view'>, value: unknown, schema: Schema | undefined): unknown {
  return withTimes(runtime, value, schema, (time) => {
    const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
    return Number.isNaN(at) ? time : at / 1000
  })
}

/** The value with every time that is told in seconds as RFC 3339 writes it; what it cannot write stays a number. */
export function fromSeconds(runtime: Pick<Runtime, 'view'>, value: unknown, schema: Schema | undefined): unknown {
  return withTimes(runtime, value, schema, (time) => {
    const at = typeof time === 'number' ? new Date(time * 1000) : undefined
    const isWritten = at !== undefined && /^\d{1,4}$/.test(String(at.getUTCFullYear()))
    return isWritten ? at.toISOString() : time
  })
}

function withTimes(
  runtime: Pick<Runtime, 'view'>,
  value: unknown,
  schema: Schema | undefined,
  told: (time: unknown) => unknown,
): unknown {
  const { properties, items, keywords } = runtime.view(schema)
  if (keywords['format'] === 'date-time') return told(value)
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one) => withTimes(runtime, one, items, told))
  if (!isObject(value)) return value
  const all: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const property = properties.get(name)
    setOwn(all, name, property === undefined ? one : withTimes(runtime, one, property, told))
  }
  return all
}
