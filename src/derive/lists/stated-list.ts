/** Lists as stated: the style, its inputs, the page sizes. The order is a matter of `newest-first.ts`. */
import { extensions } from '../../api/extensions.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { Because } from '../../api/provenance.ts'
import { field, isObject } from '../../support/json.ts'
import { type Complaints, statedBy, textOf } from '../stated.ts'
import type { Settings } from './style.ts'

export interface StatedList {
  readonly style?: string
  readonly settings: Settings
  readonly defaultSize?: number
  readonly maxSize?: number
  readonly because: Because
}

export const listOrders: readonly string[] = ['newest_first', 'oldest_first']
/** Settings that name an input of the request. */
export const inputSettings: readonly string[] = ['in', 'size', 'after', 'before', 'page', 'offset', 'token', 'back']
/** Settings that name a place of the answer: a name, or names from the outside in. */
export const placeSettings: readonly string[] =
  `hasMore hasPrevious done total totalPages count pageNumber pageSize offsetAt nextOffset nextPage previousPage
nextToken previousToken nextUrl previousUrl firstUrl lastUrl selfUrl firstId lastId`.split(/\s+/)
/** Settings that name a field of the answer's header. */
export const headerSettings: readonly string[] = [
  'totalHeader',
  'totalPagesHeader',
  'nextTokenHeader',
  'nextPageHeader',
]
export const numberSettings: readonly string[] = ['firstPage', 'firstOffset']
export const ownSettings: readonly string[] = ['style', 'order', 'default_size', 'max_size']

/** `x-tool-list` of an operation, its path item or the document; a text is the style. */
export function statedList(
  op: DescribedOperation,
  styles: readonly string[],
  complaints: Complaints,
): StatedList | undefined {
  const stated = statedBy(extensions.list, op, op.id)
  if (stated === undefined) return undefined
  const value = typeof stated.value === 'string' ? { style: stated.value } : stated.value
  if (!isObject(value)) {
    complaints.add(stated, 'must be a style or an object')
    return undefined
  }
  const style = textOf(value, 'style')
  if (style !== undefined && !styles.includes(style)) complaints.unknown(stated, style, styles)
  const order = textOf(value, 'order')
  if (order !== undefined && !listOrders.includes(order)) complaints.unknown(stated, order, listOrders)
  const settings: Record<string, Settings[string]> = {}
  for (const [key, said] of Object.entries(value)) {
    if (ownSettings.includes(key)) continue
    const setting = settingOf(key, said)
    if (setting !== undefined) settings[key] = setting
    else if (!isSetting(key))
      complaints.unknown(stated, key, [
        ...ownSettings,
        ...inputSettings,
        ...placeSettings,
        ...headerSettings,
        ...numberSettings,
      ])
    else complaints.add(stated, `says nothing that "${key}" can be`)
  }
  const defaultSize = size(value, 'default_size')
  const maxSize = size(value, 'max_size')
  return {
    ...(style !== undefined && styles.includes(style) && { style }),
    settings,
    ...(defaultSize !== undefined && { defaultSize }),
    ...(maxSize !== undefined && { maxSize }),
    because: { provenance: stated.provenance, why: stated.why },
  }
}

function isSetting(key: string): boolean {
  return (
    [inputSettings, placeSettings, headerSettings, numberSettings].some((keys) => keys.includes(key)) ||
    key === 'linkHeader'
  )
}

function settingOf(key: string, said: unknown): Settings[string] | undefined {
  if (key === 'linkHeader') return typeof said === 'boolean' ? said : undefined
  if (numberSettings.includes(key)) return said === 0 || said === 1 ? said : undefined
  if (key === 'in') return said === 'query' || said === 'body' ? said : undefined
  if (inputSettings.includes(key) || headerSettings.includes(key)) return typeof said === 'string' ? said : undefined
  if (!placeSettings.includes(key)) return undefined
  if (typeof said === 'string') return said.split('.')
  return Array.isArray(said) && said.every((step) => typeof step === 'string') ? said : undefined
}

/** No page is larger than the largest a list is made of elsewhere. */
const ALL = 10_000

function size(value: object, key: string): number | undefined {
  const said = field(value, key)
  return typeof said === 'number' && Number.isSafeInteger(said) && said > 0 ? Math.min(said, ALL) : undefined
}
