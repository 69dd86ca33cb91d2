/** What a fork answers leads to the fork, also where it shares with its parent what was made of their records. */
import { expect, it } from 'vitest'
import { modelOf, requestOf } from '../../../../test/support/inline.ts'
import { makeLive } from '../../../../test/support/simulated.ts'
import { type LiveSandbox, serve } from '../../serve.ts'
import { createMemoryStore } from '../../state/memory-store.ts'
import type { DurableStore } from '../../state/store.ts'

const answer = (schema: string) => `{description: ok, content: {application/json: {schema: ${schema}}}}`
const thing = `{$ref: '#/components/schemas/Thing'}`
const page = `{type: object, properties: {items: {type: array, items: ${thing}}, next_url: {type: string, format: uri}}}`
const description = `
paths:
  /things:
    get:
      parameters: [{name: page_token, in: query, schema: {type: string}}, {name: limit, in: query, schema: {type: integer}}]
      responses: {'200': ${answer(page)}}
    post: {requestBody: {content: {application/json: {schema: ${thing}}}}, responses: {'201': ${answer(thing)}}}
  /things/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': ${answer(thing)}}}
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}, name: {type: string}, self: {type: string, format: uri, readOnly: true}}}
`

type Kept = LiveSandbox & { readonly store: DurableStore }

const asked = (live: Kept, line: string, body?: unknown): string => {
  const text = serve(requestOf(line, { body }), live, 0).response.body
  live.store.commit()
  return String(text)
}

it('leads from a fork to the fork, and from its parent to the parent', async () => {
  const parent: Kept = { ...makeLive(await modelOf(description)), store: createMemoryStore() }
  const { id } = JSON.parse(asked(parent, 'POST /things', { name: 'a' })) as { id: string }
  asked(parent, 'POST /things', { name: 'b' })
  const fork: Kept = { ...parent, settings: { ...parent.settings, name: 'sim--f' }, store: parent.store.fork() }
  for (const line of ['GET /things?limit=1', `GET /things/${id}`]) {
    const texts = [parent, fork, parent, fork].map((live) => asked(live, line))
    expect(texts[0]).toContain('/sim/things')
    expect(texts[1]).toBe(texts[0]?.replaceAll('/sim/', '/sim--f/'))
    expect(texts.slice(2)).toEqual(texts.slice(0, 2))
  }
})
