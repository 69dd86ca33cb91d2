import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const id = '{name: id, in: path, required: true, schema: {type: integer}}'
const errors = `'404': {description: none}`
const act = `{type: object, required: [id, command, status], properties: {
  id: {type: integer}, command: {type: string, example: start_machine}, status: {type: string, enum: [success, running, error]},
  progress: {type: number, example: 40}, finished: {type: string, nullable: true, example: '2020-01-01T00:00:00Z'},
  error: {type: object, nullable: true, properties: {code: {type: string}}},
  resources: {type: array, items: {type: object, required: [id, type], properties: {id: {type: integer}, type: {type: string, example: machine}}}}}}`
const machine = `{type: object, required: [id, name, status], properties: {
  id: {type: integer}, name: {type: string}, status: {type: string, enum: [initializing, running, off]},
  protection: {type: object, properties: {delete: {type: boolean, example: false}, rebuild: {type: boolean}}},
  private_net: {type: array, items: {type: object, properties: {network: {type: integer}, ip: {type: string}}}},
  disks: {type: array, items: {type: integer, example: 7}}}}`
const network = `{type: object, required: [id, name], properties: {
  id: {type: integer}, name: {type: string}, machines: {type: array, items: {type: integer, example: 42}},
  subnets: {type: array, items: {type: object, required: [ip_range], properties: {ip_range: {type: string}, gateway: {type: string}}}}}}`
const named =
  'requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}'
const json = (schema: string, example = '') =>
  `{description: ok, content: {application/json: {schema: ${schema}${example}}}}`
const told = (command: string, type = 'machine') =>
  `, example: {action: {id: 13, command: ${command}, status: running, progress: 0, finished: null, error: {code: no}, resources: [{id: 42, type: ${type}}, {id: 9, type: network}]}}`
const does = (verb: string, answer: string, body = '') =>
  `/${verb}: {post: {parameters: [${id}], ${body === '' ? '' : `requestBody: {content: {application/json: {schema: {type: object, properties: ${body}}}}}, `}responses: {'201': ${answer}, ${errors}}}}`
const one = `{type: object, required: [action], properties: {action: ${act}}}`

const { ask } = await sandboxOf(`
paths:
  /machines:
    get: {responses: {'200': ${json(`{type: object, properties: {machines: {type: array, items: ${machine}}}}`)}}}
    post: {${named}, responses: {'201': ${json(`{type: object, required: [machine, action], properties: {machine: ${machine}, action: ${act}}}`)}}}
  /machines/{id}:
    parameters: [${id}]
    get: {responses: {'200': ${json(`{type: object, properties: {machine: ${machine}}}`)}, ${errors}}}
    delete: {responses: {'200': ${json(one)}, ${errors}}}
  /machines/{id}/actions:
    get: {parameters: [${id}], responses: {'200': ${json(`{type: object, properties: {actions: {type: array, items: ${act}}}}`)}}}
  /machines/{id}/actions/{action_id}:
    get: {parameters: [${id}, {name: action_id, in: path, required: true, schema: {type: integer}}], responses: {'200': ${json(one)}, ${errors}}}
  /machines/{id}/actions${does('poweroff', json(one, told('stop_machine')))}
  /machines/{id}/actions${does('change_protection', json(one), '{delete: {type: boolean}, rebuild: {type: boolean}}')}
  /machines/{id}/actions${does('attach_to_network', json(one, told('attach_to_network')), '{network: {type: integer}, ip: {type: string}}')}
  /machines/{id}/actions${does('detach_from_network', json(one), '{network: {type: integer}}')}
  /networks:
    post: {${named}, responses: {'201': ${json(`{type: object, properties: {network: ${network}}}`)}}}
  /networks/{id}:
    get: {parameters: [${id}], responses: {'200': ${json(`{type: object, properties: {network: ${network}}}`)}, ${errors}}}
  /networks/{id}/actions${does('add_subnet', json(one, told('add_subnet', 'network')), '{ip_range: {type: string}}')}
  /networks/{id}/actions${does('delete_subnet', json(one), '{ip_range: {type: string}}')}
  /actions:
    get: {responses: {'200': ${json(`{type: object, properties: {actions: {type: array, items: ${act}}}}`)}}}
  /actions/{id}:
    get: {parameters: [${id}], responses: {'200': ${json(one)}, ${errors}}}
`)

interface Act {
  readonly id: number
  readonly command: string
  readonly resources: readonly { readonly id: number; readonly type: string }[]
}
const actOf = (path: string, body?: object) =>
  (ask(path, body === undefined ? {} : { body }).body as { action: Act }).action
const machineOf = (id: number) => (ask(`GET /machines/${id}`).body as { machine: Record<string, unknown> }).machine
const made = ask('POST /machines', { body: { name: 'a' } }).body as { machine: { id: number }; action: Act }
const { id: key } = made.machine
const net = (ask('POST /networks', { body: { name: 'n' } }).body as { network: { id: number; machines: number[] } })
  .network

it('stores the action that an answer tells of, at its end, and says what was done to what', () => {
  expect(made.action).toMatchObject({
    command: 'create_machine',
    status: 'success',
    resources: [{ id: key, type: 'machine' }],
  })
  expect(machineOf(key)['status']).toBe('running')
  const off = actOf(`POST /machines/${key}/actions/poweroff`)
  expect(off).toMatchObject({ command: 'stop_machine', status: 'success', progress: 100, error: null })
  expect(off.resources).toEqual([{ id: key, type: 'machine' }])
  expect(actOf(`GET /actions/${off.id}`)).toEqual(off)
  expect(actOf(`GET /machines/${key}/actions/${off.id}`)).toEqual(off)
  const { actions } = ask(`GET /machines/${key}/actions`).body as { actions: readonly Act[] }
  expect(actions.map((one) => one.id)).toEqual([made.action.id, off.id])
  expect(machineOf(key)['status']).toBe('off')
})

it('writes into the object that the verb names', () => {
  actOf(`POST /machines/${key}/actions/change_protection`, { delete: true })
  expect(machineOf(key)['protection']).toMatchObject({ delete: true })
})

it('puts what is added into the array of the record, on both sides, and takes it out again', () => {
  const range = { ip_range: '10.0.1.0/24' }
  const shown = () => (ask(`GET /networks/${net.id}`).body as { network: Record<string, unknown[]> }).network
  expect(net.machines).toEqual([])
  actOf(`POST /networks/${net.id}/actions/add_subnet`, range)
  expect(shown()['subnets']).toContainEqual(expect.objectContaining(range))
  actOf(`POST /networks/${net.id}/actions/delete_subnet`, range)
  expect(shown()['subnets']).not.toContainEqual(expect.objectContaining(range))
  const attached = actOf(`POST /machines/${key}/actions/attach_to_network`, { network: net.id })
  expect(attached.resources).toEqual([
    { id: key, type: 'machine' },
    { id: net.id, type: 'network' },
  ])
  expect(machineOf(key)['private_net']).toContainEqual(expect.objectContaining({ network: net.id }))
  expect(shown()['machines']).toEqual([key])
  actOf(`POST /machines/${key}/actions/detach_from_network`, { network: net.id })
  expect(machineOf(key)['private_net']).not.toContainEqual(expect.objectContaining({ network: net.id }))
  expect(shown()['machines']).toEqual([])
})

it('tells of the deletion in the words in which others are told', () => {
  expect(ask(`DELETE /machines/${key}`).body).toMatchObject({
    message: 'Cannot delete this machine: its protection.delete is true',
  })
  actOf(`POST /machines/${key}/actions/change_protection`, { delete: false })
  const gone = actOf(`DELETE /machines/${key}`)
  expect(gone).toMatchObject({ command: 'delete_machine', resources: [{ id: key, type: 'machine' }] })
  expect(ask(`GET /machines/${key}`).status).toBe(404)
  expect(actOf(`GET /actions/${gone.id}`).id).toBe(gone.id)
})

it('does what a new action says in a word', async () => {
  const pump =
    '{type: object, properties: {id: {type: integer}, status: {type: string, enum: [new, active, off]}, locked: {type: boolean}}}'
  const step =
    '{type: object, properties: {id: {type: integer}, type: {type: string}, status: {type: string, enum: [in-progress, completed]}}}'
  const api = await sandboxOf(`
paths:
  /pumps: {post: {${named}, responses: {'201': ${json(pump)}}}}
  /pumps/{id}: {get: {parameters: [${id}], responses: {'200': ${json(pump)}, ${errors}}}}
  /pumps/{id}/actions:
    parameters: [${id}]
    get: {responses: {'200': ${json(`{type: array, items: ${step}}`)}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, required: [type], properties: {type: {type: string, enum: [power_off, power_on, resize]}}}}}}, responses: {'201': ${json(step)}}}
  /pumps/{id}/actions/{action_id}: {get: {parameters: [${id}, {name: action_id, in: path, required: true, schema: {type: integer}}], responses: {'200': ${json(step)}, ${errors}}}}
`)
  const { id: own } = api.ask('POST /pumps', { body: { name: 'p' } }).body as { id: number }
  const after = (type: string) => {
    expect(api.ask(`POST /pumps/${own}/actions`, { body: { type } }).body).toMatchObject({ type })
    return (api.ask(`GET /pumps/${own}`).body as { status: string }).status
  }
  expect([after('power_off'), after('resize'), after('power_on')]).toEqual(['off', 'off', 'active'])
})
