import { expect, it } from 'vitest'
import { calledOperation, object, text } from '../../../../test/support/called.ts'
import { sandboxOf } from '../../../../test/support/inline.ts'

const operation = (name: string, body: string, answer: string): string =>
  calledOperation(name, body, answer, ['InternalException', 'EntityNotFoundException'])
const runs = `{$ref: '#/components/schemas/ScanRun'}`

async function called() {
  const { ask } = await sandboxOf(`
paths:
${operation('CreateScan', object(`Name: ${text}, Note: ${text}`, 'Name'), object(`Name: ${text}`))}
${operation('GetScan', object(`ScanName: ${text}`, 'ScanName'), object(`Scan: {$ref: '#/components/schemas/Scan'}`))}
${operation('UpdateScan', object(`ScanName: ${text}, ScanUpdate: ${object(`Note: ${text}`)}`, 'ScanName, ScanUpdate'), object(`ScanName: ${text}`))}
${operation('DeleteScan', object(`ScanName: ${text}`, 'ScanName'), object(`ScanName: ${text}`))}
${operation('StartScanRun', object(`ScanName: ${text}, Note: ${text}`, 'ScanName'), object(`ScanRunId: ${text}`))}
${operation('GetScanRun', object(`ScanName: ${text}, RunId: ${text}`, 'ScanName, RunId'), object(`ScanRun: ${runs}`))}
${operation('GetScanRuns', object(`ScanName: ${text}, MaxResults: {type: integer}, NextToken: ${text}`, 'ScanName'), object(`ScanRuns: {type: array, items: ${runs}}, NextToken: ${text}`))}
${operation('StartScan', object(`Name: ${text}`, 'Name'), '{}')}
${operation('StopScan', object(`Name: ${text}`, 'Name'), '{}')}
components:
  schemas:
    Scan: ${object(`Name: ${text}, Note: ${text}, State: {type: string, enum: [READY, RUNNING, STOPPING]}`)}
    ScanRun: ${object(`Id: ${text}, ScanName: ${text}, Note: ${text}, ScanRunState: {type: string, enum: [STARTING, RUNNING, STOPPED]}`)}
`)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } }).body
  for (const Name of ['a', 'b']) call('CreateScan', { Name })
  return call
}

it('keeps what is started on a record by a key of its own', async () => {
  const call = await called()
  const start = (ScanName: string, Note: string) =>
    (call('StartScanRun', { ScanName, Note }) as { ScanRunId: string }).ScanRunId
  const [RunId, other] = [start('a', 'one'), start('b', 'two')]
  expect(call('GetScanRun', { ScanName: 'a', RunId })).toMatchObject({
    ScanRun: { Id: RunId, ScanName: 'a', Note: 'one', ScanRunState: 'RUNNING' },
  })
  expect(call('GetScanRun', { ScanName: 'a', RunId: other })).toMatchObject({ __type: 'EntityNotFoundException' })
  expect(call('GetScanRuns', { ScanName: 'b' })).toMatchObject({ ScanRuns: [{ Id: other }] })
  expect(call('StartScanRun', { ScanName: 'none' })).toMatchObject({ __type: 'EntityNotFoundException' })
})

it('is ready before it runs, and takes what an object called after the update says', async () => {
  const call = await called()
  const state = (): unknown => (call('GetScan', { ScanName: 'a' }) as { Scan: { State: string } }).Scan.State
  expect(state()).toBe('READY')
  call('StartScan', { Name: 'a' })
  expect(state()).toBe('RUNNING')
  call('StopScan', { Name: 'a' })
  expect(state()).toBe('STOPPING')
  call('UpdateScan', { ScanName: 'a', ScanUpdate: { Note: 'new' } })
  expect(call('GetScan', { ScanName: 'a' })).toMatchObject({ Scan: { Note: 'new' } })
})
