import { expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, readUntil } from '../../test/support/sockets.ts'
import { json } from '../http/message.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { HeavyRequests } from './heavy.ts'
import { startSandboxListener } from './sandbox-listener.ts'

it('knows as heavy what took long three times in a row, until it does not', () => {
  const heavy = new HeavyRequests(() => 0)
  const took = (...all: number[]): boolean => {
    for (const ms of all) heavy.took('GET', '/a', ms)
    return heavy.holds('GET', '/a')
  }
  expect([took(30), took(30), took(1), took(30, 30), took(30), took(1)]).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ])
  for (let i = 0; i < 3; i++) heavy.took('POST', `/a/${'x'.repeat(300)}${i}`, 30)
  expect(heavy.holds('POST', `/a/${'x'.repeat(300)}`)).toBe(true)
  expect(heavy.holds('GET', `/a/${'x'.repeat(300)}`)).toBe(false)
})

it('answers others between requests that take long, and those of one connection in their order', async () => {
  const HELD_MS = 40
  const served: string[] = []
  await using listener = await start((path) => {
    served.push(path)
    const end = performance.now() + (path.startsWith('/heavy') ? HELD_MS : 0)
    while (performance.now() < end);
  })
  const { url, port } = listener
  for (let i = 0; i < 3; i++) await ask(`${url}/pay/heavy`)
  await using many = await dial(port)
  await using one = await dial(port)
  await using light = await dial(port)
  served.length = 0
  const told = readUntil(one, '"last"')
  many.write('GET /pay/heavy HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20))
  one.write('GET /pay/heavy HTTP/1.1\r\nHost: localhost\r\n\r\n')
  one.write('POST /pay/heavy HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab')
  one.write('GET /pay/last HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => served.length, { interval: 5 }).toBeGreaterThan(1)
  const answered = readUntil(light, '"light"')
  light.write('GET /pay/light HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await answered
  expect(served.indexOf('/light')).toBeLessThan(12)
  expect((await told).match(/"path":"[^"]*"/g)).toEqual(['"path":"heavy"', '"path":"heavy"', '"path":"last"'])
  await expect.poll(() => served.filter((path) => path === '/heavy').length).toBe(22)
})

async function start(hold: (path: string) => void) {
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: new FakeFiles('pay'),
    makeJournal: () => makeJournal(1024, ''),
    log() {},
    serve(request, live, arrived) {
      hold(request.path)
      return { ...fakeServe(request, live, arrived), response: json(200, { path: request.path.slice(1) }) }
    },
  })
  return { url: listener.url, port: listener.port, [Symbol.asyncDispose]: () => listener.stop() }
}
