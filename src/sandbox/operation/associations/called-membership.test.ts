import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const sent = (...names: string[]): string =>
  `{type: object, required: [${names.join(', ')}], properties: {${names.map((name) => `${name}: {type: string}`).join(', ')}}}`
const operation = (name: string, body: string, answer = '{}'): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: ResourceNotFoundException, ${json('{}')}}}}`
const one = (name: string): string => `{type: object, properties: {${name}: {$ref: '#/components/schemas/${name}'}}}`
const many = (name: string, items = name): string =>
  `{type: object, properties: {${name}s: {type: array, items: {$ref: '#/components/schemas/${items}'}}, NextToken: {type: string}}}`

const library = `
paths:${operation('CreateReader', sent('ReaderName'), one('Reader'))}
${operation('GetReader', sent('ReaderName'), one('Reader'))}
${operation('ListReaders', sent(), many('Reader'))}
${operation('DeleteReader', sent('ReaderName'))}
${operation('CreateClub', sent('ClubName'), one('Club'))}
${operation('GetClub', sent('ClubName'), one('Club'))}
${operation('ListClubs', sent(), many('Club'))}
${operation('DeleteClub', sent('ClubName'))}
${operation('AddReaderToClub', sent('ReaderName', 'ClubName'))}
${operation('RemoveReaderFromClub', sent('ReaderName', 'ClubName'))}
${operation('ListReadersInClub', sent('ClubName'), many('Reader'))}
${operation('ListClubsForReader', sent('ReaderName'), many('Club'))}
components:
  schemas:
    Reader: {type: object, properties: {ReaderName: {type: string}, Arn: {type: string}}}
    Club: {type: object, properties: {ClubName: {type: string}, Arn: {type: string}}}
`

it('puts records under others by name, lists them from both sides, and takes them away', async () => {
  const { ask } = await sandboxOf(library)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  for (const ReaderName of ['ann', 'bob']) call('CreateReader', { ReaderName })
  for (const ClubName of ['crime', 'poems']) call('CreateClub', { ClubName })
  for (const ClubName of ['crime', 'poems']) call('AddReaderToClub', { ReaderName: 'ann', ClubName })
  expect(call('AddReaderToClub', { ReaderName: 'ann', ClubName: 'none' }).status).toBe(400)
  const readers = (ClubName: string) =>
    (call('ListReadersInClub', { ClubName }).body as { Readers: { ReaderName: string }[] }).Readers.map(
      (reader) => reader.ReaderName,
    )
  const clubs = (ReaderName: string) =>
    (call('ListClubsForReader', { ReaderName }).body as { Clubs: { ClubName: string }[] }).Clubs.map(
      (club) => club.ClubName,
    )
  expect([readers('crime'), readers('poems'), clubs('ann'), clubs('bob')]).toEqual([
    ['ann'],
    ['ann'],
    ['crime', 'poems'],
    [],
  ])
  call('RemoveReaderFromClub', { ReaderName: 'ann', ClubName: 'crime' })
  expect([readers('crime'), readers('poems'), clubs('ann')]).toEqual([[], ['ann'], ['poems']])
  expect((call('ListReaders', {}).body as { Readers: object[] }).Readers).toHaveLength(2)
})

it('asks for one where both are named, and lists no array of something else', async () => {
  const rules = '{type: object, properties: {ReaderName: {type: string}, Rules: {type: array, items: {type: string}}}}'
  const { ask } = await sandboxOf(
    library.replace(
      'components:',
      `${operation('GetReaderForClub', sent('ClubName', 'ReaderName'), rules)}\ncomponents:`,
    ),
  )
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('CreateReader', { ReaderName: 'ann' })
  call('CreateClub', { ClubName: 'crime' })
  call('AddReaderToClub', { ReaderName: 'ann', ClubName: 'crime' })
  expect(call('GetReaderForClub', { ReaderName: 'ann', ClubName: 'crime' }).body).toMatchObject({ ReaderName: 'ann' })
})
