const { startTool } = require('tool')
const { charge } = require('./client.js')

let tool, pay
beforeAll(async () => (tool = await startTool({ sandboxes: { pay: { spec: `${__dirname}/../payments.yaml` } } })))
beforeEach(async () => (pay = await tool.fork('pay')))
afterEach(() => pay.end())
afterAll(() => tool.close())

test('tries again after a 503', async () => {
  await pay.armFault({ kind: 'error', method: 'POST', path: '/charges', status: 503, times: 1 })
  expect(await charge(pay, 'order-1001')).toMatchObject({ amount: 1200 })
})

test('charges once when the answer is lost', async () => {
  await pay.setMode('lost_response')
  await charge(pay, 'order-1002')
  expect(await pay.verdict()).toMatchObject({ verdict: 'kept' })
})
