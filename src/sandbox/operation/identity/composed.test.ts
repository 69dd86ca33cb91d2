import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

/** Reels whose example repeats the reel's id in other texts; one of them is the client's to choose. */
const reels = `
paths:
  /reels:
    post:
      operationId: makeReel
      requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}, poster: {type: string}}}}}}
      responses:
        '201':
          description: ok
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Reel'}
              example:
                id: re4k0jvEUuaTd
                title: 'Take re4k'
                poster: https://img.example/re4k0jvEUuaTd.png
                files: {player: 'https://play.example/re4k0jvEUuaTd?autoplay=1', all: [/reels/re4k0jvEUuaTd/source, /reels/other]}
  /reels/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getReel, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Reel'}}}}}}
components:
  schemas:
    Reel:
      type: object
      required: [id, title, poster, files]
      properties:
        id: {type: string}
        title: {type: string}
        poster: {type: string}
        files: {type: object, properties: {player: {type: string}, all: {type: array, items: {type: string}}}}
`

it('calls a record by its own id wherever the example repeats the id it shows', async () => {
  const { ask } = await sandboxOf(reels)
  const made = ask('POST /reels', { body: {} }).body as { id: string }
  expect(made.id).not.toBe('re4k0jvEUuaTd')
  expect(made).toMatchObject({
    poster: `https://img.example/${made.id}.png`,
    files: { player: `https://play.example/${made.id}?autoplay=1`, all: [`/reels/${made.id}/source`, '/reels/other'] },
  })
  expect(ask(`GET /reels/${made.id}`).body).toEqual(made)
})

it('keeps what was sent as it was sent', async () => {
  const { ask } = await sandboxOf(reels)
  const poster = 'https://img.example/re4k0jvEUuaTd.png'
  expect(ask('POST /reels', { body: { poster } }).body).toMatchObject({ poster })
})
