/** `POST /queues/{id}:purge`: what stands inside a record goes, and the record stays. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Refused } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'
import { deleteOne, type Inside, insideOf, recordsInside } from '../delete-one.ts'

const EMPTIES = /^(purge|empty|clear|flush|truncate|clear_all|delete_all|remove_all)(_|$)/
const LONGEST = 2_000

/** Takes out what the verb empties its record of; why it does not, where something of that stays. */
export function emptyOut(call: Call, plan: ResourcePlan, record: StoredRecord): Refused | undefined {
  const held = emptiesOf(call.compiled, call.runtime)
  const id = held.length === 0 ? undefined : idText(at(record.value, plan.id.place))
  if (id === undefined) return undefined
  for (const one of held)
    for (const inner of recordsInside(call, one, record, id)) {
      const refused = deleteOne(call, one.child, inner, { isOneOfSeveral: true })
      if (refused !== undefined) return refused
    }
  return undefined
}

/** What the words name of what lives inside the record, or the verb; all of it where that is of one kind. */
const emptiesOf = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): readonly Inside[] => {
  const { verb = '' } = operation.plan
  if (resource === undefined || !EMPTIES.test(verb)) return []
  const held = insideOf(resource, runtime)
  const said = plain(`${verb} ${operation.summary ?? ''} ${operation.description ?? ''}`.slice(0, LONGEST))
  const named = held.filter(({ child }) => said.includes(`${plain(child.type.split('_').at(-1) ?? child.type)}s`))
  return named.length > 0 || held.length > 1 ? named : held
})
