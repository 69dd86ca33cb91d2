/** Inputs that a list does not declare, though other lists of the description that answer alike do. */
import type { DescribedOperation } from '../../api/model.ts'
import type { ListPlan } from '../../api/plan.ts'
import { SIZES } from './names.ts'
import type { Input, Settings } from './style.ts'

/** The paging inputs of lists, by what their answers say around the records. */
export type Lent = ReadonlyMap<string, readonly Input[]>

export interface PlannedList {
  readonly op: DescribedOperation
  readonly list: ListPlan
  /** What the operation declares itself. */
  readonly inputs: readonly Input[]
}

/** The inputs that most lists take whose answers are alike. */
export function lentBy(lists: readonly PlannedList[]): Lent {
  const votes = new Map<string, Map<string, { readonly inputs: readonly Input[]; count: number }>>()
  for (const one of lists) {
    const { settings } = one.list
    const key = one.op.method === 'GET' && leadsOn(one) ? surroundingsOf(settings) : undefined
    if (key === undefined) continue
    const used = new Set(Object.values(settings))
    const inputs = one.inputs.filter((input) => input.in === 'query' && used.has(input.name))
    if (inputs.length === 0) continue
    const names = inputs.map(({ name }) => name).join(' ')
    const known = votes.get(key) ?? new Map()
    votes.set(key, known.set(names, { inputs, count: (known.get(names)?.count ?? 0) + 1 }))
  }
  return new Map(
    [...votes].flatMap(([key, known]) => {
      const [most] = [...known.values()].sort((one, other) => other.count - one.count)
      return most === undefined ? [] : [[key, most.inputs]]
    }),
  )
}

/** True where the request can name a further page. */
export function leadsOn({ list, inputs }: PlannedList): boolean {
  const { page, offset, token, after } = list.settings
  return [page, offset, token, after].some((name) => inputs.some((input) => input.name === name))
}

/** What is lent to a list with this envelope that declares some inputs, but no way on. */
export function lentTo(envelope: Settings, declared: readonly Input[], lent: Lent): readonly Input[] {
  const key = lent.size === 0 ? undefined : surroundingsOf(envelope)
  const inputs = key === undefined ? [] : (lent.get(key) ?? [])
  if ('pageNumber' in envelope && !inputs.some(({ name }) => /page|^p$/i.test(name))) return []
  const isSize = ({ name }: Input): boolean => SIZES.some((names) => names.test(name))
  const isSized = declared.some(isSize)
  return inputs.filter((one) => !declared.some(({ name }) => name === one.name) && !(isSized && isSize(one)))
}

const TELLS = new Set(
  `nextToken nextUrl pageNumber offset offsetAt nextOffset hasMore done nextPage totalPages linkList`.split(' '),
)
const ASIDE = new Set(['selfUrl', 'recordsName', 'count', 'firstId', 'lastId'])

/** The places around the records; undefined where they tell of no further page. */
function surroundingsOf(settings: Settings): string | undefined {
  const places = Object.entries(settings).filter(([setting, value]) => Array.isArray(value) && !ASIDE.has(setting))
  if (!places.some(([setting]) => TELLS.has(setting))) return undefined
  return [...new Set(places.map(([, place]) => [place].flat().join('.')))].sort().join(' ')
}
