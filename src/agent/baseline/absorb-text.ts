/** What is learned of a text: its format, and whether it is one of few words. */

import { ANOTHER, isTellableWord } from '../tellable.ts'
import type { Absorbing } from './absorb.ts'
import { mayHoldWords, nameOf } from './enumeration.ts'
import type { Field } from './field.ts'
import { textFormat } from './text-format.ts'

/** Words of one field that are kept while it may be an enumeration. */
const MOST_WORDS = 20
/** Words that came after what is normal was settled; more show that the list is not closed. */
const MOST_NEW = 3
const WORD = /^[A-Za-z][A-Za-z0-9]*(?:[_ .-][A-Za-z0-9]+){0,3}$/
const DIGITS = /\d{3}|\d.*\d.*\d/

export function noteText(field: Field, text: string, into: Absorbing, isQuiet: boolean, isLearning: boolean): void {
  if (text === '') return
  if (field.values !== null) noteWord(field, text, into, isQuiet, isLearning)
  if (field.format === 'text') return
  const format = textFormat(text)
  if (format === field.format) {
    field.formatAt = into.sample
    return
  }
  if (isLearning || isQuiet) {
    field.format = field.format === undefined ? format : 'text'
    field.formatAt = into.sample
    return
  }
  field.otherFormat = format
  field.otherFormatAt = into.sample
  if (field.format !== undefined && field.format !== 'digits' && field.format !== 'time' && !into.isVolatile(field))
    into.odds.push({ sort: 'format', field, format, contradicts: false })
}

function noteWord(field: Field, text: string, into: Absorbing, isQuiet: boolean, isLearning: boolean): void {
  if (field.values === undefined && !mayHoldWords(field)) {
    field.values = null
    return
  }
  if (field.digest !== undefined) recognise(field, text, field.digest)
  const known = field.values?.get(text)
  if (known !== undefined || isWord(text)) noteUnknown(field, text, into)
  if (known !== undefined) {
    known.count++
    known.at = into.sample
    if (known.isNew && !isQuiet && !isLearning && field.isEnum && !into.isVolatile(field))
      into.odds.push({ sort: 'value', field, value: shownWord(field, text, into), contradicts: false })
    return
  }
  if (!isWord(text)) {
    forgetWords(field, into)
    return
  }
  if (!isLearning && !field.isEnum) return
  field.values ??= new Map()
  const { values } = field
  if (values.size >= MOST_WORDS || into.room.left <= 0) {
    forgetWords(field, into)
    return
  }
  const isNew = !isLearning && !isQuiet
  values.set(text, { count: 1, at: into.sample, isNew })
  into.room.left -= 0.25
  if (!isNew) field.valuesNewAt = field.seen
  else if ([...values.values()].filter((value) => value.isNew).length > MOST_NEW) field.isEnum = false
  else if (!into.isVolatile(field))
    into.odds.push({ sort: 'value', field, value: shownWord(field, text, into), contradicts: false })
}

/** What may be somebody's is not told. */
export function shownWord(field: Field, text: string, { told }: Absorbing): string {
  return isTellableWord(nameOf(field), text, told) ? text : ANOTHER
}

/** Words that many clients show become known. */
function noteUnknown(field: Field, text: string, into: Absorbing): void {
  if (!isTellableWord(nameOf(field), text, into.told)) into.note(text)
}

/** A word that was kept as its digest is known by its text again. */
function recognise({ values }: Field, text: string, digest: (word: string) => string): void {
  if (values == null || values.has(text)) return
  const hidden = digest(text)
  const known = values.get(hidden)
  if (known === undefined) return
  values.delete(hidden)
  values.set(text, known)
}

function isWord(text: string): boolean {
  return text.length <= 32 && WORD.test(text) && !DIGITS.test(text)
}

/** Its texts are no enumeration, for ever. A new text of an enumeration that is no word leaves it as it was. */
function forgetWords(field: Field, into: Absorbing): void {
  if (field.isEnum) return
  into.room.left += 0.25 * (field.values?.size ?? 0)
  field.values = null
}
