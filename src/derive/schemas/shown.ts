/** What an answer shows: a list, or one record. */

import { singularName } from '../naming/words.ts'
import type { Act } from '../paths/path-tree.ts'
import { lastLiteral, type Part } from '../paths/paths.ts'
import { type Found, findRecord, type RecordHints } from './bodies.ts'
import { findList } from './find-list.ts'
import type { Reader } from './reader.ts'

/** What is known of a thing from its collection's path alone. */
export function pathHints(parts: readonly Part[], target?: string): RecordHints {
  const literal = lastLiteral(parts)
  return {
    names: literal === '' ? [] : [literal, singularName(literal)],
    ...(target !== undefined && { params: [target] }),
  }
}

export function listOf(act: Act, hints: RecordHints, reader: Reader): Found | undefined {
  return act.answer.nature === 'data' || act.answer.nature === 'text'
    ? findList(act.answer.media?.schema, asksForPages(act) ? { ...hints, paged: true } : hints, reader)
    : undefined
}

export function recordOf(act: Act, hints: RecordHints, reader: Reader): Found | undefined {
  return act.answer.nature === 'data' ? findRecord(act.answer.media?.schema, hints, reader) : undefined
}

/** Some query parameter asks for a page. */
export function asksForPages(act: Act): boolean {
  return act.op.parameters.some((p) => p.in === 'query' && PAGING.test(p.name))
}

const PAGING =
  /^(limit|cursor|offset|page|page_?size|per_?page|page_?token|iterator|after|starting_after|max_?results)$/i
