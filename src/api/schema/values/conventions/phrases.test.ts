import { expect, it } from 'vitest'
import { generate } from '../../generate.ts'
import { contextOf } from '../generate.fixture.ts'

/** The texts of a record of a component, by its properties; a description of a property after a colon. */
function record(component: string, ...properties: readonly string[]): Record<string, string> {
  const named = properties.map((one) => /^([^:]+):?(.*)$/.exec(one) ?? [])
  const schema = {
    type: 'object',
    required: named.map(([, name = '']) => name),
    properties: Object.fromEntries(
      named.map(([, name, description]) => [name, { type: 'string', ...(description !== '' && { description }) }]),
    ),
  }
  return generate({ $ref: `#/schemas/${component}` }, contextOf({ [component]: schema })) as Record<string, string>
}

it.each<[string, string, RegExp]>([
  ['Assistant', 'instructions', /^You /],
  ['Shipment', 'delivery_instructions', /parcel|arrival|entrance/],
  ['User', 'bio', /baker|maps|engineer|Teacher|travel/],
  ['Channel', 'purpose', /orders|release|talk/],
  ['Commit', 'message', /test|typo|dependencies/],
  ['ErrorResponse', 'message:The error message', /could not|not valid|not found/],
  ['ApiResponse', 'message', /^Completed/],
  ['Refund', 'reason', /damaged|mistake|size/],
  ['Event', 'reason:A brief CamelCase reason of the event', /^Completed$/],
  ['Invoice', 'footer', /business/],
  ['CreateSupportTicketRequest', 'description', /try|settings|numbers/],
])('writes in a %s for %s what belongs there', (component, property, looks) => {
  expect(Object.values(record(component, property))[0]).toMatch(looks)
})

it('describes a thing by its name, where it knows it', () => {
  const { name, description } = record('Role', 'name', 'description')
  const known = new Map([
    ['admin', /^Full access/],
    ['editor', /^Can edit/],
    ['member', /own projects/],
    ['viewer', /change nothing/],
  ])
  expect(description).toMatch(known.get(name ?? '') ?? /never/)
})

it('says of a thing of a kind that it does not know no more than its noun', () => {
  expect(record('FluxCapacitor', 'description')['description']).toMatch(/flux capacitor/)
})

it('calls a thing of a kind without names of its own by its noun', () => {
  expect(record('FluxCapacitor', 'name')['name']).toMatch(/^\w+ Flux Capacitor$/)
  expect(record('RoleRef', 'name')['name']).toMatch(/^[a-z]+-role-ref$/)
})

it('does not write the same in three properties of a record', () => {
  const texts = Object.values(record('Order', 'description', 'note', 'comment', 'reason', 'message', 'memo', 'body'))
  const most = Math.max(...texts.map((text) => texts.filter((other) => other === text).length))
  expect(most).toBeLessThan(3)
})

it.each([
  ['Invoice', 'open'],
  ['Flight', 'scheduled'],
  ['Payment', 'pending'],
  ['User', 'active'],
  ['PullRequest', 'open'],
])('lets a new %s be %s', (component, status) => {
  expect(record(component, 'status')['status']).toBe(status)
})

it.each([
  [['LOW', 'HIGH'], 'ACTIVE'],
  [['Low', 'High'], 'Active'],
  [['low', 'high'], 'active'],
  [['USD', 'low'], 'active'],
])('writes a state as the enum beside it is written: %j', (values, status) => {
  const User = {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string' }, importance: { type: 'string', enum: values } },
  }
  expect(generate({ $ref: '#/schemas/User' }, contextOf({ User }))).toMatchObject({ status })
})

it('keeps a pull request one, and a blog post', () => {
  expect(record('BlogPost', 'title')['title']).toMatch(/Week|Work|Month/)
  expect(record('ProductPost', 'name')['name']).not.toMatch(/Week|We Work|This Month/)
})
