import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const ok = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const id = '[{name: id, in: path, required: true, schema: {type: string}}]'
const verb = (schema: string, name: string, more = '') =>
  `  /${name.split('/')[0]}/{id}/${name.split('/')[1]}: {post: {operationId: ${name.replace('/', '_').replaceAll('-', '_')}, ${more} parameters: ${id}, responses: {'200': ${ok(ref(schema))}, '404': {description: no}}}}`
const stores = (path: string, schema: string) => `
  /${path}: {post: {requestBody: {content: {application/json: {schema: ${ref(schema)}}}}, responses: {'201': ${ok(ref(schema))}}}}
  /${path}/{id}: {get: {parameters: ${id}, responses: {'200': ${ok(ref(schema))}, '404': {description: no}}}}`

const { ask } = await sandboxOf(`
paths:
${stores('streams', 'Stream')}
${verb('Stream', 'streams/disable')}
${verb('Stream', 'streams/enable')}
${verb('Stream', 'streams/reset-stream-key')}
${stores('servers', 'Server')}
${stores('volumes', 'Volume')}
${verb('Volume', 'volumes/attach', 'requestBody: {content: {application/json: {schema: {type: object, required: [server_id], properties: {server_id: {type: integer}}}}}},')}
${verb('Volume', 'volumes/detach')}
${stores('keys', 'Key')}
${verb('Key', 'keys/rotate')}
components:
  schemas:
    Stream: {type: object, properties: {id: {type: string, readOnly: true}, status: {type: string, readOnly: true, enum: [active, idle, disabled], default: idle}, stream_key: {type: string, readOnly: true}}}
    Server: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
    Volume: {type: object, properties: {id: {type: integer, readOnly: true}, server_id: {type: integer, nullable: true, example: 12346}}}
    Key: {type: object, properties: {id: {type: string, readOnly: true}, secret: {type: string, readOnly: true, example: sk_live_4eC39HqLyjWDarjtT1zdp7dc}}}
`)

interface Shown {
  readonly id: string
  readonly status: string
  readonly stream_key: string
  readonly secret: string
  readonly server_id: number | null
}
const make = (path: string, body: object = {}) => ask(`POST /${path}`, { body }).body as Shown
const get = (path: string) => ask(`GET /${path}`).body as Shown

it('leads back to the state before what a verb takes back', () => {
  const stream = make('streams')
  expect(stream.status).toBe('idle')
  ask(`POST /streams/${stream.id}/disable`)
  expect(get(`streams/${stream.id}`).status).toBe('disabled')
  ask(`POST /streams/${stream.id}/enable`)
  expect(get(`streams/${stream.id}`).status).toBe('idle')
})

it('leaves a reference empty until somebody names the record, and empties it again', () => {
  const server = make('servers', { name: 'a' })
  const volume = make('volumes')
  expect(volume.server_id).toBeNull()
  expect(make('volumes', { server_id: Number(server.id) }).server_id).toBe(server.id)
  const attached = ask(`POST /volumes/${volume.id}/attach`, { body: { server_id: Number(server.id) } }).body as Shown
  expect(attached.server_id).toBe(server.id)
  ask(`POST /volumes/${volume.id}/detach`)
  expect(get(`volumes/${volume.id}`).server_id).toBeNull()
})

it('makes a secret anew in the form it has', () => {
  const stream = make('streams')
  const reset = ask(`POST /streams/${stream.id}/reset-stream-key`).body as Shown
  expect(reset).toMatchObject({ id: stream.id, status: stream.status })
  expect(reset.stream_key).not.toBe(stream.stream_key)
  const key = make('keys')
  const { secret } = ask(`POST /keys/${key.id}/rotate`).body as Shown
  expect(secret).toMatch(/^sk_live_\w{24}$/)
  expect(secret).not.toBe(key.secret)
  expect(get(`keys/${key.id}`).secret).toBe(secret)
})

it('leads on where the verb has a state of its own, ends something, or the client says which', async () => {
  const status = (values: string) => `status: {type: string, enum: [${values}], default: ${values.split(',')[0]}}`
  const sent = `requestBody: {content: {application/json: {schema: {type: object, properties: {${status('waiting, open, closed')}}}}}},`
  const api = await sandboxOf(`
paths:
${stores('polls', 'Poll')}
${verb('Poll', 'polls/open')}
${verb('Poll', 'polls/close')}
${stores('sites', 'Site')}
${verb('Site', 'sites/activate')}
${verb('Site', 'sites/deactivate')}
${stores('tickets', 'Ticket')}
${verb('Ticket', 'tickets/archive')}
${verb('Ticket', 'tickets/restore', sent)}
components:
  schemas:
    Poll: {type: object, properties: {id: {type: string, readOnly: true}, ${status('draft, open, closed')}}}
    Site: {type: object, properties: {id: {type: string, readOnly: true}, ${status('trial, active, inactive')}}}
    Ticket: {type: object, properties: {id: {type: string, readOnly: true}, ${status('waiting, open, archived')}}}
`)
  const after = (path: string, verbs: readonly string[], body: object = {}) => {
    const { id } = api.ask(`POST /${path}`, { body: {} }).body as Shown
    return verbs.map((one) => (api.ask(`POST /${path}/${id}/${one}`, { body }).body as Shown).status)
  }
  expect(after('polls', ['open', 'close'])).toEqual(['open', 'closed'])
  expect(after('sites', ['activate', 'deactivate'])).toEqual(['active', 'inactive'])
  expect(after('tickets', ['archive', 'restore'])).toEqual(['archived', 'waiting'])
  expect(after('tickets', ['archive', 'restore'], { status: 'open' }).at(-1)).toBe('open')
})

it('names no other record at first, and none again once it is detached', async () => {
  const shown = (name: string) =>
    `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
  const takes = (properties: string, more = '') =>
    `requestBody: {content: {application/json: {schema: {type: object, ${more}properties: {${properties}}}}}}`
  const byId = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'
  const { ask } = await sandboxOf(`
paths:
  /servers: {post: {${takes('name: {type: string}')}, responses: {'201': ${shown('Server')}}}}
  /servers/{id}: {get: {${byId}, responses: {'200': ${shown('Server')}}}}
  /volumes: {post: {${takes('name: {type: string}, server: {type: integer}')}, responses: {'201': ${shown('Volume')}}}}
  /volumes/{id}: {get: {${byId}, responses: {'200': ${shown('Volume')}}}}
  /volumes/{id}/attach: {post: {${byId}, ${takes('server: {type: integer}', 'required: [server], ')}, responses: {'200': ${shown('Volume')}}}}
  /volumes/{id}/detach: {post: {${byId}, responses: {'200': ${shown('Volume')}}}}
components:
  schemas:
    Server: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
    Volume: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}, server: {type: integer, nullable: true, example: 12}}}
`)
  const { id: server } = ask('POST /servers', { body: { name: 's' } }).body as { id: number }
  const volume = ask('POST /volumes', { body: { name: 'v' } }).body as { id: number; server: number | null }
  const named = (line: string, body?: object) => (ask(line, { body }).body as { server: number | null }).server
  const steps = [named(`POST /volumes/${volume.id}/attach`, { server }), named(`POST /volumes/${volume.id}/detach`)]
  expect([volume.server, ...steps]).toEqual([null, server, null])
})

it('is in the states that verbs are called after where one is taken back, and in none again where it was in none', async () => {
  const one = "{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Permit'}}}}"
  const verbs = ['suspend', 'reinstate', 'archive']
  const { ask } = await sandboxOf(`
paths:
  /permits: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': ${one}}}}
  /permits/{id}: {get: {parameters: &id [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${one}}}}
${verbs.map((verb) => `  /permits/{id}/${verb}: {post: {parameters: *id, responses: {'200': ${one}}}}`).join('\n')}
components:
  schemas:
    Permit: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, status: {type: string, example: overdue}}}
`)
  const { id, status } = ask('POST /permits', { body: { name: 'a' } }).body as Record<string, string>
  const after = verbs.map((verb) => (ask(`POST /permits/${id}/${verb}`).body as { status?: string }).status)
  expect(after).toEqual(['suspended', status, 'archived'])
})
