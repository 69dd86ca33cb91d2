import { expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { viewer } from '../view.ts'
import { isTimeOfEvent, saidConstant, saidDefault, saysBase64, saysMoment, saysUnixTime } from './said.ts'

const viewOf = viewer(() => undefined)
const text = (description: string, more: object = {}): Schema => ({ type: 'string', description, ...more })

it.each<[string, string | undefined]>([
  ['The type of the resource. This is always `books#shelf`.', 'books#shelf'],
  ["Always set to 'Library'", 'Library'],
  ['Value is always "note"', 'note'],
  ['Token type, always equal to "bearer"', 'bearer'],
  ['The object type: "shelf"', 'shelf'],
  ['The type of this resource: `shelves`', 'shelves'],
  ['The type of the event. For this event, the value is `book.lent`.', 'book.lent'],
  ['The type of event this represents, "book.lent".', 'book.lent'],
  ["Name of the affected object's type, `book`.", 'book'],
  ['There is currently only one possible value: "V1"', 'V1'],
  ['The value is `open` until it is lent.', undefined],
  ['The type of event this represents, "book.lent" or "book.lost".', undefined],
  ['This is always `open` for new books.', undefined],
  ['Not always `open`.', undefined],
  ['For books always `book`. For shelves always `shelf`.', undefined],
  ['Always `null`.', undefined],
  ['Always starts with `sh_`', undefined],
  ['The object type: "shelf" or "book"', undefined],
])('%s', (said, constant) => {
  expect(saidConstant(viewOf(text(said)))).toBe(constant)
})

it('leaves to a schema what it says itself', () => {
  expect(saidConstant(viewOf(text('Always `a`.', { example: 'b' })))).toBeUndefined()
  expect(saidConstant(viewOf({ type: 'integer', description: 'Always `a`.' }))).toBeUndefined()
})

it.each<[string, boolean]>([
  ['When it was done, as an RFC 3339 timestamp.', true],
  ['Date and time in ISO 8601 format', true],
  ['The wait, as an ISO 8601 duration of time', false],
  ['The date in ISO-8601 YYYY-MM-DD format, no time', false],
  ['Time of day in ISO 8601: hh:mm', false],
  ['When it was done.', false],
])('%s', (said, moment) => {
  expect(saysMoment(viewOf(text(said)))).toBe(moment)
})

it.each<[string, boolean]>([
  ['User registration date in Unix timestamp.', true],
  ['Milliseconds since the epoch at which it was read', true],
  ['The number of epochs to train for', false],
  ['The nanoseconds part of the Unix time', false],
  ['A salt; the simplest nonce is a unix time', false],
  ['When it was done.', false],
])('%s', (said, moment) => {
  expect(saysUnixTime(viewOf({ type: 'integer', description: said }))).toBe(moment)
  expect(saysUnixTime(viewOf({ type: 'integer', description: said, minimum: 1 }))).toBe(false)
})

it('knows the time of what happens by the bare word', () => {
  const time = viewOf({ type: 'string', format: 'date-time' })
  expect(isTimeOfEvent('completed', time)).toBe(true)
  expect(isTimeOfEvent('completed', viewOf({ type: 'string' }))).toBe(false)
  expect(isTimeOfEvent('title', time)).toBe(false)
})

it.each([
  ['What it is: * `TABLE`: usual. * `VIEW`: seen. The default value is `TABLE`.', 'type', 'TABLE'],
  ["Its state. Default is 'open'.", 'state', 'open'],
  ['The default value is `TABLE`.', 'title', undefined],
  ['The default value is null.', 'type', undefined],
])('takes what words say is the default of a kind: %s of %s', (said, name, word) => {
  expect(saidDefault(viewOf(text(said)), name)).toBe(word)
})

it.each<[string, boolean]>([
  ['The sealed text. Over HTTP the value is Base64-encoded. Otherwise, it is not Base64-encoded.', true],
  ['base64 encoded certificate', true],
  ['Either plain text or base64', false],
  ['A base64url-safe URL of the picture', false],
])('%s', (said, isSo) => {
  expect(saysBase64(viewOf(text(said)))).toBe(isSo)
  expect(saysBase64(viewOf(text(said, { example: 'x' })))).toBe(false)
})
