import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const parcels = `
paths:
  /parcels:
    post:
      operationId: send
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } } }
  /parcels/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: look
      responses: { '200': &one { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }, '404': { description: none } }
    patch:
      operationId: change
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses: { '200': *one, '422': &bad { description: bad, content: { application/json: { schema: { type: object, properties: { detail: { type: string }, reason: { type: string } } } } } } }
    put:
      operationId: exchange
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
      responses: { '200': *one }
    delete:
      operationId: burn
      responses: { '204': { description: gone } }
  /parcels/{id}/ship:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: ship, responses: { '200': *one, '422': *bad } }
  /parcels/{id}/return:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: takeBack, responses: { '200': *one } }
components:
  schemas:
    Parcel:
      type: object
      properties:
        id: { type: string, readOnly: true }
        state: { type: string, enum: [packed, express, shipped, lost], readOnly: true }
        weight: { type: integer }
        paid: { type: integer }
      x-tool-lifecycle:
        initial: packed
        edges:
          - { on: send, when: { weight: 1 }, to: express }
          - { on: ship, from: [packed, express], when: { weight: 0 }, to: lost }
          - { on: ship, from: [packed, express], to: shipped, set: { paid: { of: [price, weight] } }, refuse: { status: 422, reason: left } }
          - { on: change, from: packed }
          - { on: exchange, from: packed, to: express }
          - { on: burn, from: lost }
          - { on: takeBack, from: shipped }
`

it('makes the first edge that fits, and refuses in the declared shape where none does', async () => {
  const { ask } = await sandboxOf(parcels)
  const send = (weight: number): string => (ask('POST /parcels', { body: { weight } }).body as { id: string }).id
  const heavy = send(9)
  expect(ask(`POST /parcels/${heavy}/ship`).body).toMatchObject({ state: 'shipped', paid: 9 })
  const again = ask(`POST /parcels/${heavy}/ship`)
  expect([again.status, again.body]).toEqual([
    422,
    { detail: 'Cannot ship this parcel: its state is shipped, not packed or express', reason: 'left' },
  ])
  expect(ask(`GET /parcels/${heavy}`).body).toMatchObject({ state: 'shipped' })
  expect(ask(`POST /parcels/${send(0)}/ship`).body).toMatchObject({ state: 'lost' })
  expect(ask(`GET /parcels/${send(1)}`).body).toMatchObject({ state: 'express' })
})

it('leaves the state where an edge names none, whatever the verb', async () => {
  const { ask } = await sandboxOf(parcels)
  const { id } = ask('POST /parcels', { body: { weight: 5 } }).body as { id: string }
  expect(ask(`PATCH /parcels/${id}`, { body: { weight: 6 } }).body).toMatchObject({ state: 'packed', weight: 6 })
  ask(`POST /parcels/${id}/ship`)
  expect(ask(`POST /parcels/${id}/return`).body).toMatchObject({ state: 'shipped' })
})

it('holds for changing, replacing and deleting too', async () => {
  const { ask } = await sandboxOf(parcels)
  const { id } = ask('POST /parcels', { body: { weight: 5 } }).body as { id: string }
  expect(ask(`PUT /parcels/${id}`, { body: { weight: 7 } }).body).toMatchObject({ state: 'express', weight: 7 })
  expect(ask(`PUT /parcels/${id}`, { body: { weight: 8 } }).status).toBe(409)
  expect(ask(`PATCH /parcels/${id}`, { body: { weight: 8 } }).status).toBe(422)
  expect(ask(`DELETE /parcels/${id}`).status).toBe(409)
  expect(ask(`POST /parcels/${id}/ship`, { body: {} }).body).toMatchObject({ weight: 7 })
  const { id: light } = ask('POST /parcels', { body: { weight: 0 } }).body as { id: string }
  ask(`POST /parcels/${light}/ship`)
  expect(ask(`DELETE /parcels/${light}`).status).toBe(204)
})
