import { startTool } from 'tool'
import { afterAll, expect, test } from 'vitest'
import { charge } from './client.ts'

const tool = await startTool({ sandboxes: { pay: { spec: `${import.meta.dirname}/../payments.yaml` } } })
afterAll(() => tool.close())

test('does not repeat what was declined', async () => {
  await using pay = await tool.fork('pay')
  await pay.armFault({ kind: 'error', method: 'POST', path: '/charges', status: 402 })
  await expect(charge(pay, 'order-1003')).rejects.toThrow('not charged')
  expect(await pay.journal()).toHaveLength(1)
})
