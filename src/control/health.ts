import { json } from '../http/message.ts'
import type { Endpoint } from './endpoint.ts'
import { object } from './schemas.ts'

/** Public also where a token is configured, so it says nothing else. */
export const health: Endpoint = {
  id: 'health',
  summary: 'Whether the server answers; public',
  answer: { status: 200, schema: object({ status: { const: 'ok' } }) },
  run: () => json(200, { status: 'ok' }),
}
