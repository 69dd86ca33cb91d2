/**
 * What a description implies: which operations serve which resource type, and
 * how. Made by `derive`, kept in the imported model, read by `sandbox`.
 */
import type { JsonObject } from '../support/json.ts'
import type { OperationId, ResourceType } from './description.ts'
import type { Facts } from './fact.ts'
import type { Because } from './provenance.ts'
import type { Schema } from './schema/schema.ts'
import type { Switches } from './switches.ts'

/** Property names from the root of a JSON value; [] is the value itself. */
export type Place = readonly string[]

export type OperationKind =
  | 'create'
  | 'read'
  | 'list'
  | 'update'
  | 'replace'
  | 'delete'
  | 'action'
  | 'search'
  | 'singleton'
  | 'bulk'
  | 'upload'
  | 'stream'
  | 'passthrough'

export interface OperationPlan extends Because {
  readonly kind: OperationKind
  /** The type it works on; undefined for passthrough. */
  readonly type?: ResourceType
  /** How the request names the record it addresses; undefined where it addresses none (create, list). */
  readonly target?: TargetPlan
  /** Path (or query, body) parameters that name a parent of the addressed record or collection. */
  readonly parents: readonly ParentPlan[]
  /** Where the record stands in the request body; undefined when the body is no record. */
  readonly input?: Place
  /** The status of the success answer: the one the provider would choose. */
  readonly success: string
  /** Where the record (or the array of records, for lists) stands in the success answer; undefined when the answer holds none. */
  readonly output?: Place
  /**
   * How it stands there: 'one' an object, 'array' elements of an array (one element, where the operation is about
   * one record), 'map' values of an object under their ids. Absent: 'array' for list and search, else 'one'.
   */
  readonly outputForm?: 'one' | 'array' | 'map'
  /** The same for `input`; absent: 'one'. */
  readonly inputForm?: 'one' | 'array' | 'map'
  /** Where request and answer may hold several records in an array instead of the one: `transactions` beside `transaction`. */
  readonly several?: { readonly input: Place; readonly output?: Place }
  /** Where the answer lists the ids of what was made. */
  readonly lists?: Place
  /** Arrays of the record inside the request whose elements are records below it. */
  readonly holds?: readonly HoldPlan[]
  /** Other places of the answer that show properties of the record (`indexUid` beside a task), for answers that hold no record. */
  readonly mentions?: readonly { readonly place: Place; readonly property: Place }[]
  /** For list and search: how pages work. */
  readonly list?: ListPlan
  /** For action: the verb, in lower case ('cancel'). For delete: what it is called, where that is another word. */
  readonly verb?: string
  /** For action, and for a delete under another word: what it is concluded to do to the status. Stated edges speak before it. */
  readonly edge?: EdgePlan
  /** The changes of state that it may make, as stated: the first that fits is made, and where none fits it is refused. Absent: nothing is stated. */
  readonly edges?: readonly StatedEdge[]
  /** The refusal where no edge fits. */
  readonly refusal?: StatedRefusal
  /** The record of another type that an action makes and answers with: a refund of a charge. */
  readonly makes?: { readonly type: ResourceType; readonly parents: readonly ParentPlan[] }
  /** It is about one property of the record, or of the only one there is: read with GET, changed by everything else. */
  readonly part?: PartPlan
  /** What it says of each of several records: whether it is made, changed or deleted. */
  readonly changes?: ChangesPlan
  /** Called by name, it puts its record under another made elsewhere, takes it away, or lists what was put there. */
  readonly joins?: true
  /** Properties of the record that it takes away. */
  readonly clears?: readonly Place[]
  /** It is about the tags of whatever it names. */
  readonly tags?: TagsPlan
  /** What it has to do with logging in. */
  readonly session?: SessionPlan
  /** The type of those who log in, where the only record there is is that of the one who asks. */
  readonly current?: ResourceType
  /** What an error answer says besides its reason, by status ('404', '4XX', 'default'): values for properties of these names. */
  readonly errors?: Readonly<Record<string, JsonObject>>
  /** What behaviours conclude of it. Absent: nothing. */
  readonly facts?: Facts
  /** Behaviours that it, its path item or the document switches off or on. Absent: none. */
  readonly switches?: Switches
}

export interface ChangesPlan {
  /** The array. */
  readonly place: Place
  /** The property of an element that says in a word what is done, and that which holds the record. */
  readonly action: string
  readonly record: string
}

export interface HoldPlan {
  /** The property of the request's record. */
  readonly name: string
  /** The operation that makes such records one by one. */
  readonly by: OperationId
  /** The link under which they stand below the record. */
  readonly link: string
}

export interface StatedEdge extends Because {
  /** Values of the status it starts from; absent: any. */
  readonly from?: readonly string[]
  /** The status it leads to; absent: the status stays. */
  readonly to?: string
  /** Values that the request must send, or else the record hold. */
  readonly when?: readonly { readonly place: Place; readonly value: unknown }[]
  /** What it sets: a value, or the first that there is at these places of the request, or else of the record. */
  readonly set?: readonly {
    readonly place: Place
    readonly value?: unknown
    readonly of?: readonly Place[]
  }[]
}

export interface StatedRefusal {
  /** Absent: the first of 409, 400 and 422 that is declared, else 409. */
  readonly status?: number
  /** Absent: a sentence that names the state and those that would do. */
  readonly message?: string
  /** Values for properties of the error body. */
  readonly values?: JsonObject
}

export interface EdgePlan extends Because {
  readonly to: string
  /** The states that the description names as those it may be done in; absent: it names none. */
  readonly from?: readonly string[]
}

export interface PartPlan {
  /** The property of the record. */
  readonly place: Place
  /** Where the request and the answer hold it; absent: they do not. */
  readonly sent?: Place
  readonly shown?: Place
}

export interface TagsPlan {
  /** `change` puts tags and takes others away. */
  readonly does: 'put' | 'take' | 'list' | 'change'
  /** What names the record, by its id or by another key: a property of the body, or else a parameter. */
  readonly names: string
  readonly in?: 'path' | 'query'
  /** Where the request, and for lists the answer, holds the tags or their keys; those of a parameter of the query. */
  readonly holds: Place
  readonly keysIn?: 'query'
  /** Where a change holds the keys of those that it takes away. */
  readonly takes?: Place
}

/** An operation that lets somebody in: who it is, how they prove it, and the token they get for it. */
export interface SessionPlan extends Because {
  /** 'register' makes somebody, 'change' may change their secret, 'issue' makes a key of its own right. */
  readonly act: 'login' | 'register' | 'change' | 'issue'
  /** Where the request says who it is and holds the password. Absent: in its body. */
  readonly in?: 'query'
  /** Where the answer shows a token that is a credential from then on; [] where it is nothing else. */
  readonly token?: Place
  /** Where the answer of a login shows the user. */
  readonly shown?: Place
  /** The type of those who log in. */
  readonly user?: ResourceType
  /** Where the request says who it is, with the property of the user that it equals. */
  readonly who: readonly { readonly sent: Place; readonly property: Place }[]
  /** Where the request holds the password. */
  readonly secret?: Place
  /** Where the request of a program holds what it gets a token for: its own secret or key, or a refresh token. */
  readonly exchanged?: readonly Place[]
  /** Where the answer shows a refresh token. */
  readonly refresh?: Place
}

export interface TargetPlan {
  readonly in: 'path' | 'query' | 'body' | 'header'
  /** Parameter name, or the dotted place in the body. */
  readonly name: string
  /** The property of the record that it equals. */
  readonly property: Place
  /** The word that stands for whoever asks (`me`), where the description says so. */
  readonly self?: string
}

export interface ParentPlan {
  readonly in: 'path' | 'query' | 'body' | 'header'
  readonly name: string
  /** Name of the link in the child's index, the same on every operation of the type. */
  readonly link: string
  /** The type of the parent, when it is one that this description serves. */
  readonly type?: ResourceType
  /** The property of the child that holds the parent's id, when it has one. */
  readonly property?: Place
  /** The word that stands for whoever asks (`me`), where the description says so. */
  readonly self?: string
  /** What every request names, though it does not say so: the choice of whoever asks. */
  readonly always?: string
}

export interface ResourcePlan extends Because {
  readonly type: ResourceType
  /** The fullest representation: what is stored. */
  readonly schema: Schema
  readonly id: IdPlan
  /** Links that are part of a record's identity: client-chosen names are unique only inside their parent. */
  readonly scope: readonly string[]
  /** All links under which records are found, with the property that carries each where there is one. */
  readonly links: readonly { readonly link: string; readonly type?: ResourceType; readonly property?: Place }[]
  /** Some operation makes records of this type. */
  readonly creatable: boolean
  /** There is one record (for each parent); its operations are of kind 'singleton', whose method says read or write. */
  readonly singleton?: boolean
  /** Other properties by which operations address a record (a slug beside an id). */
  readonly alternateKeys: readonly Place[]
  /** How their ARNs are written, where words tell. */
  readonly arn?: ArnPlan
  /** Records are words: of each there is no more than its id, which lists show. */
  readonly words?: true
  /** Lists answer newest first. */
  readonly newestFirst: boolean
  /** The lifecycle property, when one is recognised. */
  readonly status?: { readonly place: Place; readonly initial?: string; readonly values: readonly string[] } & Because
  /** Place of a soft-deletion marker such as `deleted`, when the description shows one. */
  readonly deletedMarker?: Place
  /** What behaviours conclude of it. Absent: nothing. */
  readonly facts?: Facts
  /** Behaviours that its schema switches off or on. Absent: none. */
  readonly switches?: Switches
}

export interface IdPlan extends Because {
  readonly place: Place
  /** Other names under which bodies of requests and answers show it (`name` where the record says `pool_name`). Absent: none. */
  readonly aliases?: readonly Place[]
  /** What may stand before the value of an alternate key where a request names the record by it (`code-gold`). Absent: nothing. */
  readonly keyPrefixes?: readonly string[]
  /** A sent id that starts with this stands for "choose one": the server chooses. */
  readonly placeholder?: string
  /** Who chooses it: 'client' (a name in the body or a PUT path), 'server', or 'either' (the client may). */
  readonly chosenBy: 'server' | 'client' | 'either'
  readonly shape: IdShape
  /** No record shows it, and nothing asks for one by it. Absent: they do. */
  readonly isHidden?: true
  /** It is a number that counts from 1 in each parent. Absent: it does not. */
  readonly counts?: boolean
  /** It is the hash of another property. Absent: it is not. */
  readonly hashOf?: HashPlan
}

export interface ArnPlan {
  /** What all of them begin with. */
  readonly before: string
  /** What a thing of the type is called in them, and what stands between that and its name. */
  readonly kind: string
  readonly joint: string
}

export interface HashPlan {
  readonly property: Place
  readonly algorithm: 'md5' | 'sha1' | 'sha256'
  /** The property is taken in lower case. */
  readonly isLower?: boolean
}

/** What an id looks like; `length` counts characters after the prefix. */
export type IdShape =
  | { readonly kind: 'integer'; readonly start: number }
  | { readonly kind: 'uuid' }
  | {
      readonly kind: 'text'
      readonly prefix: string
      readonly alphabet: 'base62' | 'base36' | 'base36-upper' | 'hex' | 'digits' | 'ulid'
      readonly length: number
    }
  | { readonly kind: 'pattern'; readonly pattern: string }

export interface ListPlan extends Because {
  /** The registered list style: 'cursor-by-id', 'page', 'offset', 'token', 'none'. Its own settings stand in `settings`. */
  readonly style: string
  /** Parameter names and places, meaning defined by the style's file. */
  readonly settings: Readonly<Record<string, string | number | boolean | Place>>
  /** Page size when the request names none, and the largest allowed. */
  readonly defaultSize: number
  readonly maxSize: number
  /** Query parameters that filter by a property. */
  readonly filters: readonly FilterPlan[]
  /** Parameter that names the property to sort by ('' when only the direction can be chosen), and the one that gives the direction. */
  readonly sort?: { readonly name: string; readonly order?: string }
  /** Parameter that searches in text. */
  readonly search?: string
}

export interface FilterPlan {
  /** Parameter name as sent (`created[gte]` style ranges stand under `created`). */
  readonly name: string
  /** The property; [] where the value says itself which ones it is about (`conditions`, `flags`). */
  readonly property: Place
  readonly compare:
    | 'equals'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'range'
    | 'contains'
    | 'begins'
    | 'in'
    | 'conditions'
    | 'shows'
    | 'labels'
    | 'happened'
    | 'flags'
  /** What holds where the request says nothing. Absent: everything is shown. */
  readonly usual?: string
  /** The value that asks for everything. */
  readonly all?: string
  /** `shows`: the value of the property that records have which `false` leaves out. */
  readonly hides?: string
  /** `flags`: which flag each word names, and whether the record has it; other words ask for nothing. */
  readonly words?: Readonly<Record<string, { readonly property: Place; readonly is: boolean }>>
  /** It says nothing of records that nobody made. */
  readonly ofMade?: true
}
