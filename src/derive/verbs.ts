/** What a verb in a path or an operationId means for the records it is about. */
import { words } from './words.ts'

export type Meaning =
  | 'create'
  | 'read'
  | 'list'
  | 'update'
  | 'replace'
  | 'delete'
  | 'search'
  | 'count'
  | 'bulk'
  | 'upload'
  | 'exists'

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    create: 'create',
    add: 'create',
    new: 'create',
    insert: 'create',
    post: 'create',
    register: 'create',
    make: 'create',
    get: 'read',
    info: 'read',
    retrieve: 'read',
    show: 'read',
    read: 'read',
    fetch: 'read',
    details: 'read',
    detail: 'read',
    describe: 'read',
    inspect: 'read',
    view: 'read',
    lookup: 'read',
    find: 'search',
    findby: 'search',
    list: 'list',
    index: 'list',
    all: 'list',
    listall: 'list',
    update: 'update',
    edit: 'update',
    modify: 'update',
    patch: 'update',
    change: 'update',
    replace: 'replace',
    upsert: 'replace',
    save: 'replace',
    put: 'replace',
    delete: 'delete',
    remove: 'delete',
    destroy: 'delete',
    del: 'delete',
    search: 'search',
    query: 'search',
    filter: 'search',
    count: 'count',
    exists: 'exists',
    batch: 'bulk',
    bulk: 'bulk',
    batches: 'bulk',
    mget: 'bulk',
    many: 'bulk',
    multi: 'bulk',
    upload: 'upload',
    import: 'bulk',
  } satisfies Record<string, Meaning>),
)

/** The meaning of a path segment that is a verb (`create`, `batch-delete`, `findByStatus`); undefined for a noun. */
export function meaningOf(segment: string): Meaning | undefined {
  const [first, ...rest] = words(segment)
  const meaning = first === undefined ? undefined : MEANINGS.get(first)
  if (meaning === undefined) return undefined
  if (rest.some((w) => w === 'batch' || w === 'bulk' || w === 'array' || w === 'multiple' || w === 'many'))
    return 'bulk'
  if (rest.includes('list') && meaning === 'create') return 'bulk'
  if (first === 'batches' && rest.length === 0) return undefined
  return meaning
}

/** The meaning of an operationId such as `createCustomer`, `customers_list`, `Customers.Retrieve`. */
export function meaningOfId(id: string): Meaning | undefined {
  const all = words(id).filter((word) => word !== 'post')
  const first = all[0] === undefined ? undefined : MEANINGS.get(all[0])
  if (first !== undefined) return first
  const last = all.at(-1)
  return last === undefined ? undefined : MEANINGS.get(last)
}

const ACTIONS = new Set(
  `abort accept acknowledge activate allocate approve archive assign attach attest authorize ban block bookmark calculate cancel capture charge check
claim clear clone close commit complete confirm connect convert copy deactivate decline deny deploy detach disable disconnect dismiss dispute disburse downgrade
download duplicate enable end exchange execute expire export extend favorite finalize finish fire flag follow forward freeze fulfill generate give hide hold ignore
increment invalidate invite issue join kick kill leave like link lock login logout mark merge migrate move mute notify onboard open optout pause pay pin ping play power
preview process promote provision prune publish pull push rate react reactivate rebuild recalculate recover redeem redeliver refresh refund reject release reload remind
remove rename render renew reopen reorder repair replay reply report request resend reset resize resolve restart restore restrict resume retry return reverse revert review revoke
rollback rotate run scale schedule send set share ship shutdown sign simulate skip snooze split stage star start stop submit subscribe suspend swap switch sync tag terminate test
toggle touch transfer trigger unarchive unassign unban unblock undelete undo unfavorite unfollow unfreeze unhold uninstall unlink unlock unmute unpause unpin unpublish unshare unstar
unsubscribe untag update upgrade validate verify vote void wait wake withdraw write prepare resync void whitelist blacklist enroll unenroll fail accrue adjust apply finalise cancelorder markpaid`.split(
    /\s+/,
  ),
)

/** True when a path segment reads as something done to a record (`cancel`, `markUncollectible`). */
export function isActionWord(segment: string): boolean {
  const [first] = words(segment)
  return first !== undefined && ACTIONS.has(first)
}
