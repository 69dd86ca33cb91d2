import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { isOwnAddress, ownPort } from './own-listeners.ts'

it('knows its listeners under every address of this machine, for as long as they listen', () => {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const own = ['127.0.0.1', '127.9.8.7', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1', '::ffff:0.0.0.0']
  const letGo = ownPort(1)
  for (const address of [...own, ...addresses.map((one) => one.address)]) expect(isOwnAddress(address, 1)).toBe(true)
  for (const address of ['192.0.2.77', '2001:db8::1', 'localhost', '']) expect(isOwnAddress(address, 1)).toBe(false)
  expect(isOwnAddress('127.0.0.1', 2)).toBe(false)
  letGo()
  expect(isOwnAddress('127.0.0.1', 1)).toBe(false)
})

it('keeps a port that two listeners have until both are gone', () => {
  const [first, second] = [ownPort(1), ownPort(1)]
  first()
  expect(isOwnAddress('127.0.0.1', 1)).toBe(true)
  second()
  expect(isOwnAddress('127.0.0.1', 1)).toBe(false)
})
