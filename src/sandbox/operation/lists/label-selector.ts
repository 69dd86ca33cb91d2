/** What labels records must have, as clusters and clouds ask for it: `env=prod,tier!=web,zone in (a, b),owner,!old`. */

import type { Place } from '../../../api/plan.ts'
import { at, isObject, textOf } from '../../../support/json.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

type Holds = (labels: Readonly<Record<string, unknown>>) => boolean

/** Requirements of one request that are heard, and how long their text may be. */
const MOST = 32
const LONGEST = 2_000

/** The test of records whose labels stand at the place. None passes a text that is no selector; each, one without text. */
export function selectorIn(text: string, place: Place): (record: StoredRecord) => boolean {
  if (text.length > LONGEST) return () => false
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim())
  const all = text.trim() === '' ? [] : parts.map(requirement)
  if (all.length > MOST || all.includes(undefined)) return () => false
  return ({ value }) => {
    const labels = at(value, place)
    return all.every((holds) => holds?.(isObject(labels) ? labels : {}) === true)
  }
}

function requirement(part: string): Holds | undefined {
  const set = /^([\w./-]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(part)
  if (set !== null) {
    const [, key = '', word, list = ''] = set
    const values = new Set(list.split(',').map((one) => one.trim()))
    return (labels) => (Object.hasOwn(labels, key) && values.has(textOf(labels[key]))) === (word === 'in')
  }
  const [, not, key = '', sign, value = ''] = /^(!?)\s*([\w./-]+)(?:\s*(==?|!=)\s*([\w./-]*))?$/.exec(part) ?? []
  if (key === '' || (not === '!' && sign !== undefined)) return undefined
  if (sign === undefined) return (labels) => Object.hasOwn(labels, key) !== (not === '!')
  return (labels) => (Object.hasOwn(labels, key) && textOf(labels[key]) === value) !== (sign === '!=')
}
