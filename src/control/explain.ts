/** A request that is answered on a fork of the sandbox as it stands, with every decision told. */
import { json, type Pieces } from '../http/message.ts'
import { explain } from '../sandbox/explain.ts'
import { explained, readExplainWish, requestOf } from '../sandbox/explained.ts'
import { bodyObject, type Endpoint } from './endpoint.ts'
import { arrayOf, integer, nullable, object, string } from './schemas.ts'

export const explainRequest: Endpoint = {
  id: 'explainRequest',
  summary: 'Runs one request on a copy of the sandbox and explains the answer; nothing is stored, and nothing waits',
  body: {
    type: 'object',
    properties: {
      method: string,
      path: { type: 'string', description: "the provider's path, starting with /" },
      query: { type: 'string', description: 'encoded, without the question mark' },
      headers: { type: 'object', additionalProperties: string },
      body: { type: 'string', description: 'sent as UTF-8, as JSON where no content type is said' },
      auth: { type: 'boolean', default: true, description: "sends the sandbox's credential" },
    },
    required: ['method', 'path'],
  },
  answer: {
    status: 200,
    schema: object({
      steps: arrayOf(object({ step: string, decision: string })),
      operation: nullable('string'),
      template: nullable('string'),
      violations: arrayOf(object({ in: string, path: string, message: string })),
      response: object({ status: integer, headers: arrayOf(arrayOf(string)), body: string }),
    }),
  },
  run(call) {
    const live = call.host.live(call.name)
    const request = requestOf(readExplainWish(bodyObject(call)), live.settings.credential)
    const explanation = explain(request, live)
    const { pieces } = explanation.outcome.response
    if (pieces === undefined || request.method === 'HEAD') return json(200, explained(explanation, request))
    const told = json(
      200,
      explained(explanation, request, () => ''),
    )
    pieces.hold()
    return { ...told, body: '', pieces: quoted(pieces, String(told.body)) }
  },
}

/** What ends an explanation: its last member is the body. */
const END = '"}}'

/** The pieces as the text that `body` is in an explanation that says nothing there. */
function quoted(body: Pieces, explanation: string): Pieces {
  const before = explanation.slice(0, -END.length)
  let count = Number.POSITIVE_INFINITY
  return {
    weigh: (index) => (index === 0 ? 0 : body.weigh(index - 1)),
    forget: () => body.forget(),
    hold: () => body.hold(),
    release: () => body.release(),
    at(index) {
      if (index === 0) return before
      const piece = index > count ? undefined : body.at(index - 1)
      if (piece !== undefined) return JSON.stringify(piece).slice(1, -1)
      count = Math.min(count, index)
      return index === count ? END : undefined
    },
  }
}
