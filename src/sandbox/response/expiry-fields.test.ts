import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const field = async (name: string, header: string): Promise<readonly [string, number]> => {
  const { ask } = await sandboxOf(
    `paths: {/in: {post: {responses: {'204': {description: in, headers: {${name}: ${header}, X-Now: {schema: {type: string, format: date-time}}}}}}}}`,
  )
  const answer = ask('POST /in')
  return [answer.field(name) ?? '', Date.parse(answer.field('X-Now') ?? '')]
}

const HOUR = 3_600_000
const dateTime = 'schema: {type: string, format: date-time}'

it.each([
  ['X-Expires-After', `{description: date in UTC when token expires, ${dateTime}}`, HOUR],
  ['X-Until', `{description: The time at which the key will expire, ${dateTime}}`, HOUR],
  ['X-Expires-At', `{description: It expires after 30 minutes, ${dateTime}}`, HOUR / 2],
  ['X-Expires-At', `{description: Good for a 2-day stay, ${dateTime}}`, 48 * HOUR],
  ['X-Expires-At', '{schema: {type: string}}', HOUR],
  ['X-Expires-At', '{description: As in RFC 7231, schema: {type: string}}', HOUR],
  ['X-Expires-At', '{schema: {type: string, format: date-time, example: "2011-01-01T00:00:00Z"}}', HOUR],
])('is a moment later than now: %s %s', async (name, header, later) => {
  const [said, now] = await field(name, header)
  expect(Date.parse(said) - now).toBe(later)
})

it.each([
  ['X-Expires-At', '{schema: {type: integer}}', (now: number) => String((now + HOUR) / 1000)],
  [
    'X-Expires-At',
    '{description: Unix time in milliseconds, schema: {type: integer}}',
    (now: number) => String(now + HOUR),
  ],
  ['X-Expires-In', '{schema: {type: integer}}', () => '3600'],
  ['X-Expires-At', '{description: In seconds from now, schema: {type: integer}}', () => '3600'],
  ['X-Expires-In', '{schema: {type: integer, example: 60}}', () => '60'],
  [
    'X-Expires-At',
    '{schema: {type: string, format: date-time, example: "2999-01-01T00:00:00Z"}}',
    () => '2999-01-01T00:00:00Z',
  ],
  [
    'X-Expires-On',
    '{schema: {type: string, format: date}}',
    (now: number) => new Date(now + 25 * HOUR).toISOString().slice(0, 10),
  ],
  ['X-Expires-At', '{schema: {type: string, maxLength: 4, example: soon}}', () => 'soon'],
  [
    'X-Session-Token',
    '{description: The session token. Its expiration time is 30 minutes., schema: {type: string, example: sess_abc}}',
    () => 'sess_abc',
  ],
  ['X-Rate-Limit', '{description: calls per hour until it expires, schema: {type: integer}}', () => '1000'],
])('is in the declared form, and shows what is good: %s %s', async (name, header, expected) => {
  const [said, now] = await field(name, header)
  expect(said).toBe(expected(now))
})
