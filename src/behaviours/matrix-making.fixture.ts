/** Making: each way in which a record comes to be, under a parent. */
import { isDeepStrictEqual } from 'node:util'
import type { Told } from '../../test/support/inline.ts'
import {
  type Ask,
  array,
  bodyOf,
  found,
  idOf,
  integer,
  listOf,
  made,
  merged,
  type Operation,
  object,
  op,
  ownId,
  type Piece,
  ref,
  refusing,
  text,
} from './matrix.fixture.ts'

/** What the parent and the record are called. */
export interface Names {
  readonly Parent: string
  readonly Child: string
  readonly parents: string
  readonly children: string
}

const names = (Parent: string, Child: string): Names => ({
  Parent,
  Child,
  parents: Parent === 'Box' ? 'boxes' : `${Parent.toLowerCase()}s`,
  children: `${Child.toLowerCase()}s`,
})
const BOX = names('Box', 'Item')

type Values = Readonly<Record<string, unknown>>

export interface Client {
  readonly ask: Ask
  readonly called: Names
  /** The path of the parent. */
  readonly at: string
}

/** A way in. */
export interface Making {
  /** The operation that makes the record. */
  readonly on: (called: Names) => readonly [path: string, method: string]
  readonly operation: (called: Names) => Operation
  /** What there is besides. */
  readonly beside?: (called: Names) => Piece
  /** Makes them, in one request where that takes several. */
  readonly make: (client: Client, all: readonly Values[]) => Told
}

export interface MadeConsequence {
  readonly called?: Names
  readonly piece: (called: Names) => Piece
  /** What is said of the operation. */
  readonly said?: (called: Names) => Operation
  /** The behaviour that is switched off for the control; absent: the control is described without the piece. */
  readonly off?: string
  readonly seen: (client: Client, make: (...all: readonly Values[]) => Told) => unknown
  readonly acts: unknown
}

const collection = ({ parents, children }: Names): string => `/${parents}/{parent_id}/${children}`
const parentOf = ({ Parent, parents }: Names): Piece => ({
  paths: {
    [`/${parents}`]: { post: made(ref(Parent), ref(Parent)) },
    [`/${parents}/{parent_id}`]: { get: found(ref(Parent)) },
  },
  schemas: { [Parent]: object({ id: ownId, name: text }) },
})
const childOf = (called: Names): Piece => ({
  paths: {
    [collection(called)]: { get: op(array(ref(called.Child))) },
    [`${collection(called)}/{id}`]: { get: found(ref(called.Child)) },
  },
  schemas: { [called.Child]: object({ id: ownId, title: text }) },
})

/** The description of a cell. */
export function making(entry: Making, { called = BOX, piece, said }: MadeConsequence, isControl: boolean): Piece {
  const [path, method] = entry.on(called)
  const own = entry.operation(called)
  const operation = said === undefined || isControl ? own : merged(own, said(called))
  const parts = [
    parentOf(called),
    childOf(called),
    entry.beside?.(called) ?? {},
    { paths: { [path]: { [method]: operation } } },
    isControl ? {} : piece(called),
  ]
  return parts.reduce((whole: Piece, part) => merged(whole, part), {})
}

/** The client of a cell, and what makes a record through the entry point. */
export function clientOf({ called = BOX }: MadeConsequence, ask: Ask): Client {
  const id = idOf(ask(`POST /${called.parents}`, { body: { name: 'one' } }))
  return { ask, called, at: `/${called.parents}/${id}` }
}

const postTo = (client: Client, below: string, body: unknown): Told =>
  client.ask(`POST ${client.at}/${client.called.children}${below}`, { body })

let count = 0
const another = (): string => `n${++count}`

export const entries: Readonly<Record<string, Making>> = {
  create: {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child }) => made(ref(Child), ref(Child)),
    make: (client, all) => each(all, (values) => postTo(client, '', values)),
  },
  'several in one create': {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child }) => made(ref(Child), { oneOf: [ref(Child), array(ref(Child))] }),
    make: (client, all) => postTo(client, '', all),
  },
  'bulk make': {
    on: (c) => [`${collection(c)}/bulk`, 'post'],
    operation: ({ Child, children }) =>
      op(object({ [children]: array(ref(Child)) }), object({ [children]: array(ref(Child)) })),
    beside: (c) => ({ paths: { [collection(c)]: { post: made(ref(c.Child), ref(c.Child)) } } }),
    make: (client, all) => postTo(client, '/bulk', { [client.called.children]: all }),
  },
  'PUT that makes': {
    on: (c) => [`${collection(c)}/{id}`, 'put'],
    operation: ({ Child }) => ({ ...made(ref(Child), ref(Child)), summary: 'Creates or replaces it' }),
    beside: ({ Child }) => ({ schemas: { [Child]: object({ id: text }) } }),
    make: ({ ask, at, called }, all) =>
      each(all, (values) => ask(`PUT ${at}/${called.children}/${values['id'] ?? another()}`, { body: values })),
  },
  'PATCH that makes': {
    on: (c) => [`${collection(c)}/{id}`, 'patch'],
    operation: ({ Child }) => ({ ...made(ref(Child), ref(Child)), summary: 'Create or update it' }),
    beside: (c) => ({
      paths: { [collection(c)]: { post: made(ref(c.Child), ref(c.Child)) } },
      schemas: { [c.Child]: object({ id: { type: 'string', readOnly: false } }, { required: ['id'] }) },
    }),
    make: ({ ask, at, called }, all) =>
      each(all, (values) => ask(`PATCH ${at}/${called.children}/${values['id'] ?? another()}`, { body: values })),
  },
  'batch upsert': {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child, children }) => ({
      ...made(array(ref(Child)), array(ref(Child))),
      operationId: `upsert_${children}`,
    }),
    beside: ({ Child }) => ({ schemas: { [Child]: object({ id: { type: 'string', readOnly: false } }) } }),
    make: (client, all) => postTo(client, '', all),
  },
  'action that makes': {
    on: ({ parents, Child }) => [`/${parents}/{parent_id}/${Child.toLowerCase()}`, 'post'],
    operation: ({ Child }) => made(ref(Child), ref(Child)),
    make: ({ ask, at, called }, all) =>
      each(all, (values) => ask(`POST ${at}/${called.Child.toLowerCase()}`, { body: values })),
  },
  copy: {
    on: (c) => [`${collection(c)}/{id}/copy`, 'post'],
    operation: ({ Child }) => made(ref(Child), ref(Child)),
    beside: (c) => ({ paths: { [collection(c)]: { post: made(ref(c.Child), ref(c.Child)) } } }),
    make: (client, all) =>
      each(all, (values) => {
        const first = idOf(postTo(client, '', { title: another() }))
        return postTo(client, `/${first}/copy`, values)
      }),
  },
  upload: {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child }) => ({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { allOf: [ref(Child), object({ file: { type: 'string', format: 'binary' } })] },
          },
        },
      },
      responses: made(ref(Child), text)['responses'],
    }),
    make: ({ ask, at, called }, all) => each(all, (values) => ask(`POST ${at}/${called.children}`, multipart(values))),
  },
  'nested create': {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child }) => made(ref(Child), ref(Child)),
    beside: ({ Parent, Child, children }) => ({ schemas: { [Parent]: object({ [children]: array(ref(Child)) }) } }),
    make: ({ ask, called }, all) => ask(`POST /${called.parents}`, { body: { [called.children]: all } }),
  },
  'change batch': {
    on: (c) => [collection(c), 'post'],
    operation: ({ Child }) =>
      op(
        object({ state: text }),
        object({
          changes: array(
            object({ action: { type: 'string', enum: ['CREATE', 'UPSERT', 'DELETE'] }, entry: ref(Child) }),
          ),
        }),
      ),
    beside: ({ Child }) => ({ schemas: { [Child]: { required: ['title'] } } }),
    make: (client, all) =>
      postTo(client, '', {
        changes: all.map((values) => ({ action: 'CREATE', entry: { title: another(), ...values } })),
      }),
  },
}

/** The last answer of several requests. */
function each(all: readonly Values[], one: (values: Values) => Told): Told {
  const told = all.map(one).at(-1)
  if (told === undefined) throw new Error('nothing is made')
  return told
}

function multipart(values: Values): { readonly body: string; readonly fields: Readonly<Record<string, string>> } {
  const part = (head: string, said: string): string =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${said}\r\n`
  const parts = Object.entries(values).map(([name, value]) =>
    typeof value === 'string'
      ? part(`name="${name}"`, value)
      : part(`name="${name}"\r\nContent-Type: application/json`, JSON.stringify(value)),
  )
  const body = `${parts.join('')}${part('name="file"; filename="a.txt"', 'bytes')}--b--\r\n`
  return { body, fields: { 'content-type': 'multipart/form-data; boundary=b' } }
}

/** The parent of what was made: another one where that was made with it. */
function parentAfter({ called, at }: Client, told: Told): string {
  const own = bodyOf(told)
  return Array.isArray(own[called.children]) && own['id'] !== undefined ? `/${called.parents}/${String(own['id'])}` : at
}
const shownBy = (client: Client, told: Told): Readonly<Record<string, unknown>> =>
  bodyOf(client.ask(`GET ${parentAfter(client, told)}`))
const listedBy = (client: Client, told: Told): readonly Readonly<Record<string, unknown>>[] =>
  listOf(client.ask(`GET ${parentAfter(client, told)}/${client.called.children}`))

const areBoth = (listed: readonly Readonly<Record<string, unknown>>[]): boolean =>
  ['one', 'two'].every((title) => listed.some((one) => one['title'] === title))

/** Labels, and what is listed under each. */
const labels = ({ Child, children }: Names): Piece => ({
  paths: {
    '/labels': { post: made(ref('Label'), ref('Label')), get: op(array(ref('Label'))) },
    [`/labels/{label_id}`]: { get: found(ref('Label')) },
    [`/labels/{label_id}/${children}`]: { get: op(array(ref(Child))) },
  },
  schemas: { Label: object({ id: ownId, name: text }) },
})

export const consequences: Readonly<Record<string, MadeConsequence>> = {
  'client-chosen-id': {
    piece: ({ Child }) => ({ schemas: { [Child]: object({ id: { type: 'string', readOnly: false } }) } }),
    said: () => refusing(409, 'It is there already'),
    seen(client, make) {
      const told = make({ id: 'a', title: 'one' }, { id: 'a', title: 'two' })
      return areBoth(listedBy(client, told))
    },
    acts: false,
  },
  'unique-keys': {
    piece: (called) => ({
      paths: { [`${collection(called)}/by-email/{email}`]: { get: found(ref(called.Child)) } },
      schemas: { [called.Child]: object({ email: { type: 'string', description: 'The unique email.' } }) },
    }),
    said: ({ Child }) => refusing(409, `A ${Child.toLowerCase()} with the same email already exists`),
    off: 'unique-keys',
    seen(client, make) {
      const told = make({ email: 'a@x.org', title: 'one' }, { email: 'a@x.org', title: 'two' })
      return areBoth(listedBy(client, told))
    },
    acts: false,
  },
  'counter-cache': {
    piece: ({ Parent, children }) => ({
      schemas: { [Parent]: object({ [`${children}_count`]: { ...integer, readOnly: true } }) },
    }),
    off: 'counter-cache',
    seen(client, make) {
      const told = make({ title: 'a' })
      return shownBy(client, told)[`${client.called.children}_count`] === listedBy(client, told).length
    },
    acts: true,
  },
  'embedded-children': {
    piece: ({ Parent, Child, children }) => ({ schemas: { [Parent]: object({ [children]: array(ref(Child)) }) } }),
    seen(client, make) {
      const told = make({ title: 'a' })
      return isDeepStrictEqual(shownBy(client, told)[client.called.children], listedBy(client, told))
    },
    acts: true,
  },
  'membership in body': {
    piece: (called) => merged(labels(called), { schemas: { [called.Child]: object({ labels: array(ref('Label')) }) } }),
    seen(client, make) {
      const label = idOf(client.ask('POST /labels', { body: { name: 'red' } }))
      make({ title: 'a', labels: [{ id: label }] })
      return listOf(client.ask(`GET /labels/${label}/${client.called.children}`)).map((one) => one['title'])
    },
    acts: ['a'],
  },
  'membership by name': {
    piece: (called) => ({
      paths: {
        '/labels': { get: op(array(ref('Label'))), post: made(ref('Label'), ref('Label')) },
        '/labels/{name}': { get: found(ref('Label')) },
        [`/${called.children}/{id}`]: { get: found(ref(called.Child)) },
        [`/${called.children}/{id}/labels`]: {
          get: op(array(ref('Label'))),
          post: op(array(ref('Label')), object({ labels: array(text) })),
        },
        [`/${called.children}/{id}/labels/{name}`]: { delete: op(undefined) },
      },
      schemas: {
        Label: object({ name: text, color: text }),
        [called.Child]: object({ labels: array({ oneOf: [text, object({ name: text, color: text })] }) }),
      },
    }),
    seen(client, make) {
      const told = make({ title: 'a', labels: ['red'] })
      const id = String(listedBy(client, told).at(-1)?.['id'])
      return listOf(client.ask(`GET /${client.called.children}/${id}/labels`)).map(({ name }) => name)
    },
    acts: ['red'],
  },
  'action-record': {
    called: names('Machine', 'Action'),
    piece: ({ Parent, Child }) => ({
      schemas: {
        [Parent]: object({ status: { type: 'string', enum: ['new', 'active', 'off'] } }),
        [Child]: object({ type: text }),
      },
    }),
    seen: (client, make) => shownBy(client, make({ type: 'activate' }))['status'],
    acts: 'active',
  },
  tags: {
    piece: ({ Child }) => ({
      paths: {
        '/tags/{arn}': { get: { ...op(object({ tags: array(ref('Tag')) })), operationId: 'ListTagsForResource' } },
      },
      schemas: { Tag: object({ Key: text, Value: text }), [Child]: object({ tag_set: array(ref('Tag')) }) },
    }),
    seen: (client, make) => listedBy(client, make({ title: 'a', tags: { team: 'blue' } })).at(-1)?.['tag_set'],
    acts: [{ Key: 'team', Value: 'blue' }],
  },
  'nested-create': {
    piece: (called) => ({
      paths: {
        [`${collection(called)}/{id}/parts`]: { get: op(array(ref('Part'))), post: made(ref('Part'), ref('Part')) },
        [`${collection(called)}/{id}/parts/{part_id}`]: { get: found(ref('Part')) },
      },
      schemas: { [called.Child]: object({ parts: array(ref('Part')) }), Part: object({ id: ownId, sku: text }) },
    }),
    seen(client, make) {
      const told = make({ title: 'a', parts: [{ sku: 'x' }] })
      const one = listedBy(client, told).at(-1)
      return listOf(
        client.ask(`GET ${parentAfter(client, told)}/${client.called.children}/${String(one?.['id'])}/parts`),
      ).length
    },
    acts: 1,
  },
  'partial-amounts': {
    called: names('Charge', 'Refund'),
    piece: ({ Parent, Child }) => ({
      schemas: {
        [Parent]: object({
          amount: { ...integer, default: 100 },
          amount_refunded: { ...integer, default: 0, readOnly: true },
        }),
        [Child]: object({ amount: integer }),
      },
    }),
    off: 'partial-amounts',
    seen: (client, make) => shownBy(client, make({ amount: 30 }))['amount_refunded'],
    acts: 30,
  },
}
