import { expect, it } from 'vitest'
import { object, calledOperation as operation, text } from '../../../../test/support/called.ts'
import { sandboxOf } from '../../../../test/support/inline.ts'

const rack = `rackArn: ${text}, name: ${text}, status: {type: string, enum: [ACTIVE, DELETING]}`
const loan = `loanArn: ${text}, rackArn: ${text}, name: ${text}, input: ${text}, status: {type: string, enum: [RUNNING, SUCCEEDED, FAILED, ABORTED]}`
const words = '"The ARN, as in `arn:partition:library:region:account-id:wallRack:name`"'

const library = `
servers: [{url: 'http://library.example.com'}]
paths:
${operation('CreateWallRack', object(`name: ${text}`, 'name'), object(`rackArn: {$ref: '#/components/schemas/Arn'}`, 'rackArn'), ['RackAlreadyExists'])}
${operation('DescribeWallRack', object(`rackArn: ${text}`, 'rackArn'), object(rack), ['RackDoesNotExist'])}
${operation('DeleteWallRack', object(`rackArn: ${text}`, 'rackArn'), '{}', ['RackDoesNotExist'])}
components: {schemas: {Arn: {type: string, description: ${words}}}}
`.replaceAll('rackArn', 'wallRackArn')

const loans = library.replace(
  'components:',
  `${operation('StartLoan', object(`wallRackArn: ${text}, name: ${text}, input: ${text}`, 'wallRackArn'), object(`loanArn: ${text}`, 'loanArn'), ['LoanAlreadyExists', 'RackDoesNotExist'])}
${operation('DescribeLoan', object(`loanArn: ${text}`, 'loanArn'), object(loan.replace('rackArn', 'wallRackArn')), ['LoanDoesNotExist'])}
${operation('StopLoan', object(`loanArn: ${text}`, 'loanArn'), object('stopDate: {type: string, format: date-time}'), ['LoanDoesNotExist'])}
${operation('ListLoans', object(`wallRackArn: ${text}, statusFilter: ${text}`), object(`loans: {type: array, items: ${object(loan.replace('rackArn', 'wallRackArn'))}}`), ['RackDoesNotExist'])}
${operation('PublishWallRackVersion', object(`wallRackArn: ${text}`, 'wallRackArn'), object(`wallRackVersionArn: ${text}`, 'wallRackVersionArn'), ['RackDoesNotExist'])}
${operation('ListWallRackVersions', object(`wallRackArn: ${text}`, 'wallRackArn'), object(`wallRackVersions: {type: array, items: ${object(`wallRackVersionArn: ${text}`)}}`), ['RackDoesNotExist'])}
${operation('DeleteWallRackVersion', object(`wallRackVersionArn: ${text}`, 'wallRackVersionArn'), '{}', ['ValidationException'])}
components:`,
)

async function called() {
  const { ask } = await sandboxOf(loans)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}
const before = /^arn:aws:library:[a-z0-9-]+:\d{12}:/

it('writes ARNs that are ids as the words do, with the name of the record', async () => {
  const call = await called()
  const { wallRackArn } = call('CreateWallRack', { name: 'a' }).body as { wallRackArn: string }
  expect(wallRackArn.replace(before, '')).toBe('wallRack:a')
  expect(call('DescribeWallRack', { wallRackArn }).body).toMatchObject({ wallRackArn, name: 'a', status: 'ACTIVE' })
  expect(call('CreateWallRack', { name: 'a' }).body).toMatchObject({ __type: 'RackAlreadyExists' })
  call('DeleteWallRack', { wallRackArn })
  expect(call('DescribeWallRack', { wallRackArn }).body).toMatchObject({ __type: 'RackDoesNotExist' })
})

it('starts and stops under the record whose ARN is sent', async () => {
  const call = await called()
  const { wallRackArn } = call('CreateWallRack', { name: 'a' }).body as { wallRackArn: string }
  const { wallRackArn: other } = call('CreateWallRack', { name: 'b' }).body as { wallRackArn: string }
  const start = (more: object): { loanArn: string } => call('StartLoan', { wallRackArn, ...more }).body as never
  const named = start({ name: 'x', input: 'i' }).loanArn
  const unnamed = start({}).loanArn
  expect(named.replace(before, '')).toBe('loan:a:x')
  expect(call('DescribeLoan', { loanArn: named }).body).toMatchObject({ wallRackArn, name: 'x', status: 'RUNNING' })
  expect(call('DescribeLoan', { loanArn: unnamed }).body).toMatchObject({ name: unnamed.split(':').at(-1) })
  expect(start({ name: 'x' })).toMatchObject({ __type: 'LoanAlreadyExists' })
  expect(call('StartLoan', { wallRackArn: `${wallRackArn}no` }).body).toMatchObject({ __type: 'RackDoesNotExist' })
  call('StopLoan', { loanArn: unnamed })
  expect(call('DescribeLoan', { loanArn: unnamed }).body).toMatchObject({ status: 'ABORTED' })
  expect(call('ListLoans', { wallRackArn: other }).body).toMatchObject({ loans: [] })
  expect(call('ListLoans', { wallRackArn, statusFilter: 'ABORTED' }).body).toMatchObject({
    loans: [{ loanArn: unnamed }],
  })
})

it('counts the versions of a record at the end of its ARN', async () => {
  const call = await called()
  const { wallRackArn } = call('CreateWallRack', { name: 'a' }).body as { wallRackArn: string }
  const publish = (): unknown => call('PublishWallRackVersion', { wallRackArn }).body
  expect([publish(), publish()]).toEqual([1, 2].map((n) => ({ wallRackVersionArn: `${wallRackArn}:${n}` })))
  call('DeleteWallRackVersion', { wallRackVersionArn: `${wallRackArn}:1` })
  expect(call('ListWallRackVersions', { wallRackArn }).body).toEqual({
    wallRackVersions: [{ wallRackVersionArn: `${wallRackArn}:2` }],
  })
})

async function madeBy(api: string): Promise<string> {
  const { ask } = await sandboxOf(api)
  const made = ask('POST /', { body: { name: 'a' }, fields: { 'X-Target': 'Library.CreateWallRack' } })
  return (made.body as { wallRackArn: string }).wallRackArn
}

it('writes them by the host where no words have any', async () => {
  const arn = await madeBy(library.replace(`description: ${words}`, 'description: The ARN'))
  expect(arn).toMatch(/^arn:aws:library:[a-z]{2}-[a-z]+-\d:\d{12}:wall-rack\/a$/)
})

it('keeps to the pattern of the id, where that takes none that words write', async () => {
  const strict = '^arn:aws:library:[a-z0-9-]+:\\\\d{12}:shelf/[0-9a-f]{8}$'
  const arn = await madeBy(
    library
      .replace(/wallRackArn: \{type: string\}/g, `wallRackArn: {type: string, pattern: "${strict}"}`)
      .replace('{type: string, description', `{type: string, pattern: "${strict}", description`),
  )
  expect(arn).toMatch(/^arn:aws:library:[a-z0-9-]+:\d{12}:shelf\/[0-9a-f]{8}$/)
})
