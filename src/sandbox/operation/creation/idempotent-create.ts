/** "A 200 means that it was there already": what a create that is sent twice answers the second time. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'
import { inputsOf } from '../input.ts'

/** The record under the same parents that says all that is sent, where words tell of such. */
export function thereAlready(call: Call, { type }: ResourcePlan, links: Links): StoredRecord | undefined {
  if (!answersTwice(call.compiled)) return undefined
  const [input = {}, ...others] = inputsOf(call)
  const said = Object.entries(input)
  if (others.length > 0 || said.length === 0) return undefined
  const { link, filter } = call.resources.indexFor(links)
  const around = Object.entries(filter)
  return call.resources.records
    .list(type, { link, reverse: false, limit: MOST })
    .find(
      (record) =>
        around.every(([name, id]) => record.links[name] === id) &&
        said.every(([name, value]) => textOf(record.value[name]) === textOf(value)),
    )
}

/** Records that are looked at. */
const MOST = 1_000
const LONGEST = 4_000
const TOLD = /\b200\b[^.]{0,100}\balready\b|\balready\b[^.]{0,100}\b200\b/i
const OWN = /\balready\b|\bexist(s|ed|ing)\b/i

const answersTwice = oncePer(({ operation }: CompiledOperation): boolean => {
  const { responses, summary = '', description = '' } = operation
  const [old, made] = [responses['200'], responses['201']]
  if (old === undefined || made === undefined) return false
  return OWN.test(old.description.slice(0, LONGEST)) || TOLD.test(`${summary} ${description}`.slice(0, LONGEST))
})
