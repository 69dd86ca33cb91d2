import { expect, it } from 'vitest'
import { requestOf, sandboxOf } from '../../test/support/inline.ts'
import { explain } from './explain.ts'
import { armFault } from './faults/book.ts'
import { readFault } from './faults/read.ts'
import { runtimeOf } from './runtime.ts'

const yaml = `
paths:
  /pets:
    get: {operationId: listPets, responses: {'200': {description: ok}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses: {'201': {description: ok}}
`

it('guesses a method, says what is missing at its place, and tells spent faults from armed ones', async () => {
  const api = await sandboxOf(yaml)
  const told = (line: string, body?: unknown): string =>
    explain(requestOf(line, body === undefined ? {} : { body }), api.live)
      .steps.map(({ step, decision }) => `${step}: ${decision}`)
      .join('\n')
  expect(told('GTE /pets')).toMatch(/route: no operation matched GTE \/pets; .*GET/)
  expect(told('POST /pets', {})).toContain('request: body:/name is required')
  armFault(
    api.live.store,
    readFault({ kind: 'error', method: 'GET', path: '/pets', times: 1 }, runtimeOf(api.live.api)),
  )
  expect(told('POST /pets', {})).toContain('faults: none fired: of 1 armed none is on this operation')
  api.ask('GET /pets')
  expect(told('POST /pets', {})).toContain('faults: none armed; 1 is spent')
})
