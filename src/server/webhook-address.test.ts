import { expect, it } from 'vitest'
import { addressOf } from './webhook-address.ts'

const nobody = (): Promise<readonly string[]> => Promise.reject(new Error('ENOTFOUND'))

async function isReached(host: string, allowed: readonly string[] = [], resolve = nobody): Promise<boolean> {
  const url = `http://${host}/hook`
  if (!URL.canParse(url)) return false
  return 'addresses' in (await addressOf(new URL(url), allowed, resolve))
}

/** An IPv4 address in the ways in which programs read one: whole, in parts, decimal, octal, hexadecimal. */
function spellings(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const octal = (n: number): string => `0${n.toString(8)}`
  const hex = (n: number): string => `0x${n.toString(16)}`
  const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, (c << 8) | d].join('.'),
    [a, (b << 16) | (c << 8) | d].join('.'),
    [octal(a), octal(b), octal(c), octal(d)].join('.'),
    [hex(a), hex(b), hex(c), hex(d)].join('.'),
    [hex(a), b, octal(c), d].join('.'),
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[64:ff9b::${groups}]`,
    `[::${groups}]`,
    `[2002:${groups}::]`,
  ]
}

const elsewhere = [
  '10.0.0.1',
  '172.16.3.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '93.184.216.34',
  '8.8.8.8',
  '198.18.0.1',
  '192.0.2.1',
  '203.0.113.9',
]
const elsewhereV6 = [
  '[::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2606:4700:4700::1111]',
  '[::ffff:0:10.0.0.1]',
  '[fec0::1]',
]

it('reaches no address of another machine, however it is written', async () => {
  const hosts = [...elsewhere.flatMap(spellings), ...elsewhereV6]
  expect(hosts.length).toBeGreaterThan(200)
  const reached: string[] = []
  for (const host of hosts) if (await isReached(host)) reached.push(host)
  expect(reached).toEqual([])
})

it('reaches this machine by its addresses and names', async () => {
  const here = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1', '::1'])
  for (const host of ['127.0.0.1', '127.8.9.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001', '2130706433'])
    expect([host, await isReached(host)]).toEqual([host, true])
  expect(await isReached('localhost', [], here)).toBe(true)
})

it('refuses a name of which one address lies elsewhere, and one that cannot be resolved', async () => {
  expect(await isReached('mixed.test', [], () => Promise.resolve(['127.0.0.1', '10.0.0.1']))).toBe(false)
  expect(await isReached('none.test')).toBe(false)
  expect(await isReached('empty.test', [], () => Promise.resolve([]))).toBe(false)
})

it('reaches what is allowed: names, their subdomains, addresses and ranges', async () => {
  const far = (): Promise<readonly string[]> => Promise.resolve(['93.184.216.34'])
  expect(await isReached('hooks.example.com', ['hooks.example.com'], far)).toBe(true)
  expect(await isReached('HOOKS.example.com.', ['hooks.example.com'], far)).toBe(true)
  expect(await isReached('a.example.com', ['*.example.com'], far)).toBe(true)
  expect(await isReached('example.com', ['*.example.com'], far)).toBe(false)
  expect(await isReached('badexample.com', ['*.example.com'], far)).toBe(false)
  expect(await isReached('10.1.2.3', ['10.0.0.0/8'])).toBe(true)
  expect(await isReached('11.1.2.3', ['10.0.0.0/8'])).toBe(false)
  expect(await isReached('[fd00::5]', ['fd00::/8'])).toBe(true)
  expect(await isReached('10.1.2.3', ['10.1.2.3'])).toBe(true)
})

it('connects to the address that was checked, whatever the name server says next', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  const found = await addressOf(new URL('http://twice.test/'), [], () => Promise.resolve(answers.shift() ?? []))
  expect(found).toEqual({ addresses: ['127.0.0.1'] })
  expect(answers).toHaveLength(1)
})

it('takes http and https alone', async () => {
  expect(await addressOf(new URL('ftp://127.0.0.1/'), [], nobody)).toEqual({
    refused: 'ftp: is neither http: nor https:',
  })
})
