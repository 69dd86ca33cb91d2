import { expect, it } from 'vitest'
import { shownAddress } from './shown-address.ts'

it.each([
  ['https://host/api.json', 'https://host/api.json'],
  ['http://host:1/x?token=sekret&v=2#part', 'http://host:1/x?token=…&v=…#part'],
  ['HTTPS://ada:pass@host/x?sekret', 'HTTPS://host/x?…'],
  ['https://ada:pass@host/x', 'https://host/x'],
  ['https://host?a=b@c', 'https://host?a=…'],
  ['https://host/a@b?c=/d?e', 'https://host/a@b?c=…'],
  ['/home/ada/what?is=this.yaml', '/home/ada/what?is=this.yaml'],
  ['ftp://ada:pass@host/x?a=b', 'ftp://host/x?a=…'],
  ['-', '-'],
  ['https:ada:pass@host/x', 'https:host/x'],
  ['https:\\\\ada:pass@host\\x@y', 'https:\\\\host\\x@y'],
  [' https://ada:pass@host', ' https://host'],
  ['https://ada:pa/ss?w#rd@host/x', 'https://host/x'],
  ['https://ada:p@ss@host/x', 'https://host/x'],
  ['https://host/x#access_token=sekret&type=b', 'https://host/x#access_token=…&type=…'],
  ['https://host/x#/paths/~1a', 'https://host/x#/paths/~1a'],
  ['C:\\Users\\ada@home\\api.yaml', 'C:\\Users\\ada@home\\api.yaml'],
])('shows %s as %s', (location, shown) => {
  expect(shownAddress(location)).toBe(shown)
})
