import { type FactKey, factKey } from '../../../api/fact.ts'

/** What must be gone before a record may be deleted. */
export interface RestrictedDelete {
  readonly first: readonly { readonly child: string; readonly link: string }[]
  readonly status: number
}

export const restrictedDelete: FactKey<RestrictedDelete, object> = factKey('restricted-delete')
