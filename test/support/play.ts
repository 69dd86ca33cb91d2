import { responseField } from '../../src/http/message.ts'
import { type MadeRequest, SampleRequests } from '../../src/sandbox/scenarios/sample-requests.ts'
import type { LiveSandbox } from '../../src/sandbox/serve.ts'
import { serve } from '../../src/sandbox/serve.ts'
import { credential } from './simulated.ts'

export interface Answered {
  readonly status: number
  readonly fields: readonly string[]
  readonly body: string
}

/** The request a client would send at this turn; every number picks an operation. */
export function requestAt(live: LiveSandbox, client: SampleRequests, turn: number, number: number): MadeRequest {
  const { operations } = live.api.head
  const head = operations[number % operations.length]
  if (head === undefined) throw new Error('the description has no operations')
  return client.make(head, turn)
}

/** Plays a whole conversation and returns what was answered, byte by byte. */
export function playTurns(live: LiveSandbox, numbers: readonly number[]): readonly Answered[] {
  const client = new SampleRequests(live.api, credential)
  return numbers.map((number, turn) => {
    const { request } = requestAt(live, client, turn, number)
    const { response, operation } = serve(request, live, turn)
    const head = live.api.head.operations.find(({ id }) => id === operation)
    if (head !== undefined) client.learn(head, response)
    if (responseField(response, 'date') !== undefined) throw new Error('the core said the date')
    return { status: response.status, fields: response.fields, body: Buffer.from(response.body).toString('latin1') }
  })
}
