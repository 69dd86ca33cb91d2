import type { ResourcePlan } from '../../api/plan.ts'
import type { ParentFinder } from '../associations/parents.ts'
import type { IdFinding } from '../identity/ids.ts'
import type { StatedLifecycles } from '../lifecycle/stated-lifecycle.ts'
import type { Lent } from '../lists/lent.ts'
import type { ToldPlaces } from '../lists/told-place.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'
import type { Complaints } from '../stated.ts'

/** What planning one operation needs to know of all types. */
export interface Planner {
  readonly reader: Reader
  readonly parents: ParentFinder
  readonly ids: ReadonlyMap<TypeDraft, IdFinding>
  readonly statuses: ReadonlyMap<TypeDraft, ResourcePlan['status']>
  /** What creates by verb name beside their record, found once for each type. */
  readonly beside: Map<TypeDraft, ReadonlyMap<string, TypeDraft>>
  /** Paging inputs that lists lend to those that answer alike. */
  readonly lent: Lent
  /** Where words say that answers of lists hold the token of the next page. */
  readonly told: ToldPlaces
  readonly lifecycles: StatedLifecycles
  /** Takes what is wrong with statements. */
  readonly complaints: Complaints
}
