import { expect, it } from 'vitest'
import type { ApiDescription } from './description.ts'
import { seenBelow } from './seen-below.ts'

const api = { head: { basePaths: ['/api/v1', '/api', ''] } } as unknown as ApiDescription

it.each([
  ['https://pay.example/api', ['/api/v1', '/api', '/v1', '']],
  ['https://pay.example/api/', ['/api/v1', '/api', '/v1', '']],
  ['https://pay.example/api/v1', ['/api/v1', '/api', '']],
  ['https://pay.example/ap', ['/api/v1', '/api', '']],
  ['https://pay.example', ['/api/v1', '/api', '']],
  ['pay', ['/api/v1', '/api', '']],
])('knows the base paths below %s', (target, expected) => {
  expect(seenBelow(api, target).head.basePaths).toEqual(expected)
})
