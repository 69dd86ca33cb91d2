/** `GET /bookmarks` of what `POST /notes/{id}/bookmark` flags: the records with the flag, where nothing else makes what is listed. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { doneForms } from '../../../derive/naming/verbs.ts'
import { plain, singularName, snake } from '../../../derive/naming/words.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'

/** The flagged records, the newest first; undefined for any other list. */
export function flaggedOnes(call: Call): readonly StoredRecord[] | undefined {
  const flagged = flaggedBy(call.compiled, call.runtime)
  if (flagged === undefined) return undefined
  const { plan, flag } = flagged
  return call.resources.records.list(plan.type, { link: '', reverse: true }).filter(({ value }) => value[flag] === true)
}

interface Flagged {
  readonly plan: ResourcePlan
  readonly flag: string
}

const flaggedBy = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): Flagged | undefined => {
  const [, literal] = /\/([\w-]+)$/.exec(operation.path) ?? []
  const component = resource === undefined ? undefined : runtime.view(resource.schema).references[0]
  if (literal === undefined || component === undefined || resource === undefined) return undefined
  if (operation.plan.parents.length > 0) return undefined
  const verb = singularName(snake(literal))
  const done = doneForms(verb)
  for (const plan of runtime.api.head.resources) {
    if (plan !== resource && resource.creatable) continue
    if (runtime.view(plan.schema).references[0] !== component) continue
    const isDone = runtime.operationsOn(plan.type).some((one) => one.plan.kind === 'action' && one.plan.verb === verb)
    const flag = [...allProperties(plan.schema, runtime)].find(
      ([name, schema]) =>
        runtime.view(schema).types.includes('boolean') && done.includes(plain(name).replace(/^is/, '')),
    )
    if (isDone && flag !== undefined) return { plan, flag: flag[0] }
  }
  return undefined
})
