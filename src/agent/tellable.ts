/**
 * Names that come out of traffic and go to disk, into reports and alerts: steps
 * of paths, names of properties. Clients put names of people and secrets even
 * there, so a name is told where it is a word of the trade, where a description
 * has it, or where it has come again and again. Others are shown as `…`.
 */
import { decodeSegment } from '../http/path-template.ts'
import { isReadable } from '../traffic/readable.ts'
import { isVocabularyText } from '../traffic/vocabulary.ts'
import type { KeptFinding } from './finding-book.ts'

/** As often as by chance or by one client alone nothing comes. */
const OFTEN_STEP = 10
const OFTEN_NAME = 3
const STEP = /^[A-Za-z]{2,24}([_.-][A-Za-z]{1,24}){0,4}$/
const NAME = /^[A-Za-z_$@][\w$.:-]{0,39}$/

export const UNTOLD = '…'

/** A step of a path after another one; behind the name of a collection stands what is one of it. */
export function isTellableStep(step: string, before: string, seen: number): boolean {
  if (step === '' || step === '*' || step.includes('{')) return true
  const text = decodeSegment(step)
  if (isVocabularyText(text)) return true
  return seen >= OFTEN_STEP && STEP.test(text) && !(before.endsWith('s') && isVocabularyText(before))
}

export function isTellableName(name: string, seen: number): boolean {
  return name === '[]' || name === '*' || isVocabularyText(name) || (seen >= OFTEN_NAME && NAME.test(name))
}

/** The template as it may be told, after so many requests to it. */
export function toldTemplate(template: string, seen: number): string {
  const steps = template.split('/')
  return steps.map((step, i) => (isTellableStep(step, steps[i - 1] ?? '', seen) ? step : UNTOLD)).join('/')
}

/** The finding as it may be told. */
export function toldFinding<T extends KeptFinding>(finding: T, isDeclared: boolean): T {
  const { kind, template, field, before, after, count } = finding
  const seen = isDeclared ? Number.POSITIVE_INFINITY : count
  return {
    ...finding,
    template: isDeclared ? template : toldTemplate(template, count),
    field: toldField(field, seen),
    ...(kind === 'enum_value_new' && { before: toldValue(field, before), after: toldValue(field, after) }),
  }
}

/** `data[].owner.name`, or the name of a header. */
function toldField(field: string, seen: number): string {
  return field.replace(/\["[^"]*"\]|[^.[\]]+/g, (name) => (isTellableName(name, seen) ? name : UNTOLD))
}

/** Where choices are known others of that form are told. */
function toldValue(field: string, value: string | null): string | null {
  if (value === null) return null
  const name = /([\w$-]+)(\[\])*$/.exec(field)?.[1] ?? ''
  return isReadable(name, value, 'body', { values: new Set(), fields: new Set([name]) }) ? value : UNTOLD
}
