import { expect, it } from 'vitest'
import { calledOperation, object, text } from '../../../test/support/called.ts'
import { sandboxOf } from '../../../test/support/inline.ts'

const operation = (name: string, body: string, answer: string): string =>
  calledOperation(name, body, answer, ['InternalException', 'NotFoundException'])
const paged = `NextToken: ${text}`

async function called(paths: string, schemas: string) {
  const { ask } = await sandboxOf(`
paths:
${paths}
components: {schemas: {${schemas}}}
`)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('makes and ends what only the verb names, where it is listed and answered by its name', async () => {
  const loans = `Subscriptions: {type: array, items: {$ref: '#/components/schemas/Subscription'}}`
  const call = await called(
    [
      operation('Subscribe', object(`Endpoint: ${text}`, 'Endpoint'), object(`SubscriptionArn: ${text}`)),
      operation('ListSubscriptions', object(paged), object(`${loans}, ${paged}`)),
      operation('Unsubscribe', object(`SubscriptionArn: ${text}`, 'SubscriptionArn'), '{}'),
    ].join('\n'),
    `Subscription: ${object(`SubscriptionArn: ${text}, Endpoint: ${text}`)}`,
  )
  const listed = () => (call('ListSubscriptions', {}).body as { Subscriptions: object[] }).Subscriptions
  const { SubscriptionArn } = call('Subscribe', { Endpoint: 'a@example.com' }).body as { SubscriptionArn: string }
  call('Subscribe', { Endpoint: 'b@example.com' })
  expect(listed()).toMatchObject([{ SubscriptionArn, Endpoint: 'a@example.com' }, { Endpoint: 'b@example.com' }])
  expect(call('Unsubscribe', { SubscriptionArn }).status).toBe(200)
  expect(listed()).toMatchObject([{ Endpoint: 'b@example.com' }])
})

it('does a deletion that is scheduled, and its cancellation, to the record', async () => {
  const id = object(`BookId: ${text}`, 'BookId')
  const book = "{$ref: '#/components/schemas/Book'}"
  const call = await called(
    [
      operation('CreateBook', object(`Title: ${text}`, 'Title'), object(`Book: ${book}`)),
      operation('DescribeBook', id, object(`Book: ${book}`)),
      operation('ScheduleBookDeletion', id, object(`BookId: ${text}, DeletionDate: {type: number}`)),
      operation('CancelBookDeletion', id, object(`BookId: ${text}`)),
    ].join('\n'),
    `Book: ${object(`BookId: ${text}, Title: ${text}, BookState: {type: string, enum: [Enabled, Disabled, PendingDeletion]}`)}`,
  )
  const { Book } = call('CreateBook', { Title: 'a' }).body as { Book: { BookId: string } }
  const { BookId } = Book
  const shown = () => (call('DescribeBook', { BookId }).body as { Book: { BookState: string } }).Book.BookState
  expect(shown()).toBe('Enabled')
  expect(call('ScheduleBookDeletion', { BookId })).toMatchObject({ status: 200, body: { BookId } })
  expect(shown()).toBe('PendingDeletion')
  expect(call('CancelBookDeletion', { BookId }).status).toBe(200)
  expect(shown()).not.toBe('PendingDeletion')
})

it('makes nothing by a verb whose noun is made by an operation of its own', async () => {
  const call = await called(
    [
      operation('CreateTransformation', object(`TransformationName: ${text}`, 'TransformationName'), '{}'),
      operation(
        'ListTransformations',
        object(paged),
        object(`Transformations: {type: array, items: {$ref: '#/components/schemas/Transformation'}}, ${paged}`),
      ),
      operation(
        'Transform',
        object(`TransformationName: ${text}, Text: ${text}`, 'TransformationName'),
        object(`TransformationName: ${text}, Result: ${text}`),
      ),
    ].join('\n'),
    `Transformation: ${object(`TransformationName: ${text}`)}`,
  )
  call('CreateTransformation', { TransformationName: 'up' })
  expect(call('Transform', { TransformationName: 'up', Text: 'a' }).status).toBe(200)
  call('Transform', { TransformationName: 'other', Text: 'a' })
  expect((call('ListTransformations', {}).body as { Transformations: object[] }).Transformations).toHaveLength(1)
})
