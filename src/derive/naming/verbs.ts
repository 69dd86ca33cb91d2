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
  const [said, ...others] = words(segment)
  const [first, ...rest] = said === 'by' && MEANINGS.get(others[0] ?? '') === 'search' ? others : [said, ...others]
  const meaning = first === undefined ? undefined : MEANINGS.get(first)
  if (meaning === undefined) return undefined
  if (rest.some((w) => w === 'batch' || w === 'bulk' || w === 'array' || w === 'multiple' || w === 'many'))
    return 'bulk'
  if (rest.includes('list') && meaning === 'create') return 'bulk'
  if (first === 'batches' && rest.length === 0) return undefined
  return meaning
}

/** True for a verb that reads many records at once: `batch-retrieve`, `bulk_get`, `mget`. */
export function readsMany(verb: string): boolean {
  return meaningOf(verb) === 'bulk' && words(verb).some((w) => w === 'mget' || meaningOf(w) === 'read')
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

/** The word of a verb that says what happens: `mark_as_paid` → paid, `cancel_order` → cancel. */
export function doing(verb: string): string {
  const [first = '', ...rest] = words(verb)
  const what = rest.filter((word) => word !== 'as')
  if (first === 'power' && /^(on|off|up|down)$/.test(rest[0] ?? '')) return `power${rest[0]}`
  return /^(mark|set|make|change)$/.test(first) && what.length > 0 ? what.join('') : first
}

const PUTS = /^(add|attach|append|assign|link|connect|invite)$/
const TAKES = /^(remove|detach|unassign|unlink|disconnect|kick)$/

/** What a verb puts with its record, or takes from it: `add_tag`, `removeUsers`; undefined for other verbs. */
export function gathers(verb: string): { readonly noun: string; readonly puts: boolean } | undefined {
  const [first = '', ...rest] = words(verb)
  const puts = PUTS.test(first)
  return rest.length === 0 || !(puts || TAKES.test(first)) ? undefined : { noun: rest.join('_'), puts }
}

/** A verb as it may stand in names and values once done: cancel → cancel, canceled, cancelled. */
export function doneForms(verb: string): readonly string[] {
  const word = doing(verb)
  if (word === '') return []
  const stem = word.endsWith('e') ? word.slice(0, -1) : word.endsWith('y') ? `${word.slice(0, -1)}i` : word
  return [word, `${stem}ed`, `${word}${word.at(-1) ?? ''}ed`, ...(IRREGULAR_FORMS.get(word) ?? [])]
}

const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['send', ['sent']],
  ['pay', ['paid']],
  ['hide', ['hidden']],
  ['withdraw', ['withdrawn']],
  ['freeze', ['frozen']],
  ['reopen', ['open']],
  ['stop', ['stopped']],
])

/** The verbs that a verb takes back: unfollow → follow, resume → pause. */
export function takesBack(verb: string): readonly string[] {
  const word = doing(verb)
  const rest = /^un(\w{3,})$/.exec(word)?.[1]
  return [...(rest === undefined ? [] : [rest]), ...(OPPOSITES.get(word) ?? [])]
}

const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ['enable', ['disable']],
  ['disable', ['enable']],
  ['activate', ['deactivate', 'suspend']],
  ['reactivate', ['deactivate', 'suspend']],
  ['deactivate', ['activate']],
  ['resume', ['pause', 'suspend']],
  ['reinstate', ['suspend', 'deactivate', 'revoke', 'ban']],
  ['restore', ['delete', 'archive', 'trash']],
  ['reopen', ['close']],
  ['open', ['close']],
  ['close', ['open']],
  ['lock', ['unlock']],
  ['detach', ['attach']],
  ['boot', ['shutdown']],
])

/** Where a verb usually leads when no state is named after it; words without separators. */
export function usualOutcomes(verb: string): readonly string[] {
  return OUTCOMES.get(doing(verb)) ?? []
}

const OUTCOMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    enable: ['active', 'on'],
    disable: ['inactive', 'off'],
    activate: ['active', 'enabled'],
    reactivate: ['active', 'enabled'],
    deactivate: ['inactive', 'disabled'],
    resume: ['active', 'running', 'inprogress'],
    unpause: ['active', 'running'],
    unarchive: ['active', 'open'],
    restore: ['active', 'available', 'open'],
    unsuspend: ['active'],
    unfreeze: ['active'],
    unlock: ['active', 'open'],
    capture: ['succeeded', 'completed', 'paid'],
    confirm: ['succeeded', 'active'],
    pay: ['succeeded', 'completed'],
    process: ['processing', 'inprogress', 'completed', 'succeeded'],
    execute: ['completed', 'succeeded', 'running'],
    authorize: ['completed', 'approved'],
    finalize: ['open', 'final', 'completed'],
    finish: ['completed', 'done'],
    complete: ['done', 'finished', 'succeeded', 'closed'],
    resolve: ['closed', 'done'],
    close: ['resolved', 'done', 'inactive'],
    cancel: ['cancelling', 'canceling', 'void', 'voided', 'aborted', 'terminated'],
    abort: ['canceled', 'cancelled', 'stopped'],
    terminate: ['canceled', 'cancelled', 'ended', 'stopped'],
    void: ['canceled', 'cancelled'],
    reject: ['declined', 'denied'],
    decline: ['rejected', 'denied'],
    deny: ['rejected', 'declined'],
    accept: ['approved', 'active', 'confirmed'],
    approve: ['accepted', 'active'],
    suspend: ['inactive', 'idle', 'paused', 'stopped', 'off'],
    pause: ['inactive', 'suspended', 'idle'],
    merge: ['closed', 'completed', 'done'],
    start: ['running', 'active', 'activated', 'inprogress'],
    launch: ['running', 'active', 'inprogress'],
    run: ['running', 'inprogress', 'queued'],
    restart: ['running', 'online', 'active', 'inprogress'],
    deregister: ['inactive'],
    reboot: ['running', 'online', 'on', 'active'],
    kill: ['exited', 'stopped', 'terminated'],
    stop: ['stopping', 'aborted', 'canceled', 'cancelled', 'deactivated', 'inactive', 'exited', 'off'],
    shutdown: ['offline', 'off', 'stopped', 'poweredoff'],
    poweroff: ['off', 'poweredoff', 'stopped', 'offline', 'inactive'],
    powerdown: ['off', 'poweredoff', 'stopped', 'offline', 'inactive'],
    poweron: ['on', 'poweredon', 'running', 'online', 'active'],
    powerup: ['on', 'poweredon', 'running', 'online', 'active'],
    boot: ['running', 'online', 'on', 'active'],
    publish: ['live', 'active', 'open', 'unpaid'],
    unpublish: ['draft', 'inactive'],
    submit: ['pending', 'inreview', 'open'],
    reopen: ['opened', 'active'],
    retry: ['pending', 'queued', 'processing'],
    send: ['open', 'pending', 'queued'],
    ship: ['intransit', 'fulfilled'],
    fulfill: ['completed'],
    redeem: ['used', 'consumed'],
  }),
)
