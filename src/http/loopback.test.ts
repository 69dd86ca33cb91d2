import { describe, expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'

describe('isLoopback', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:7F00:0001',
  ])('%s', (host) => expect(isLoopback(host)).toBe(true))

  it.each([
    '',
    'localhost.evil.com',
    'evil-localhost',
    '.localhost.com',
    '127.evil.com',
    '127.0.0.1.evil.com',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '0.0.0.0',
    '128.0.0.1',
    '::',
    '::2',
    '::ffff:127.evil.com',
    '::ffff:10.0.0.1',
  ])('not %j', (host) => expect(isLoopback(host)).toBe(false))
})
