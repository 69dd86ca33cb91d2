import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const days = (more: string, description: string, items: string) => `
paths:
  /hours:
    get:
      summary: The hours
      parameters: [{name: startDate, in: query, description: ${description}, schema: {type: string, format: date}}]
      responses:
        '200':
          description: hours
          content:
            application/json:
              schema: {type: array, items: {type: object, required: [date], properties: {date: {type: string, format: date}, open: {type: string}${more}}}}
              example: [${items}]
`
const alike = ['11', '12', '13', '18', '19', '20'].map((day) => `{date: '2023-09-${day}', open: '09:00'}`).join(', ')
const different = ['a', 'b', 'c'].map((name, index) => `{date: '2023-09-1${index + 1}', title: ${name}}`).join(', ')

const dates = (body: unknown) => (body as { date: string }[]).map(({ date }) => date)

it('keeps days that are like each other for a year from the day of the sandbox, on their weekdays', async () => {
  const { ask } = await sandboxOf(days('', "Defaults to today's date", alike))
  const all = dates(ask('GET /hours').body)
  expect(all.slice(0, 4)).toEqual(['2025-01-01', '2025-01-06', '2025-01-07', '2025-01-08'])
  expect(dates(ask('GET /hours?startDate=2025-12-01').body).slice(0, 2)).toEqual(['2025-12-01', '2025-12-02'])
  expect(new Set(all.map((date) => new Date(date).getUTCDay()))).toEqual(new Set([1, 2, 3]))
  expect(new Set(all).size).toBe(all.length)
})

it('moves days that differ to those that come, once', async () => {
  const { ask } = await sandboxOf(days(', title: {type: string}', 'The first of upcoming days', different))
  expect(dates(ask('GET /hours').body)).toEqual(['2025-01-06', '2025-01-07', '2025-01-08'])
})

it('leaves days as they are shown where only the last of them is today', async () => {
  const { ask } = await sandboxOf(days('', 'Defaults to today', alike).replace('startDate', 'endDate'))
  expect(dates(ask('GET /hours').body)[0]).toBe('2023-09-11')
})

it('leaves history as it is shown', async () => {
  const history = days('', 'Defaults to today', alike).replace('summary: The hours', 'summary: Historical hours')
  const { ask } = await sandboxOf(history)
  expect(dates(ask('GET /hours').body)[0]).toBe('2023-09-11')
})

it('leaves days as they are shown where nothing says that they are to come', async () => {
  const { ask } = await sandboxOf(days('', 'Where to begin', alike))
  expect(dates(ask('GET /hours').body)[0]).toBe('2023-09-11')
})
