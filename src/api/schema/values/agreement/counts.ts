/** Counts of a list that stands beside them, and flags that say whether there is something in it. */

import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'

export function counts(declared: Declared): readonly Rule[] {
  if (declared.numbers.size + declared.flags.size === 0) return []
  return [...[...declared.lists.values()].flatMap((list) => rulesFor(list, declared)), ...pagesOf(declared)]
}

/** So many pages as all that there is takes. */
function pagesOf({ numbers }: Declared): readonly Rule[] {
  const first = (names: string) => names.split(' ').flatMap((name) => numbers.get(name) ?? [])[0]
  const all = first('total total_count total_items total_results total_elements total_hits total_records item_count')
  const size = first('per_page page_size items_per_page hits_per_page results_per_page limit size')
  const pages = first('total_pages page_count pages num_pages last_page')
  if (all === undefined || size === undefined || pages === undefined) return []
  return [
    (held) => {
      const [count, each, said] = [all, size, pages].map((term) => held.number(term))
      if (count === undefined || each === undefined || said === undefined || count <= 0 || each <= 0) return
      if (said !== Math.ceil(count / each)) held.set([pages, Math.ceil(count / each)])
    },
  ]
}

/** Lists that are all there is of an answer. */
const ALL = /^(data|items|results|elements|entries|records|rows|list|objects|hits|values|nodes|edges|docs|documents)$/

function rulesFor(list: Term, { numbers, flags, lists }: Declared): readonly Rule[] {
  const { name } = list
  const one = name.replace(/ies$/, 'y').replace(/s$/, '')
  const own = [`${name}_count`, `${one}_count`, `num_${name}`, `number_of_${name}`, `${name}_total`, `count_of_${name}`]
  const isAll = ALL.test(name) && lists.size === 1
  const general = isAll ? ['count', 'size', 'length', 'number_of_elements', 'item_count', 'result_count'] : []
  const least = [`total_${name}`, ...(isAll ? ['total', 'total_count', 'total_items', 'total_results'] : [])]
  const exact = [...own, ...general].flatMap((one) => numbers.get(one) ?? [])
  const atLeast = least.flatMap((one) => numbers.get(one) ?? [])
  const more = isAll ? ['has_more', 'has_next', 'has_next_page', 'more'].flatMap((one) => flags.get(one) ?? []) : []
  const filled = [`has_${name}`, `has_${one}`].flatMap((one) => flags.get(one) ?? [])
  return [
    ...exact.map(
      (count): Rule =>
        (held) =>
          counted(held, list, count),
    ),
    ...atLeast.map(
      (count): Rule =>
        (held) =>
          counted(held, list, count, true),
    ),
    ...more.map(
      (flag): Rule =>
        (held) =>
          endsHere(held, list, flag),
    ),
    ...filled.map(
      (flag): Rule =>
        (held) =>
          isFilled(held, list, flag),
    ),
  ]
}

/** The list is all there is, where it was not taken from elsewhere. */
function counted(held: Held, list: Term, count: Term, isTotal = false): void {
  const length = held.length(list)
  const said = held.number(count)
  if (length === undefined || said === undefined || said === length) return
  if (!isTotal || said < length || held.isFree(list)) held.set([count, length])
}

function endsHere(held: Held, list: Term, flag: Term): void {
  if (held.length(list) !== undefined && held.value(flag) === true) held.set([flag, false])
}

function isFilled(held: Held, list: Term, flag: Term): void {
  const length = held.length(list)
  if (length !== undefined && held.has(flag) && held.value(flag) !== length > 0) held.set([flag, length > 0])
}
