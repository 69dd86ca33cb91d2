/** Forms for operations of one path that are told apart by name: `Action=CreateBook&Tags.member.1.Key=a`. */
import type { HttpRequest } from '../../http/message.ts'
import { type Pair, parseQuery } from '../../http/query.ts'
import { field, isObject, setOwn, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { CompiledOperation } from '../operation/compiled.ts'

const FORM = /^application\/x-www-form-urlencoded/i
const DEPTH = 32

/** True for operations that a parameter of the query names and that declare no form of their own. */
const takesForm = oncePer(({ operation }: CompiledOperation): boolean => {
  if (!/#[^/]*=/.test(operation.path)) return false
  const types = Object.keys(operation.requestBody?.content ?? {})
  const named = operation.parameters.some(({ in: at, name }) => at === 'query' && operation.path.includes(`#${name}=`))
  return named && types.every((type) => /xml/i.test(type))
})

/** The pairs of such a form; undefined for any other request. */
export function calledForm(request: HttpRequest, compiled: CompiledOperation): readonly Pair[] | undefined {
  if (request.body.length === 0 || !takesForm(compiled) || !FORM.test(request.fields.get('content-type') ?? ''))
    return undefined
  return pairsOf(request)
}

const pairsOf = oncePer(({ body }: HttpRequest): readonly Pair[] => parseQuery(new TextDecoder().decode(body)))

/** Those of the pairs that are declared as parameters of the query. */
export function saidInQuery(pairs: readonly Pair[], { operation }: CompiledOperation): readonly Pair[] {
  return pairs.filter(([name]) => operation.parameters.some((p) => p.in === 'query' && p.name === name))
}

/** `X.member.1.Y` is in an array, `X.entry.1.key` and `X.entry.1.value` in an object. */
export function membersOf(pairs: readonly Pair[]): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of pairs) {
    const steps = name.split('.').slice(0, DEPTH)
    let current = root
    for (const step of steps.slice(0, -1)) {
      const known = Object.hasOwn(current, step) ? current[step] : undefined
      const next: Record<string, unknown> = isObject(known) ? (known as Record<string, unknown>) : {}
      setOwn(current, step, next)
      current = next
    }
    setOwn(current, steps.at(-1) ?? '', value)
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, gathered(value)]))
}

const COUNTED = /^[1-9]\d*$/

function gathered(value: unknown): unknown {
  if (!isObject(value)) return value
  const [[only, inner] = ['', undefined], ...others] = Object.entries(value)
  if (others.length === 0 && only === 'entry' && isObject(inner))
    return Object.fromEntries(inOrder(inner).map((one) => [textOf(field(one, 'key')), gathered(field(one, 'value'))]))
  if (others.length === 0 && isObject(inner) && Object.keys(inner).every((key) => COUNTED.test(key)))
    return inOrder(inner).map(gathered)
  if (Object.keys(value).every((key) => COUNTED.test(key))) return inOrder(value).map(gathered)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, gathered(one)]))
}

function inOrder(counted: object): readonly unknown[] {
  return Object.entries(counted)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, one]) => one)
}
