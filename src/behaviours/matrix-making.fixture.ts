/** Every way in which a request makes a record: notes that stand on desks, whatever both are called. */
import type { OperationPlan } from '../api/plan.ts'
import {
  type Ask,
  answering,
  array,
  at,
  documentOf,
  drawn,
  type Entry,
  formOf,
  none,
  number,
  object,
  type Paths,
  type Properties,
  ref,
  type Schema,
  type Told,
  taking,
  text,
  type Values,
} from './matrix.fixture.ts'

export interface Piece {
  readonly parent?: string
  readonly thing?: string
  readonly id?: Schema
  readonly ofParent?: Properties
  /** What requests say of the record, and it shows. */
  readonly both?: Properties
  readonly sent?: Properties
  readonly shown?: Properties
  readonly responses?: Values
  readonly schemas?: Values
  readonly paths?: (home: string, id: string) => Paths
  /** What is said of records beside the one that is meant. */
  readonly beside?: Values
}

export interface Making {
  readonly ask: Ask
  /** Makes the parent below which records are made. */
  begin(said?: Values): void
  /** Makes a record of which this is said: the status of the answer. */
  make(said: Values): number
  /** All there are below the parent. */
  made(): readonly Values[]
  parent(): Values
  /** Where the newest one stands. */
  path(): string
}

export interface Names {
  readonly parents: string
  readonly parentId: string
  readonly things: string
  readonly id: string
  readonly home: string
  readonly one: string
}

export function namesOf({ parent = 'Desk', thing = 'Note' }: Piece): Names {
  const [parents, things] = [`${parent.toLowerCase()}s`, `${thing.toLowerCase()}s`]
  const [parentId, id] = [`${parent.toLowerCase()}_id`, `${thing.toLowerCase()}_id`]
  const home = `/${parents}/{${parentId}}/${things}`
  return { parents, parentId, things, id, home, one: `${home}/{${id}}` }
}

export interface Road {
  /** What may be said of the record. */
  readonly asked: Schema
  readonly thing: Schema
  readonly names: Names
  readonly responses: Values
  readonly beside: Values
}

/** Where a request is sent, and what was sent before. */
export interface Here {
  readonly ask: Ask
  readonly home: string
  readonly road: Road
  readonly begun: Values
  readonly before: readonly Values[]
}

export interface Way {
  readonly isRead: (plan: OperationPlan) => boolean
  /** The id is the client's to choose. */
  readonly isNamed?: true
  /** Requests hold the whole record, and nothing else. */
  readonly isWhole?: true
  /** The request makes the parent, too. */
  readonly isInside?: true
  /** Other properties of the parent, in its requests, too. */
  readonly ofParent?: (road: Road) => Properties
  readonly paths: (road: Road) => Paths
  /** Makes one below the parent. */
  readonly make: (here: Here, said: Values) => Told
}

function way(own: Way): Entry<Piece, Making> {
  return {
    isRead: own.isRead,
    describe: (piece) => described(own, piece),
    world: (ask, piece) => worldOf(own, ask, roadOf(own, piece)),
  }
}

export function roadOf({ isNamed, isWhole }: Way, piece: Piece): Road {
  const { thing = 'Note', both = {}, sent = {}, id = drawn, responses = {}, beside = {} } = piece
  const key: Properties = id === drawn && isNamed !== true ? {} : { id: text }
  const asked = object({ ...key, body: text, size: number, ...both, ...sent })
  return { asked: isWhole === true ? ref(thing) : asked, thing: ref(thing), names: namesOf(piece), responses, beside }
}

function described(own: Way, piece: Piece): string {
  const { parent = 'Desk', thing = 'Note', both = {}, sent = {}, shown = {}, id = drawn, schemas = {} } = piece
  const road = roadOf(own, piece)
  const { parents, parentId, home, one, id: name } = road.names
  const desk = { label: text, ...own.ofParent?.(road), ...piece.ofParent }
  const base: Paths = {
    [`/${parents}`]: { post: { ...taking(object(desk)), ...answering(201, ref(parent), road.responses) } },
    [`/${parents}/{${parentId}}`]: { ...at(parentId), get: answering(200, ref(parent), none) },
    [home]: { ...at(parentId), get: answering(200, array(ref(thing))) },
    [one]: { ...at(parentId, name), get: answering(200, ref(thing), none) },
  }
  const note = { body: text, size: number, ...both, ...shown, ...(own.isWhole && sent) }
  return documentOf([base, own.paths(road), piece.paths?.(home, name) ?? {}], {
    [parent]: object({ id: drawn, ...desk }),
    [thing]:
      own.isNamed === true
        ? object({ id: text, ...note }, 'id')
        : object({ id, ...note }, ...(own.isWhole ? ['body'] : [])),
    ...schemas,
  })
}

export function worldOf({ isInside, make }: Way, ask: Ask, road: Road): Making {
  const { parents, things } = road.names
  const before: Values[] = []
  let [desk, begun]: [string, Values] = ['', {}]
  const home = () => `/${parents}/${desk}/${things}`
  const made = () => (ask(`GET ${home()}`).body ?? []) as readonly Values[]
  const within = ({ status, body }: Told) => {
    if (status < 400) desk = String((body as Values)['id'])
  }
  return {
    ask,
    made,
    begin(said = {}) {
      begun = { label: 'a', ...said }
      if (isInside !== true) within(ask(`POST /${parents}`, { body: begun }))
    },
    make(said) {
      const whole = { body: `b${before.length}`, ...said }
      const told = make({ ask, home: home(), road, begun, before }, whole)
      if (isInside === true) within(told)
      before.push(whole)
      return told.status
    },
    parent: () => ask(`GET /${parents}/${desk}`).body as Values,
    path: () => `${home()}/${made().at(-1)?.['id']}`,
  }
}

/** A verb that makes such things. */
const verbOf = (things: string): string => (things === 'refunds' ? 'refund' : 'generate')

const post = (road: Road): Values => ({
  post: { ...taking(road.asked), ...answering(201, road.thing, road.responses) },
})

const several = (road: Road): Values => ({
  post: {
    ...taking({ oneOf: [road.asked, array(road.asked)] }),
    ...answering(201, array(road.thing), road.responses),
  },
})

export const records: Readonly<Record<string, Entry<Piece, Making>>> = {
  create: way({
    isRead: ({ kind }) => kind === 'create',
    paths: (road) => ({ [road.names.home]: post(road) }),
    make: ({ ask, home }, body) => ask(`POST ${home}`, { body }),
  }),
  'several in one create': way({
    isRead: ({ kind, parents }) => kind === 'create' && parents.length === 1,
    paths: (road) => ({ [road.names.home]: several(road) }),
    make: ({ ask, home, road, before }, said) =>
      ask(`POST ${home}`, { body: [{ body: 'x', id: `x${before.length}`, ...road.beside }, said] }),
  }),
  'bulk make': way({
    isRead: ({ kind, inputForm }) => kind === 'bulk' && inputForm === 'array',
    paths: (road) => ({
      [road.names.home]: post(road),
      [`${road.names.home}/bulk`]: {
        ...at(road.names.parentId),
        post: {
          ...taking(object({ [road.names.things]: array(road.asked) })),
          ...answering(201, object({ [road.names.things]: array(road.thing) }), road.responses),
        },
      },
    }),
    make: ({ ask, home, road: { names } }, said) => ask(`POST ${home}/bulk`, { body: { [names.things]: [said] } }),
  }),
  'PUT that makes': way({
    isRead: ({ kind }) => kind === 'replace' || kind === 'update',
    isNamed: true,
    paths: (road) => ({
      [road.names.one]: { put: { ...taking(road.asked), ...answering(201, road.thing, road.responses) } },
    }),
    make: ({ ask, home, before }, said) => ask(`PUT ${home}/${said['id'] ?? `n${before.length}`}`, { body: said }),
  }),
  'PATCH that makes': way({
    isRead: ({ kind }) => kind === 'update',
    isNamed: true,
    paths: (road) => ({
      [road.names.home]: post(road),
      [road.names.one]: {
        patch: {
          summary: 'Update or create one',
          ...taking(road.asked),
          ...answering(201, road.thing, road.responses),
        },
      },
    }),
    make: ({ ask, home, before }, said) => ask(`PATCH ${home}/${said['id'] ?? `n${before.length}`}`, { body: said }),
  }),
  'batch upsert': way({
    isRead: ({ kind, inputForm }) => kind === 'bulk' && inputForm === 'array',
    isNamed: true,
    paths: (road) => ({
      [road.names.home]: {
        post: {
          operationId: 'upsertAll',
          ...taking(array(road.asked)),
          ...answering(201, array(road.thing), road.responses),
        },
      },
      [road.names.one]: { put: { ...taking(road.asked), ...answering(200, road.thing) } },
    }),
    make({ ask, home, road: { beside }, before }, said) {
      ask(`PUT ${home}/there`, { body: { body: 'x', ...beside } })
      return ask(`POST ${home}`, {
        body: [
          { id: 'there', body: 'y', ...beside },
          { id: `n${before.length}`, ...said },
        ],
      })
    },
  }),
  'action that makes another record': way({
    isRead: ({ makes }) => makes !== undefined,
    paths: (road) => ({
      [`/${road.names.parents}/{${road.names.parentId}}/${verbOf(road.names.things)}`]: {
        ...at(road.names.parentId),
        ...post(road),
      },
    }),
    make: ({ ask, home, road }, body) => ask(`POST ${home.replace(/\w+$/, verbOf(road.names.things))}`, { body }),
  }),
  'copy verb': way({
    isRead: ({ kind, verb }) => kind === 'action' && verb === 'copy',
    paths: (road) => ({
      [road.names.home]: post({ ...road, responses: {} }),
      [`${road.names.one}/copy`]: { ...at(road.names.parentId, road.names.id), ...post(road) },
    }),
    make({ ask, home }, body) {
      const of = ask(`POST ${home}`, { body: { body: 'x' } }).body as Values
      return ask(`POST ${home}/${of['id']}/copy`, { body })
    },
  }),
  upload: way({
    isRead: ({ kind }) => kind === 'upload',
    paths: (road) => ({
      [road.names.home]: {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: object({
                  file: { type: 'string', format: 'binary' },
                  ...(road.asked['properties'] as Properties),
                }),
              },
            },
          },
          ...answering(201, road.thing, road.responses),
        },
      },
    }),
    make({ ask, home }, said) {
      return ask(`POST ${home}`, { body: formOf(said), fields: { 'content-type': 'multipart/form-data; boundary=b' } })
    },
  }),
  'nested create': way({
    isRead: ({ holds }) => holds !== undefined,
    ofParent: ({ names, asked }) => ({ [names.things]: array(asked) }),
    paths: (road) => ({ [road.names.home]: post(road) }),
    isInside: true,
    make: ({ ask, road: { names }, begun, before }, said) =>
      ask(`POST /${names.parents}`, { body: { ...begun, [names.things]: [...before, said] } }),
  }),
  'change batch': way({
    isRead: ({ changes }) => changes !== undefined,
    isWhole: true,
    paths: (road) => ({
      [road.names.home]: {
        post: {
          ...taking(
            object({
              changes: array(object({ action: { type: 'string', enum: ['CREATE', 'DELETE'] }, item: road.thing })),
            }),
          ),
          ...answering(200, object({ told: text }), road.responses),
        },
      },
    }),
    make: ({ ask, home }, said) => ask(`POST ${home}`, { body: { changes: [{ action: 'CREATE', item: said }] } }),
  }),
  'child of its own kind': way({
    isRead: ({ kind, verb }) => kind === 'action' && verb === 'children',
    paths: (road) => ({
      [road.names.home]: post({ ...road, responses: {} }),
      [`${road.names.one}/children`]: { ...at(road.names.parentId, road.names.id), ...post(road) },
    }),
    make({ ask, home }, body) {
      const above = ask(`POST ${home}`, { body: { body: 'x' } }).body as Values
      return ask(`POST ${home}/${above['id']}/children`, { body })
    },
  }),
}
