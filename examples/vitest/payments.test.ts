import { startTool } from 'tool'
import { afterAll, expect, test } from 'vitest'
import { charge } from './client.ts'

const tool = await startTool({ sandboxes: { pay: { spec: `${import.meta.dirname}/../payments.yaml` } } })
afterAll(() => tool.close())

test('tries again after a 503', async () => {
  await using pay = await tool.fork('pay')
  await pay.armFault({ kind: 'error', method: 'POST', path: '/charges', status: 503, times: 1 })
  expect(await charge(pay, 'order-1001')).toMatchObject({ amount: 1200 })
})

test('charges once when the answer is lost', async () => {
  await using pay = await tool.fork('pay')
  await pay.setMode('lost_response')
  await charge(pay, 'order-1002')
  expect(await pay.verdict()).toMatchObject({ verdict: 'kept' })
})
