import { expect, it } from 'vitest'
import { makeDiscreet } from './discreet.ts'

it.each([
  ['Cannot write /home/ann/data/apis/pay.rules.json: no space', 'Cannot write apis/pay.rules.json: no space'],
  ['No sandbox "x" in /home/ann/data (there is pay)', 'No sandbox "x" in its directory (there is pay)'],
  ['Cannot read /home/ann/openapi.yaml', 'Cannot read openapi.yaml'],
  ["EACCES: permission denied, open '/etc/shadow'", 'EACCES: permission denied, open'],
  ["ENOENT: no such file or directory, rename '/a/b' -> '/a/c'", 'ENOENT: no such file or directory, rename'],
  ['GET /home/annual is not a declared operation', 'GET /home/annual is not a declared operation'],
])('says %j as %j', (told, said) => {
  expect(makeDiscreet(['/home/ann', '/home/ann/data', '/'])(told)).toBe(said)
})

it('takes no path of an API for a place', () => {
  const discreet = makeDiscreet(['/data'])
  expect(discreet('GET /data/items is not declared; see /data/apis/pay.ir.json')).toBe(
    'GET /data/items is not declared; see apis/pay.ir.json',
  )
})
