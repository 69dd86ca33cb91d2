/** In what records of operations called by name stand whose names are unique only there: `{shelfName, bookName}`. */
import type { OperationId } from '../../api/description.ts'
import type { IdPlan, OperationPlan } from '../../api/plan.ts'
import { isCalled } from '../paths/paths.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'

/** The links that whatever makes, reads, changes or deletes one by its name has to name, too. */
export function calledScope(
  draft: TypeDraft,
  plans: ReadonlyMap<OperationId, OperationPlan>,
  id: IdPlan,
  reader: Reader,
): readonly string[] {
  if (id.chosenBy === 'server') return []
  const isBulk = ({ kind }: OperationPlan): boolean => kind === 'bulk' && id.chosenBy === 'either'
  const naming = draft.families.flatMap(({ members }) =>
    members.flatMap(({ act }) => {
      const plan = plans.get(act.op.id)
      if (
        plan === undefined ||
        !isCalled(act.op.path) ||
        !(plan.kind === 'create' || isBulk(plan) || isByName(plan, id))
      )
        return []
      const { required } = reader.view(requestSchema(act.op))
      const links = plan.parents.filter((one) => one.in === 'body' && required.has(one.name)).map(({ link }) => link)
      return [{ kind: plan.kind, links }]
    }),
  )
  const [first, ...others] = naming
  if (first === undefined || !naming.some(({ kind }) => kind !== 'create')) return []
  if (id.chosenBy === 'either' && !naming.some(({ kind }) => kind === 'bulk')) return []
  return first.links.filter((link) => others.every(({ links }) => links.includes(link)))
}

function isByName({ target }: OperationPlan, { place }: IdPlan): boolean {
  return target?.in === 'body' && target.property.join('.') === place.join('.')
}
