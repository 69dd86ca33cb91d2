import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const note = '{type: object, properties: {id: {type: string}, title: {type: string}, text: {type: string}}}'
const one = `{'200': {description: ok, ${json(note)}}}`
const change = `patch: {parameters: [{name: updateMask, in: query, schema: {type: string}}], requestBody: {${json(note)}}, responses: ${one}}`
const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {${json(note)}}, responses: ${one}}}
  /notes/{id}: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], get: {responses: ${one}}, ${change}}
  /settings: {get: {responses: ${one}}, ${change}}
`)
const { id } = ask('POST /notes', { body: { title: 'a', text: 'kept' } }).body as { id: string }

it.each(['title', 'title,', 'title,,size', Array(2_000).fill('title').join()])(
  'changes what the mask names, and nothing else: %s',
  (mask) => {
    const sent = { body: { title: 'b', text: 'over' } }
    expect(ask(`PATCH /notes/${id}?updateMask=${mask}`, sent).body).toMatchObject({ title: 'b', text: 'kept' })
  },
)

it('holds for what there is one of', () => {
  ask('PATCH /settings', { body: { title: 'a', text: 'kept' } })
  ask('PATCH /settings?updateMask=title', { body: { title: 'b', text: 'over' } })
  expect(ask('GET /settings').body).toMatchObject({ title: 'b', text: 'kept' })
})

it.each(['', '*', ','])('changes all without a mask: %j', (mask) => {
  expect(ask(`PATCH /notes/${id}?updateMask=${mask}`, { body: { text: `by${mask}` } }).body).toMatchObject({
    text: `by${mask}`,
  })
})
