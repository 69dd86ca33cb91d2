import { describe, expect, it } from 'vitest'
import { arrayOf, flag, object, ref, type Sketch, smallApi, text, whole } from '../../test/support/small-api.ts'
import type { OperationPlan, ResourcePlan } from '../api/plan.ts'
import type { Schema } from '../api/schema/schema.ts'
import { deriveModel } from './derive.ts'

const Customer = object({ id: text, name: text, email: text, created: whole }, ['id'])
const Order = object(
  { id: text, customer_id: text, total: whole, status: { type: 'string', enum: ['shipped', 'pending', 'canceled'] } },
  ['id'],
)
const schemas: Record<string, Schema> = { Customer, Order }

interface Derived {
  plan(key: string): OperationPlan
  type(name: string): ResourcePlan
  readonly types: readonly string[]
}

function derived(operations: Readonly<Record<string, Sketch>>, more: Readonly<Record<string, Schema>> = {}): Derived {
  const { head } = deriveModel(smallApi(operations, { ...schemas, ...more }))
  return {
    types: head.resources.map((r) => r.type),
    plan(key) {
      const found = head.operations.find((op) => `${op.method} ${op.path}` === key)
      if (found === undefined) throw new Error(`no operation ${key}`)
      return found.plan
    },
    type(name) {
      const found = head.resources.find((r) => r.type === name)
      if (found === undefined) throw new Error(`no type ${name} among ${head.resources.map((r) => r.type).join(', ')}`)
      return found
    },
  }
}

/** Kind, type, target, parents and places in one line. */
function line(plan: OperationPlan): string {
  const target = plan.target === undefined ? '' : ` @${plan.target.name}=${plan.target.property.join('.')}`
  const parents = plan.parents
    .map((p) => ` ^${p.name}=${p.link}${p.property === undefined ? '' : `(${p.property.join('.')})`}`)
    .join('')
  const place = (name: string, at: readonly string[] | undefined, form: string | undefined) =>
    at === undefined ? '' : ` ${name}:${at.join('.')}${form === undefined ? '' : `[${form}]`}`
  const verb = plan.verb === undefined ? '' : `(${plan.verb})`
  return `${plan.kind}${verb} ${plan.type ?? '-'}${target}${parents}${place('in', plan.input, plan.inputForm)}${place('out', plan.output, plan.outputForm)}`
}

const crud: Record<string, Sketch> = {
  'GET /customers': { answer: object({ data: arrayOf(ref('Customer')), has_more: flag }) },
  'POST /customers': { body: object({ name: text }), answer: ref('Customer'), status: '201' },
  'GET /customers/{customer}': { answer: ref('Customer') },
  'POST /customers/{customer}': { body: object({ name: text }), answer: ref('Customer') },
  'DELETE /customers/{customer}': { answer: object({ id: text, deleted: flag }, ['id', 'deleted']) },
}

const nested: Record<string, Sketch> = {
  ...crud,
  'GET /customers/{customer}/orders': { answer: arrayOf(ref('Order')) },
  'POST /customers/{customer}/orders': { body: object({ total: whole }), answer: ref('Order') },
  'GET /orders': { answer: arrayOf(ref('Order')) },
  'GET /orders/{order_id}': { answer: ref('Order') },
  'POST /orders/{order_id}/cancel': { answer: ref('Order') },
}

describe('a flat collection', () => {
  const api = derived(crud)
  it.each([
    ['GET /customers', 'list customer out:data'],
    ['POST /customers', 'create customer in: out:'],
    ['GET /customers/{customer}', 'read customer @customer=id out:'],
    ['POST /customers/{customer}', 'update customer @customer=id in: out:'],
    ['DELETE /customers/{customer}', 'delete customer @customer=id out:'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('tells id, marker and reasons', () => {
    expect(api.type('customer')).toMatchObject({
      id: { place: ['id'], chosenBy: 'server' },
      deletedMarker: ['deleted'],
      creatable: true,
      scope: [],
    })
    expect(api.type('customer').why).toContain('Customer')
    expect(api.plan('POST /customers').success).toBe('201')
  })
})

describe('the same component on several paths', () => {
  const api = derived(nested)
  it.each([
    ['GET /customers/{customer}/orders', 'list order ^customer=customer(customer_id) out:'],
    ['POST /customers/{customer}/orders', 'create order ^customer=customer(customer_id) in: out:'],
    ['GET /orders', 'list order out:'],
    ['GET /orders/{order_id}', 'read order @order_id=id out:'],
    ['POST /orders/{order_id}/cancel', 'action(cancel) order @order_id=id out:'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('is one type, linked to its parent by its own property', () => {
    expect(api.types).toEqual(['customer', 'order'])
    expect(api.type('order').links).toEqual([{ link: 'customer', type: 'customer', property: ['customer_id'] }])
  })

  it('starts in the initial state', () => {
    expect(api.type('order').status).toMatchObject({ place: ['status'], initial: 'pending' })
  })
})

it('keeps collections apart that make their own records of one component', () => {
  const Label = object({ key: text, name: text }, ['key'])
  const one = (under: string): Record<string, Sketch> => ({
    [`GET /${under}/labels`]: { answer: arrayOf(ref('Label')) },
    [`POST /${under}/labels`]: { body: ref('Label'), answer: ref('Label') },
    [`GET /${under}/labels/{key}`]: { answer: ref('Label') },
  })
  const api = derived({ ...one('bookings'), ...one('customers') }, { Label })
  expect(api.plan('GET /bookings/labels').type).not.toBe(api.plan('GET /customers/labels').type)
  expect(new Set(api.types).size).toBe(api.types.length)
})

it('does not join different things that share a generic component', () => {
  const Response = object({ code: whole, message: text })
  const api = derived(
    { 'GET /cats/{id}': { answer: ref('Response') }, 'GET /dogs/{id}': { answer: ref('Response') } },
    { Response },
  )
  expect(api.plan('GET /cats/{id}').type).not.toBe(api.plan('GET /dogs/{id}').type)
})

it('joins a summary in lists with the full record', () => {
  const CustomerSummary = object({ id: text, name: text }, ['id'])
  const api = derived({ ...crud, 'GET /customers': { answer: arrayOf(ref('CustomerSummary')) } }, { CustomerSummary })
  expect(api.types).toEqual(['customer'])
  expect(api.type('customer').schema).toEqual(ref('Customer'))
})

it('ties inline schemas by their paths', () => {
  const Thing = object({ id: text, a: text, b: text, c: text }, ['id'])
  const api = derived({
    'GET /things': { answer: arrayOf(Thing) },
    'GET /boxes/{box}/things': { answer: arrayOf(Thing) },
    'GET /things/{id}': { answer: Thing },
  })
  expect(api.plan('GET /boxes/{box}/things').type).toBe('thing')
})

it('knows a parent by how its collection is nested, whatever stands before it', () => {
  const Sink = object({ id: text, url: text }, ['id'])
  const StreamSink = object({ id: text, topic: text, offset: whole }, ['id'])
  const collection = (path: string, name: string): Record<string, Sketch> => ({
    [`GET ${path}`]: { answer: arrayOf(ref(name)) },
    [`POST ${path}`]: { body: ref(name), answer: ref(name) },
    [`GET ${path}/{sink_id}`]: { answer: ref(name) },
  })
  const api = derived(
    {
      ...collection('/sinks', 'Sink'),
      ...collection('/streams/{stream_id}/sinks', 'StreamSink'),
      'GET /auth/streams/{stream_id}/sinks/{sink_id}/token': { answer: object({ token: text }) },
    },
    { Sink, StreamSink },
  )
  const parents = api.plan('GET /auth/streams/{stream_id}/sinks/{sink_id}/token').parents
  expect(parents.at(-1)?.type).toBe(api.plan('GET /streams/{stream_id}/sinks/{sink_id}').type)
})

it('takes what answers with the record it needs for a change of it, where nothing else makes such records', () => {
  const Alert = object({ id: text, emails: arrayOf(text) }, ['id'])
  const alerts: Record<string, Sketch> = {
    'GET /alerts': { answer: object({ alerts: arrayOf(ref('Alert')) }) },
    'POST /alerts/{alert_id}/destinations': {
      body: object({ emails: arrayOf(text) }),
      answer: object({ alert: ref('Alert') }),
    },
  }
  const api = derived(alerts, { Alert })
  expect(line(api.plan('POST /alerts/{alert_id}/destinations'))).toBe(
    'action(destinations) alert @alert_id=id in: out:alert',
  )
  expect(api.type('alert').creatable).toBe(false)
  const made = derived({ ...alerts, 'POST /alerts': { body: ref('Alert'), answer: ref('Alert') } }, { Alert })
  expect(made.plan('POST /alerts/{alert_id}/destinations').kind).toBe('create')
})

describe('wrapped bodies', () => {
  const api = derived({
    'GET /v2/customers': {
      answer: object({ errors: arrayOf(object({ code: text })), customers: arrayOf(ref('Customer')), cursor: text }),
      query: { cursor: text },
    },
    'POST /v2/customers': {
      body: object({ idempotency_key: text, customer: ref('Customer') }),
      answer: object({ errors: arrayOf(object({ code: text })), customer: ref('Customer') }),
    },
    'GET /v2/customers/{customer_id}': { answer: object({ customer: ref('Customer') }) },
    'PUT /v2/customers/{customer_id}': {
      body: object({ customer: ref('Customer') }),
      answer: object({ customer: ref('Customer') }),
    },
  })
  it.each([
    ['GET /v2/customers', 'list customer out:customers'],
    ['POST /v2/customers', 'create customer in:customer out:customer'],
    ['GET /v2/customers/{customer_id}', 'read customer @customer_id=id out:customer'],
    ['PUT /v2/customers/{customer_id}', 'update customer @customer_id=id in:customer out:customer'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })
})

describe('records in arrays of one, and PUT on a collection that creates', () => {
  const Invoice = object({ InvoiceID: { type: 'string', format: 'uuid' }, Number: text, Total: whole })
  const Invoices = object({ Invoices: arrayOf(ref('Invoice')) })
  const api = derived(
    {
      'GET /Invoices': { id: 'getInvoices', answer: ref('Invoices') },
      'PUT /Invoices': { id: 'createInvoices', body: ref('Invoices'), answer: ref('Invoices') },
      'GET /Invoices/{InvoiceID}': { id: 'getInvoice', answer: ref('Invoices') },
      'POST /Invoices/{InvoiceID}': { id: 'updateInvoice', body: ref('Invoices'), answer: ref('Invoices') },
    },
    { Invoice, Invoices },
  )
  it.each([
    ['GET /Invoices', 'list invoice out:Invoices'],
    ['PUT /Invoices', 'create invoice in:Invoices[array] out:Invoices[array]'],
    ['GET /Invoices/{InvoiceID}', 'read invoice @InvoiceID=InvoiceID out:Invoices[array]'],
    ['POST /Invoices/{InvoiceID}', 'update invoice @InvoiceID=InvoiceID in:Invoices[array] out:Invoices[array]'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })
})

describe('what paths say of a collection', () => {
  const Book = object({ uuid: text, name: text, title: text })
  const page = object({ values: arrayOf(ref('Book')), next: text })
  const api = derived(
    {
      'GET /books': { answer: ref('Books') },
      'GET /books/{owner}': { answer: ref('Books') },
      'GET /books/{owner}/{book_slug}': { answer: ref('Book') },
      'POST /books/{owner}/{book_slug}': { summary: 'Create a book', body: ref('Book'), answer: ref('Book') },
      'PUT /books/{owner}/{book_slug}': { id: 'putBook', body: ref('Book'), answer: ref('Book') },
      'POST /loans': { body: object({ title: text }), answer: object({ reference: text, title: text }) },
      'POST /loans/{loanReference}/returns': { body: object({ note: text }), answer: object({ loanReference: text }) },
    },
    { Book, Books: page },
  )
  it.each([
    ['GET /books/{owner}', 'list book ^owner=owner out:values'],
    ['POST /books/{owner}/{book_slug}', 'create book @book_slug=uuid ^owner=owner in: out:'],
    ['POST /loans', 'create loan in: out:'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('knows what is made under a slug by its name, and by its own id', () => {
    expect(api.type('book')).toMatchObject({ id: { place: ['name'] }, alternateKeys: [['uuid']] })
  })
})

describe('names that the client chooses, inside a parent', () => {
  const meta = object({ name: text, namespace: text, uid: text })
  const Pod = object({
    apiVersion: text,
    kind: text,
    metadata: meta,
    spec: object({ image: text }),
    status: object({ phase: text }),
  })
  const Namespace = object({
    apiVersion: text,
    kind: text,
    metadata: meta,
    spec: object({ finalizers: arrayOf(text) }),
  })
  const list = (name: string) => object({ items: arrayOf(ref(name)), metadata: object({ continue: text }) })
  const base = '/api/v1/namespaces/{namespace}/pods'
  const api = derived(
    {
      'GET /api/v1/namespaces': { answer: list('Namespace') },
      'POST /api/v1/namespaces': { body: ref('Namespace'), answer: ref('Namespace') },
      'GET /api/v1/namespaces/{name}': { answer: ref('Namespace') },
      'GET /api/v1/pods': { answer: list('Pod') },
      [`GET ${base}`]: { answer: list('Pod') },
      [`POST ${base}`]: { body: ref('Pod'), answer: ref('Pod'), status: '201' },
      [`GET ${base}/{name}`]: { answer: ref('Pod') },
      [`PUT ${base}/{name}`]: { id: 'replacePod', body: ref('Pod'), answer: ref('Pod') },
      [`GET ${base}/{name}/status`]: { answer: ref('Pod') },
      [`PATCH ${base}/{name}/status`]: { body: object({}), answer: ref('Pod') },
      [`GET ${base}/{name}/log`]: { answer: text, answerType: 'text/plain' },
    },
    { Pod, Namespace },
  )
  it.each([
    [`GET ${base}`, 'list pod ^namespace=namespace(metadata.namespace) out:items'],
    [`PUT ${base}/{name}`, 'replace pod @name=metadata.name ^namespace=namespace(metadata.namespace) in: out:'],
    [`GET ${base}/{name}/status`, 'read pod @name=metadata.name ^namespace=namespace(metadata.namespace) out:'],
    [`PATCH ${base}/{name}/status`, 'update pod @name=metadata.name ^namespace=namespace(metadata.namespace) in: out:'],
    [`GET ${base}/{name}/log`, 'passthrough pod @name=metadata.name ^namespace=namespace(metadata.namespace)'],
    ['GET /api/v1/namespaces/{name}', 'read namespace @name=metadata.name out:'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('are unique inside their parent only', () => {
    expect(api.type('pod')).toMatchObject({
      id: { place: ['metadata', 'name'], chosenBy: 'client' },
      scope: ['namespace'],
    })
    expect(api.type('namespace')).toMatchObject({ id: { place: ['metadata', 'name'] }, scope: [] })
  })
})

describe('RPC by verb', () => {
  const Channel = object({ id: text, name: text, topic: text, is_archived: flag, created: whole, creator: text }, [
    'id',
  ])
  const Message = object({ ts: text, text, user: text, type: text, thread: text, edited: text }, ['ts', 'text'])
  const form = 'application/x-www-form-urlencoded'
  const api = derived(
    {
      'POST /conversations.create': {
        body: object({ name: text }, ['name']),
        bodyType: form,
        answer: object({ ok: flag, channel: ref('Channel') }),
      },
      'GET /conversations.info': { query: { '!channel': text }, answer: object({ ok: flag, channel: ref('Channel') }) },
      'GET /conversations.list': {
        query: { cursor: text, limit: whole },
        answer: object({ ok: flag, channels: arrayOf(ref('Channel')) }),
      },
      'POST /conversations.archive': { body: object({ channel: text }), bodyType: form, answer: object({ ok: flag }) },
      'GET /conversations.history': {
        query: { channel: text, limit: whole, cursor: text },
        answer: object({ ok: flag, messages: arrayOf(ref('Message')), has_more: flag }),
      },
      'POST /chat.postMessage': {
        body: object({ channel: text, text }, ['channel']),
        bodyType: form,
        answer: object({ ok: flag, channel: text, ts: text, message: ref('Message') }),
      },
      'POST /chat.update': {
        body: object({ channel: text, ts: text, text }, ['channel', 'ts']),
        bodyType: form,
        answer: object({ ok: flag, channel: text, ts: text, text }),
      },
      'POST /chat.delete': {
        body: object({ channel: text, ts: text }),
        bodyType: form,
        answer: object({ ok: flag, ts: text }),
      },
      'POST /auth.test': { answer: object({ ok: flag, user_id: text }) },
    },
    { Channel, Message },
  )
  it.each([
    ['POST /conversations.create', 'create channel in: out:channel'],
    ['GET /conversations.info', 'read channel @channel=id out:channel'],
    ['GET /conversations.list', 'list channel out:channels'],
    ['POST /conversations.archive', 'action(archive) channel @channel=id in:'],
    ['POST /chat.postMessage', 'create message ^channel=channel in: out:message'],
    ['GET /conversations.history', 'list message ^channel=channel out:messages'],
    ['POST /chat.update', 'update message @ts=ts ^channel=channel in: out:'],
    ['POST /chat.delete', 'delete message @ts=ts ^channel=channel out:'],
    ['POST /auth.test', 'passthrough -'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('shows the key beside the record as well', () => {
    expect(api.plan('POST /chat.postMessage').mentions).toEqual([{ place: ['ts'], property: ['ts'] }])
  })
})

it('makes at a path that is called like a verb what an item below it shows, and deletes by every word for it', () => {
  const Filter = object({ id: text, name: text, query: text }, ['id'])
  const api = derived(
    {
      ...crud,
      'POST /customers/filter': { body: object({ name: text, query: text }), answer: ref('Filter') },
      'GET /customers/filter/{filter_id}': { answer: ref('Filter') },
      'POST /customers/{customer}/actions/delete-permanent': { answer: object({}) },
      'POST /customers/{customer}/delete_note': { body: object({ note: text }), answer: object({}) },
    },
    { Filter },
  )
  expect(line(api.plan('POST /customers/filter'))).toBe('create filter in: out:')
  expect(api.plan('POST /customers/{customer}/actions/delete-permanent').kind).toBe('delete')
  expect(api.plan('POST /customers/{customer}/delete_note').kind).toBe('action')
})

describe('RPC by verb and thing', () => {
  const Team = object({ team_id: text, name: text, member_count: whole }, ['team_id'])
  const Member = object({ member_id: text, email: text }, ['member_id'])
  const named = object({ team_id: text, member_ids: arrayOf(text) }, ['team_id'])
  const done = object({ ok: flag })
  const api = derived(
    {
      'POST /teams/create': { body: object({ name: text }), answer: object({ ok: flag, team: ref('Team') }) },
      'POST /teams/get': {
        body: object({ team_id: text }, ['team_id']),
        answer: object({ ok: flag, team: ref('Team') }),
      },
      'POST /teams/list': { body: object({ limit: whole }), answer: object({ ok: flag, teams: arrayOf(ref('Team')) }) },
      'POST /teams/add_member': { body: named, answer: done },
      'POST /teams/remove_member': { body: named, answer: done },
      'POST /teams/list_members': { body: named, answer: object({ ok: flag, members: arrayOf(ref('Member')) }) },
      'POST /teams/list_for_owner': {
        body: object({ owner: text }),
        answer: object({ ok: flag, teams: arrayOf(ref('Team')) }),
      },
      'POST /teams/get_for_owner': { body: object({ owner: text }), answer: object({ ok: flag, team: ref('Team') }) },
    },
    { Team, Member },
  )
  it.each([
    ['POST /teams/create', /^create team /],
    ['POST /teams/list', /^list team /],
    ['POST /teams/add_member', /^passthrough/],
    ['POST /teams/remove_member', /^passthrough/],
    ['POST /teams/list_members', /^list member /],
    ['POST /teams/list_for_owner', /^list team /],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toMatch(expected)
  })
})

describe('other shapes of operations', () => {
  const Settings = object({ theme: text, language: text })
  const Task = object({ taskUid: whole, indexUid: text, state: text, kind: text })
  const Index = object({ uid: text, primaryKey: text, createdAt: text }, ['uid'])
  const File = object({ id: text, filename: text, bytes: whole }, ['id'])
  const Group = object({ id: text, title: text, members: whole }, ['id'])
  const Token = object({ name: text, locked: flag }, ['name'])
  const api = derived(
    {
      ...crud,
      'GET /account': { answer: ref('Settings') },
      'PATCH /account': { body: ref('Settings'), answer: ref('Settings') },
      'GET /customers/{customer}/settings': { answer: ref('Settings') },
      'GET /customers/search': {
        query: { query: text, page: whole },
        answer: object({ data: arrayOf(ref('Customer')) }),
      },
      'POST /customers/batch-delete': { body: object({ ids: arrayOf(text) }), answer: object({ ok: flag }) },
      'GET /customers/count': { answer: object({ count: whole }) },
      'GET /customers/{customer}/avatar': { answer: { type: 'string', format: 'binary' }, answerType: 'image/png' },
      'PUT /customers/{customer}/star': { answer: null, status: '204' },
      'DELETE /customers/{customer}/star': { answer: null, status: '204' },
      'POST /customers/{customer}/secret/rotate': { answer: null, status: '204' },
      'GET /groups': { answer: arrayOf(ref('Group')) },
      'POST /groups': { body: object({ title: text }), answer: ref('Group') },
      'GET /groups/{group_id}': { answer: ref('Group') },
      'GET /customers/{customer}/groups': { answer: arrayOf(ref('Group')) },
      'PUT /customers/{customer}/groups/{group_id}': { answer: null, status: '204' },
      'DELETE /customers/{customer}/groups/{group_id}': { answer: null, status: '204' },
      'POST /indexes': { body: object({ uid: text, primaryKey: text }, ['uid']), answer: ref('Task'), status: '202' },
      'GET /indexes/{indexUid}': { answer: ref('Index') },
      'POST /files': {
        body: object({ file: { type: 'string', format: 'binary' } }),
        bodyType: 'multipart/form-data',
        answer: ref('File'),
      },
      'GET /files/{file_id}': { answer: ref('File') },
      'GET /animal': { query: { '!uid': text }, answer: object({ animal: object({ uid: text, name: text }) }) },
      'POST /chat': { body: object({ text }), answer: text, answerType: 'text/event-stream' },
      'POST /pet': { body: ref('Customer') },
      'PUT /createReport': { answer: null },
      'POST /search-orders': { body: object({ limit: whole }), answer: object({ orders: arrayOf(ref('Order')) }) },
      'GET /orders/{order_id}': { answer: ref('Order') },
      'GET /tokens': { answer: object({ tokens: arrayOf(ref('Token')) }) },
      'POST /tokens': { body: object({ name: text }), answer: object({ token: ref('Token') }) },
      'GET /tokens/token': { query: { '!token': text }, answer: object({ token: ref('Token') }) },
      'POST /tokens/token': { body: object({ token: text, name: text }), answer: object({ token: ref('Token') }) },
      'DELETE /tokens/token': { body: object({ token: text }), answer: null, status: '204' },
      'POST /tokens/token/lock': { body: object({ token: text }), answer: object({ token: ref('Token') }) },
      'POST /search/customers': { body: object({ limit: whole }), answer: object({ data: arrayOf(ref('Customer')) }) },
      'POST /search/orders': { body: object({ limit: whole }), answer: object({ count: whole }) },
    },
    { Settings, Task, Index, File, Group, Token },
  )
  it.each([
    ['GET /account', 'singleton account out:'],
    ['PATCH /account', 'singleton account in: out:'],
    ['GET /customers/{customer}/settings', 'singleton customer_settings ^customer=customer out:'],
    ['GET /customers/search', 'search customer out:data'],
    ['POST /customers/batch-delete', 'bulk customer in:'],
    ['GET /customers/{customer}/avatar', 'passthrough customer @customer=id'],
    ['PUT /customers/{customer}/star', 'action(star) customer @customer=id'],
    ['DELETE /customers/{customer}/star', 'action(unstar) customer @customer=id'],
    ['POST /customers/{customer}/secret/rotate', 'action(rotate_secret) customer @customer=id'],
    ['PUT /customers/{customer}/groups/{group_id}', 'action(attach) group @group_id=id ^customer=customer'],
    ['DELETE /customers/{customer}/groups/{group_id}', 'action(detach) group @group_id=id ^customer=customer'],
    ['POST /indexes', 'create index in:'],
    ['POST /files', 'upload file in: out:'],
    ['GET /animal', 'read animal @uid=uid out:animal'],
    ['POST /chat', 'stream -'],
    ['POST /search-orders', 'search order out:orders'],
    ['GET /tokens/token', 'read token @token=name out:token'],
    ['POST /tokens/token', 'update token @token=name in: out:token'],
    ['DELETE /tokens/token', 'delete token @token=name'],
    ['POST /tokens/token/lock', 'action(lock) token @token=name in: out:token'],
    ['POST /search/customers', 'search customer out:data'],
    ['POST /search/orders', 'passthrough -'],
  ])('%s is %s', (key, expected) => {
    expect(line(api.plan(key))).toBe(expected)
  })

  it('says which record an answer about something else is about', () => {
    expect(api.plan('POST /indexes').mentions).toEqual([{ place: ['indexUid'], property: ['uid'] }])
    expect(api.type('index').id).toMatchObject({ place: ['uid'], chosenBy: 'client' })
  })
})

describe('one thing, shown in full and in short', () => {
  const short = { id: text, name: text, color: text }
  const body = object({ name: text, color: text }, ['name'])
  const api = derived(
    {
      'POST /me/boxes': { body, answer: ref('Box'), status: '201' },
      'GET /me/boxes': { answer: arrayOf(ref('Box')) },
      'POST /teams/{team}/boxes': { body, answer: ref('Box'), status: '201' },
      'GET /teams/{team}/boxes': { answer: arrayOf(ref('MinimalBox')) },
      'GET /boxes/{owner}/{box}': { answer: ref('FullBox') },
      'DELETE /boxes/{owner}/{box}': { answer: null, status: '204' },
      'GET /shelves/{shelf}/boxes': { answer: arrayOf(ref('BoxSummary')) },
      'PUT /shelves/{shelf}/boxes/{box_id}': { answer: null, status: '204' },
      'DELETE /shelves/{shelf}/boxes/{box_id}': { answer: null, status: '204' },
    },
    {
      MinimalBox: object(short),
      BoxSummary: object(short),
      Box: object({ ...short, weight: whole }),
      FullBox: object({ ...short, weight: whole, labels: arrayOf(text), lid: text }),
    },
  )
  it.each([
    ['POST /me/boxes', 'create'],
    ['GET /teams/{team}/boxes', 'list'],
    ['POST /teams/{team}/boxes', 'create'],
    ['GET /boxes/{owner}/{box}', 'read'],
    ['DELETE /boxes/{owner}/{box}', 'delete'],
    ['GET /shelves/{shelf}/boxes', 'list'],
  ])('%s is about the same type: %s', (key, kind) => {
    expect(api.plan(key)).toMatchObject({ kind, type: api.plan('GET /boxes/{owner}/{box}').type })
  })

  it('takes what is only selected somewhere out of there, and leaves it where it lives', () => {
    expect(api.plan('PUT /shelves/{shelf}/boxes/{box_id}')).toMatchObject({ kind: 'action', verb: 'attach' })
    expect(api.plan('DELETE /shelves/{shelf}/boxes/{box_id}')).toMatchObject({ kind: 'action', verb: 'detach' })
  })
})

describe('ids', () => {
  it.each<[string, string, Schema, string, string]>([
    [
      'the parameter’s own name',
      '/keys/{api_key_id}',
      object({ api_key_id: text, name: text }),
      'api_key_id',
      'server',
    ],
    [
      'id, when the parameter names the type',
      '/orders/{order}',
      object({ order_number: text, id: text }),
      'id',
      'server',
    ],
    ['sid of AccountSid', '/accounts/{AccountSid}', object({ sid: text, friendly_name: text }), 'sid', 'server'],
    ['uuid', '/apps/{app_uuid}', object({ uuid: text, name: text }), 'uuid', 'server'],
    ['the type’s id under its long name', '/assets/{id}', object({ assetId: text, name: text }), 'assetId', 'server'],
    ['a name', '/tags/{tag_name}', object({ name: text, color: text }), 'name', 'server'],
    [
      'what is described as the identifier',
      '/spots/{spot}',
      object({ label: { type: 'string', description: 'The unique identifier of the spot' }, x: whole }),
      'label',
      'server',
    ],
    ['nothing at all: id is added', '/blobs/{blob}', object({ a: flag }), 'id', 'server'],
  ])('are %s', (_, path, schema, place, by) => {
    const api = derived({ [`GET ${path}`]: { answer: schema } })
    expect(api.plan(`GET ${path}`).target?.property.join('.')).toBe(place)
    expect(api.type(api.plan(`GET ${path}`).type ?? '').id.chosenBy).toBe(by)
  })

  it('may have other names in bodies', () => {
    const api = derived({
      'POST /pools': { body: object({ name: text }, ['name']), answer: object({ name: text }) },
      'GET /pools/{pool_name}': { answer: object({ pool_name: text, ips: arrayOf(text) }) },
    })
    expect(api.type('pool').id).toMatchObject({ place: ['pool_name'], aliases: [['name']], chosenBy: 'client' })
  })

  it('makes several where an array of what the list shows is sent, though the page it is made of says nothing of its items', () => {
    const Page = object({ items: arrayOf({ type: 'object', properties: {} }), total: whole })
    const People = { allOf: [ref('Page'), object({ items: arrayOf(ref('Person')) })] }
    const add = object({ entries: arrayOf(ref('Person')), ids: arrayOf(text), from: text })
    const api = derived(
      {
        'GET /groups/{id}': { answer: object({ id: text, title: text }, ['id']) },
        'GET /groups/{id}/items': { answer: ref('People') },
        'POST /groups/{id}/items': { body: add, answer: null },
      },
      { Person: object({ id: text, name: text }, ['id']), Page, People },
    )
    expect(api.plan('POST /groups/{id}/items')).toMatchObject({ kind: 'bulk', input: ['entries'], inputForm: 'array' })
  })

  it('knows a record by the slug among its attributes where a path says so', () => {
    const Person = object({ id: text, type: text, attributes: object({ slug: text, name: text }) }, ['id'])
    const api = derived({ 'GET /people/{person_slug}': { answer: object({ data: ref('Person') }) } }, { Person })
    expect(api.type('person').alternateKeys).toEqual([['attributes', 'slug']])
  })

  it('may be joined by keys that the description names beside them', () => {
    const App = object({ id: text, uid: text, name: text }, ['id'])
    const api = derived(
      {
        'GET /app/{app_id}': {
          params: { app_id: { type: 'string', description: "The app's ID or UID" } },
          answer: ref('App'),
        },
      },
      { App },
    )
    expect(api.type('app').alternateKeys).toEqual([['uid']])
  })

  it('are the server’s to choose when a create requires them only as part of the whole record', () => {
    const Pet = object({ id: whole, name: text }, ['id', 'name'])
    const api = derived(
      { 'POST /pets': { body: ref('Pet'), answer: ref('Pet') }, 'GET /pets/{pet_id}': { answer: ref('Pet') } },
      { Pet },
    )
    expect(api.type('pet').id.chosenBy).toBe('either')
  })
})

it('reads newest first from words and from a default direction', () => {
  const said = derived({
    ...crud,
    'GET /customers': {
      description: 'Sorted by creation date, with the most recent customers appearing first.',
      answer: arrayOf(ref('Customer')),
    },
  })
  const preset = derived({
    ...crud,
    'GET /customers': {
      query: { order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
      answer: arrayOf(ref('Customer')),
    },
  })
  expect([said, preset, derived(crud)].map((api) => api.type('customer').newestFirst)).toEqual([true, true, false])
})

it.each<[readonly string[], string | undefined]>([
  [['active', 'canceled', 'incomplete', 'unpaid'], 'active'],
  [['requires_capture', 'requires_payment_method', 'succeeded'], 'requires_payment_method'],
  [['CREATED', 'COMPLETED', 'VOIDED'], 'CREATED'],
  [['unpaid', 'paid'], 'unpaid'],
  [['failed', 'in_progress', 'completed'], 'in_progress'],
  [['APPROVED', 'ACTIVE', 'APPROVAL_PENDING'], 'APPROVAL_PENDING'],
  [['failed', 'succeeded'], undefined],
])('starts %j at %s', (values, initial) => {
  const Job = object({ id: text, status: { type: 'string', enum: values }, name: text })
  const api = derived({ 'GET /jobs/{job_id}': { answer: Job } })
  expect(api.type('job').status?.initial).toBe(initial)
})

it('ties events to the operations that cause them', () => {
  const names = [
    'customer.created',
    'customer_updated',
    'customer.deleted',
    'order.canceled',
    'newOrder',
    'invoice.paid',
    'order.shipped',
  ]
  const events = [...names.map((name) => ({ name })), { name: 'odd', extensions: { 'x-tool-trigger': 'GET /orders' } }]
  const { head } = deriveModel(smallApi(nested, schemas, events))
  expect(head.events.map((event) => event.trigger)).toEqual([
    'POST /customers',
    'POST /customers/{customer}',
    'DELETE /customers/{customer}',
    'POST /orders/{order_id}/cancel',
    'POST /customers/{customer}/orders',
    'emit-only',
    'emit-only',
    'GET /orders',
  ])
  expect(head.events.at(-1)?.provenance).toBe('explicit')
})

it('counts what success answers rest on', () => {
  const Row = object({ label: { type: 'string', example: 'a' }, email: text, blurb: text })
  const { head } = deriveModel(smallApi({ 'GET /rows': { answer: arrayOf(Row) } }))
  expect(head.report.realism).toEqual({ stated: 1, derived: 1, filler: 1, unfounded: ['GET /rows: blurb'] })
})

it('counts what a list style fills as derived', () => {
  const Row = object({ blurb: text })
  const paged = object({ rows: arrayOf(Row), next_page_token: text, links: object({ bogus: text }) })
  const { head } = deriveModel(
    smallApi({ 'GET /rows': { answer: paged, query: { page_token: text, page_size: whole } } }),
  )
  expect(head.report.realism.unfounded).toEqual(['GET /rows: rows.blurb', 'GET /rows: links.bogus'])
})

it('says what a delete is called, and which property names a parent of any type', () => {
  const Action = object({ id: text, resource_id: text, type: text }, ['id'])
  const api = derived(
    {
      ...crud,
      'DELETE /customers/{customer}': { summary: 'Cancel a customer', answer: ref('Customer') },
      'POST /customers/{customer}/actions': { body: object({ type: text }), answer: ref('Action'), status: '201' },
    },
    { Action },
  )
  expect(api.plan('DELETE /customers/{customer}')).toMatchObject({ kind: 'delete', verb: 'cancel' })
  expect(line(api.plan('POST /customers/{customer}/actions'))).toBe(
    'create action ^customer=customer(resource_id) in: out:',
  )
})

describe('documents of any form', () => {
  it('are no pages, take what is sent, and may bring their id', () => {
    const page = object({ results: arrayOf({}), offset: whole, total: whole })
    const api = derived({
      'GET /documents': { answer: page },
      'POST /documents': { body: {}, answer: object({ taskUid: whole }) },
      'POST /documents/fetch': { body: object({ filter: text }), answer: page },
      'GET /documents/{documentId}': { answer: {} },
    })
    expect(api.plan('POST /documents')).toMatchObject({ kind: 'create', type: 'document', input: [] })
    expect(api.type('document').id).toMatchObject({ place: ['id'], chosenBy: 'either' })
  })
})

it('takes a body that is a list of itself', () => {
  const api = derived({ 'POST /nests': { body: ref('Nest') } }, { Nest: arrayOf(ref('Nest')) })
  expect(api.plan('POST /nests').kind).toBe('passthrough')
})

it('filters by a description that is called desc', () => {
  const Task = object({ id: text, title: text, desc: text })
  const query = { title: text, desc: { type: 'string', description: 'Only with this desc' } as const }
  const tasks = { 'GET /tasks': { query, answer: arrayOf(ref('Task')) }, 'POST /tasks': { body: Task, answer: Task } }
  const { list } = derived(tasks, { Task }).plan('GET /tasks')
  expect(list?.filters.map(({ name }) => name)).toEqual(['title', 'desc'])
  expect(list?.sort).toBeUndefined()
})

it('asks for the actions themselves where those are records', () => {
  const Action = object({ id: text, command: text })
  const api = derived(
    {
      'POST /machines': { body: object({ name: text }), answer: object({ id: text, name: text }) },
      'GET /machines/{id}': { answer: object({ id: text, name: text }) },
      'GET /machines/{id}/actions': { answer: arrayOf(ref('Action')) },
      'GET /machines/{id}/actions/{action_id}': { answer: ref('Action') },
      'POST /machines/{id}/actions/reboot': { answer: ref('Action') },
      'POST /machines/{id}/actions/search': { body: object({ q: text }), answer: arrayOf(ref('Action')) },
    },
    { Action },
  )
  expect(line(api.plan('POST /machines/{id}/actions/reboot'))).toMatch(/^action\(reboot\) machine /)
  expect(line(api.plan('POST /machines/{id}/actions/search'))).toMatch(/^search action /)
})

it('reads and changes a team by verbs with a word for what it says', () => {
  const shown = object({ id: text, name: text })
  const api = derived({
    'POST /teams/create': { body: object({ name: text }), answer: shown },
    'POST /teams/list': { answer: object({ teams: arrayOf(shown) }) },
    'POST /teams/get_info': { body: object({ team_id: text }), answer: shown },
    'POST /teams/update_info': { body: object({ team_id: text, name: text }), answer: shown },
  })
  expect(line(api.plan('POST /teams/get_info'))).toMatch(/^read team @team_id=id/)
  expect(line(api.plan('POST /teams/update_info'))).toMatch(/^update team @team_id=id/)
})

it('finds a record by the number that its path names, though that takes texts', () => {
  const Parcel = object({ id: text, parcel_number: whole }, ['id'])
  const api = derived(
    {
      'GET /parcels': { answer: arrayOf(ref('Parcel')) },
      'POST /parcels': { body: object({ parcel_number: whole }), answer: ref('Parcel') },
      'GET /parcels/{parcel_id}': { answer: ref('Parcel') },
      'GET /parcels/by-number/{parcel_number}': { answer: ref('Parcel') },
    },
    { Parcel },
  )
  expect(line(api.plan('GET /parcels/by-number/{parcel_number}'))).toMatch(/@parcel_number=parcel_number/)
})

it('makes a record below a parent where the request tells more of it than its id', () => {
  const Device = object({ id: text, name: text, model: text }, ['id'])
  const operations = (body: Schema): Record<string, Sketch> => ({
    'POST /devices': { body: object({ name: text }), answer: ref('Device') },
    'GET /devices/{device_id}': { answer: ref('Device') },
    'POST /users/{user_id}/devices': { body, answer: ref('Device') },
    'DELETE /users/{user_id}/devices/{device_id}': { answer: null },
  })
  const joined = derived(operations(object({ device_id: text })), { Device })
  expect(line(joined.plan('POST /users/{user_id}/devices'))).toMatch(/^action\(attach\) device /)
  const told = derived(operations(object({ device_id: text, name: text, model: text }, ['device_id'])), { Device })
  expect(line(told.plan('POST /users/{user_id}/devices'))).toMatch(/^create device /)
  expect(line(told.plan('DELETE /users/{user_id}/devices/{device_id}'))).toMatch(/^delete device /)
})

it('issues a key that is a record, though the request may hold a secret', () => {
  const Token = object({ id: text, name: text, token: text })
  const api = derived(
    {
      'GET /tokens': { answer: arrayOf(ref('Token')) },
      'POST /tokens': { body: object({ name: text, secret: text }), answer: ref('Token') },
      'GET /tokens/{id}': { answer: ref('Token') },
      'DELETE /tokens/{id}': { answer: null },
      'POST /auth/tokens/obtain': { body: object({ api_key: text }), answer: object({ access_token: text }) },
    },
    { Token },
  )
  expect(api.plan('POST /tokens').session?.act).toBe('issue')
  expect(api.plan('POST /auth/tokens/obtain').session?.act).toBe('login')
})

it('reads with a POST that is called so and answers with the list, and makes with one that also makes', () => {
  const list = object({ items: arrayOf(ref('Order')), total: whole })
  const post = (id: string): OperationPlan['kind'] =>
    derived({
      'GET /orders': { answer: list },
      'POST /orders': { id, body: object({ ids: arrayOf(text) }), answer: list },
      'GET /orders/{id}': { answer: ref('Order') },
    }).plan('POST /orders').kind
  expect([post('getOrders'), post('getOrCreateOrders'), post('createOrders')]).toEqual(['search', 'create', 'create'])
  expect([post('postOrderDetails'), post('orderView'), post('POST_getOrders')]).toEqual(['create', 'create', 'search'])
})

describe('records that are written under one path and read under another', () => {
  const Push = object({ data: ref('Order'), pushKey: text, status: text, companyKey: text })
  const written: Record<string, Sketch> = {
    'POST /companies/{company}/push/orders': { body: ref('Order'), answer: ref('Push') },
    'PUT /companies/{company}/push/orders/{order}': { body: ref('Order'), answer: ref('Push') },
  }
  const read: Record<string, Sketch> = {
    'GET /companies/{company}/data/orders': { answer: object({ results: arrayOf(ref('Order')), total: whole }) },
    'GET /companies/{company}/data/orders/{order}': { answer: ref('Order') },
  }

  it('are what was sent, and stand in the one property of the answer that holds that', () => {
    const { plan } = derived({ ...written, ...read }, { Push })
    expect(line(plan('POST /companies/{company}/push/orders'))).toBe('create order ^company=company in: out:data')
    expect(line(plan('PUT /companies/{company}/push/orders/{order}'))).toBe(
      'update order @order=id ^company=company in: out:data',
    )
    expect(line(plan('GET /companies/{company}/data/orders/{order}'))).toBe(
      'read order @order=id ^company=company out:',
    )
  })

  it('are the answer where nothing reads what was sent', () => {
    const { plan } = derived(written, { Push })
    expect(plan('POST /companies/{company}/push/orders').output).toEqual([])
  })
})

describe('the key of records that verbs alone address', () => {
  const Note = object({ slug: text, name: text, label: text, body: text })
  const verbs = (asked: Schema, made: Schema = ref('Note')): Record<string, Sketch> => ({
    'POST /notes/add.json': { body: object({ key: text, name: text, body: text }), answer: made },
    'POST /notes/info.json': { body: asked, answer: ref('Note') },
    'POST /notes/list.json': { body: object({ key: text }), answer: arrayOf(ref('Note')) },
    'POST /notes/delete.json': { body: asked, answer: ref('Note') },
  })

  it('is the one property that all of them send', () => {
    const { type, plan } = derived(verbs(object({ key: text, name: text })), { Note })
    expect(type('note').id.place).toEqual(['name'])
    expect(line(plan('POST /notes/delete.json'))).toBe('delete note @name=name out:')
  })

  it('is none of two, unless the answer to the create shows one alone', () => {
    const two = object({ key: text, name: text, label: text })
    expect(derived(verbs(two), { Note }).type('note').id.place).toEqual(['slug'])
    expect(derived(verbs(two, object({ added: flag, name: text })), { Note }).type('note').id.place).toEqual(['name'])
  })
})

describe('a collection that is a thing itself', () => {
  const Collection = object({ id: text, name: text, visibility: text, total: whole }, ['id'])
  const items = arrayOf(object({ id: text }))
  const CreateCollection = object({ name: text, visibility: text, items })
  const collections: Record<string, Sketch> = {
    'GET /collections': { answer: object({ data: arrayOf(ref('Collection')), page: whole }) },
    'POST /collections': { body: ref('CreateCollection'), answer: ref('Collection'), status: '201' },
    'PATCH /collections/{id}': { body: object({ name: text }), answer: ref('Collection') },
    'POST /collections/{id}/items': { body: object({ items }), answer: ref('Collection') },
  }
  const { plan } = derived(collections, { Collection, CreateCollection })

  it('is made of all that is sent, and not of what it is to hold', () => {
    expect(line(plan('POST /collections'))).toBe('create collection in: out:')
  })

  it('is changed by what is posted below it, where the answer shows the collection', () => {
    expect(line(plan('POST /collections/{id}/items'))).toContain('action(items) collection @id=id')
  })

  it('is made below another by a request that is like any other that makes one', () => {
    const own: Record<string, Sketch> = {
      ...collections,
      'POST /collections/{id}/drafts': { body: ref('CreateCollection'), answer: ref('Collection'), status: '201' },
    }
    expect(derived(own, { Collection, CreateCollection }).plan('POST /collections/{id}/drafts').kind).toBe('create')
  })
})

describe('verbs with their thing in one segment', () => {
  const Message = object({ message_id: whole, text, chat: object({ id: whole }) }, ['message_id'])
  const sent = (answer: Schema): Record<string, Sketch> => ({
    'POST /sendMessage': { body: object({ chat_id: whole, text }), answer: object({ ok: flag, result: answer }) },
    'POST /sendPhoto': { body: object({ chat_id: whole, photo: text }), answer: object({ ok: flag, result: answer }) },
    'POST /deleteMessage': {
      body: object({ message_id: whole }, ['message_id']),
      answer: object({ ok: flag, result: flag }),
    },
    'POST /getReport': { body: object({ day: text }), answer: object({ ok: flag, result: object({ day: text }) }) },
  })

  it('make what is sent, where another verb deletes or changes it', () => {
    const { plan } = derived(sent(ref('Message')), { Message })
    for (const path of ['/sendMessage', '/sendPhoto'])
      expect(line(plan(`POST ${path}`))).toMatch(/^create message.* in: out:result$/)
    expect(line(plan('POST /deleteMessage'))).toMatch(/^delete message @message_id=message_id/)
  })

  it('make nothing where the answer shows something else', () => {
    const Receipt = object({ receipt: text })
    expect(derived(sent(ref('Receipt')), { Receipt }).plan('POST /sendMessage').kind).toBe('passthrough')
  })

  it('list what several of them are about under its name in the plural', () => {
    const Domain = object({ domain: text, created_at: text })
    const { plan } = derived(
      {
        'POST /inbound/add-domain.json': { body: object({ domain: text }), answer: ref('Domain') },
        'POST /inbound/delete-domain.json': { body: object({ domain: text }, ['domain']), answer: ref('Domain') },
        'POST /inbound/domains.json': { body: object({ key: text }), answer: arrayOf(ref('Domain')) },
        'POST /inbound/clicks.json': { body: object({ key: text }), answer: arrayOf(ref('Domain')) },
      },
      { Domain },
    )
    expect(line(plan('POST /inbound/domains.json'))).toBe('list domain out:')
    expect(plan('POST /inbound/clicks.json').kind).toBe('passthrough')
  })
})

it('sends what is there where it is made and named otherwise', () => {
  const Invoice = object({ id: text, status: text, total: text })
  const { plan } = derived(
    {
      'POST /createInvoice': { body: object({ total: text }), answer: ref('Invoice') },
      'POST /getInvoice': { body: object({ id: text }, ['id']), answer: ref('Invoice') },
      'POST /sendInvoice': { body: object({ id: text, to: text }, ['id']), answer: ref('Invoice') },
      'POST /deleteInvoice': { body: object({ id: text }, ['id']), answer: null },
    },
    { Invoice },
  )
  expect(plan('POST /createInvoice').kind).toBe('create')
  expect(plan('POST /sendInvoice').kind).not.toBe('create')
})

it('makes several where an array of them is sent to what verbs stand beside', () => {
  const User = object({ id: text, name: text, email: text })
  const posted = (body: Schema, id?: string): OperationPlan['kind'] =>
    derived(
      {
        'POST /v1/users': { ...(id !== undefined && { id }), body, answer: arrayOf(ref('User')) },
        'POST /v1/get_user': { body: object({ id: text }, ['id']), answer: ref('User') },
        'POST /v1/delete_user': { body: object({ id: text }, ['id']), answer: null },
      },
      { User },
    ).plan('POST /v1/users').kind
  expect(posted(arrayOf(ref('User')))).not.toBe('list')
  expect(posted(object({ users: arrayOf(ref('User')) }))).not.toBe('list')
  expect(posted(object({ key: text }), 'createUsers')).not.toBe('list')
  expect(posted(object({ key: text }))).toBe('list')
})

it('makes what is told of another thing by its id alone', () => {
  const OrderItem = object({ id: text, menu_item_id: text, quantity: whole })
  const Subscription = object({ id: text, status: text })
  const { plan } = derived(
    {
      'GET /orders/{id}': { answer: ref('Order') },
      'GET /orders/{id}/items': { answer: arrayOf(ref('OrderItem')) },
      'POST /orders/{id}/items': { body: object({ menu_item_id: text }), answer: ref('OrderItem') },
      'GET /order-items/{id}': { answer: ref('OrderItem') },
      'GET /customers/{customer_id}': { answer: ref('Customer') },
      'POST /customers/{customer_id}/subscriptions': {
        body: object({ base_subscription_id: text }),
        answer: ref('Subscription'),
      },
      'GET /subscriptions/{id}': { answer: ref('Subscription') },
    },
    { OrderItem, Subscription },
  )
  expect(plan('POST /orders/{id}/items').kind).toBe('create')
  expect(plan('POST /customers/{customer_id}/subscriptions').kind).toBe('create')
})

it('changes and deletes at an own path what a PUT answers with', () => {
  const { plan } = derived(
    {
      'GET /keys/{key_id}': { answer: ref('Key') },
      'GET /user/keys': { answer: arrayOf(ref('Key')) },
      'PUT /user/keys/{key_id}': { answer: ref('Key') },
      'DELETE /user/keys/{key_id}': { answer: null },
    },
    { Key: object({ id: text, title: text }) },
  )
  expect(plan('DELETE /user/keys/{key_id}').kind).toBe('delete')
})

it('takes what tells no more of itself than an id for what is read at a path of the same name', () => {
  const IdResponse = object({ Id: text })
  const api = derived(
    {
      'POST /boxes/{id}/runs': { body: object({ cmd: text }), answer: ref('IdResponse') },
      'POST /commits': { body: object({ from: text }), answer: ref('IdResponse') },
      'GET /runs/{id}': { answer: object({ ID: text, BoxID: text, running: { type: 'boolean' } }) },
      'POST /boxes': { body: object({ name: text }), answer: object({ Id: text, name: text }) },
      'GET /boxes/{id}': { answer: object({ Id: text, name: text }) },
    },
    { IdResponse },
  )
  expect(line(api.plan('POST /boxes/{id}/runs'))).toMatch(/^create run /)
  expect(line(api.plan('GET /runs/{id}'))).toMatch(/^read run @id=ID/)
  expect(line(api.plan('POST /commits'))).toMatch(/^create commit/)
})
