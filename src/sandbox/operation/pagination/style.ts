import type { ListPlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import type { Page, Refusal } from '../kind.ts'
import type { Selection } from '../lists/selection.ts'

/** How one list style cuts a page. Its parameters and places were recognised by the file of the same name in `derive/lists`. */
export interface ListStyleDefinition {
  readonly style: string
  page(selection: Selection, call: Call, plan: ListPlan): Omit<Page, 'type'> | { readonly refuse: Refusal }
}
