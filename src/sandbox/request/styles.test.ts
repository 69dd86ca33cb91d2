import { expect, it } from 'vitest'
import { type Asked, sandboxOf } from '../../../test/support/inline.ts'
import { styles20, styles32 } from './styles.fixture.ts'

const newer = await sandboxOf(styles32)
const older = await sandboxOf(styles20)

it.each<[string, Asked, number]>([
  ['GET /m/;id=1;id=2', {}, 200],
  ['GET /m/;id=1', {}, 400],
  ['GET /m/%3Bid=1%3Bid=2', {}, 200],
  ['GET /l/.5', {}, 200],
  ['GET /l/.x', {}, 400],
  ['GET /s/a%2Cb,c', {}, 200],
  ['GET /s/a%2Cb', {}, 200],
  ['GET /s/a,c', {}, 400],
  ['GET /q?csv=a%2Cb,c', {}, 200],
  ['GET /q?csv=a%2Cb', {}, 200],
  ['GET /q?csv=c,c', {}, 200],
  ['GET /q?csv=c%2Cc', {}, 200],
  ['GET /q?csv=a,b', {}, 400],
  ['GET /q?pipe=1|2', {}, 200],
  ['GET /q?pipe=1%7C2', {}, 200],
  ['GET /q?pipe=1,2', {}, 400],
  ['GET /q?space=1%202', {}, 200],
  ['GET /q?space=1+2', {}, 200],
  ['GET /q?space=1', {}, 400],
  ['GET /q?deep[a]=1&deep[b][]=2', {}, 200],
  ['GET /q?deep[a]=x', {}, 400],
  ['GET /q?deep%5Ba%5D=1', {}, 200],
  ['GET /q?deep[c]=1', {}, 400],
  ['GET /q?obj=a,1', {}, 200],
  ['GET /q?obj=a,x', {}, 400],
  ['GET /q?pobj=a%7C1', {}, 200],
  ['GET /q?pobj=a|x', {}, 400],
  ['GET /q?res=/a?b:c+d', {}, 200],
  ['GET /q?res=%2Fa%3Fb%3Ac%2Bd', {}, 200],
  ['GET /q?emp=', {}, 200],
  ['GET /q?emp', {}, 200],
  ['GET /q?emp=x', {}, 400],
  ['GET /q?doc=%7B%22a%22:1%7D', {}, 200],
  ['GET /q?doc=%7B%22a%22:%221%22%7D', {}, 400],
  ['GET /q?u=5', {}, 200],
  ['GET /q?u=6', {}, 400],
  ['GET /q?u=2020-01-01', {}, 200],
  ['GET /q?u=x', {}, 200],
  ['GET /q?u=x&u=y', {}, 200],
  ['GET /q?u=z', {}, 400],
  ['GET /q?n=3', {}, 200],
  ['GET /q?n=2', {}, 400],
  ['GET /c', { fields: { cookie: 'a=1&a=2' } }, 200],
  ['GET /c', { fields: { cookie: 'a=1; a=2' } }, 200],
  ['GET /c', { fields: { cookie: 'a=1' } }, 400],
  ['GET /c', { fields: { cookie: 'b=%41' } }, 200],
  ['GET /c', { fields: { cookie: 'b=A' } }, 400],
  ['GET /c', { fields: { cookie: 'o=x,1' } }, 200],
  ['GET /c', { fields: { cookie: 'o=x,y' } }, 400],
  ['GET /whole?%7B%22a%22%3A1%7D', {}, 200],
  ['GET /whole?%7B%7D', {}, 400],
  ['GET /whole', {}, 400],
  ['GET /wholeform?a=1,2', {}, 200],
  ['GET /wholeform?a=1', {}, 400],
  ['GET /wholeform', {}, 400],
  ['GET /h', { fields: { 'x-o': 'a=1' } }, 200],
  ['GET /h', { fields: { 'x-o': 'a,1' } }, 400],
  ['GET /h', { fields: { 'x-d': '{"a":1}' } }, 200],
  ['GET /h', { fields: { 'x-d': '{}' } }, 400],
  ['POST /f', { body: 'p=1|2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'p=1%7C2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'p=1', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 's=1+2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 's=1%202', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'd[a]=1', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'd[a]=x', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 'k=1', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'k=x', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 'j=%7B%22a%22:1%7D', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
])('OpenAPI 3.2: %s with %j is %i', (line, asked, status) => {
  expect(newer.ask(line, asked).status).toBe(status)
})

it.each<[string, Asked, number]>([
  ['GET /q?def=1,2', {}, 200],
  ['GET /q?def=1', {}, 400],
  ['GET /q?ssv=1%202', {}, 200],
  ['GET /q?ssv=1,2', {}, 400],
  ['GET /q?ssv=1+2', {}, 200],
  ['GET /q?ssv=1', {}, 400],
  ['GET /q?tsv=1%092', {}, 200],
  ['GET /q?tsv=1,2', {}, 400],
  ['GET /q?pipes=1|2', {}, 200],
  ['GET /q?pipes=1,2', {}, 400],
  ['GET /q?multi=1&multi=2', {}, 200],
  ['GET /q?multi=1,2', {}, 400],
  ['GET /q?nest=1|2,3|4', {}, 200],
  ['GET /q?nest=1,2', {}, 400],
  ['GET /q?from=x', {}, 200],
  ['GET /h', { fields: { 'x-c': '1,2' } }, 200],
  ['GET /h', { fields: { 'x-c': '1 2' } }, 400],
  ['GET /h', { fields: { 'x-s': '1 2' } }, 200],
  ['GET /h', { fields: { 'x-s': '1,2' } }, 400],
  ['GET /h', { fields: { 'x-t': '1\t2' } }, 200],
  ['GET /h', { fields: { 'x-t': '1,2' } }, 400],
  ['GET /h', { fields: { 'x-p': '1|2' } }, 200],
  ['GET /h', { fields: { 'x-p': '1,2' } }, 400],
  ['GET /p/1,2/1|2', {}, 200],
  ['GET /p/1,2/1%7C2', {}, 200],
  ['GET /p/1/1|2', {}, 404],
  ['GET /p/1,2/1,2', {}, 404],
  ['POST /f', { body: 'd=&a=1,2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'd=&b=1+2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'd=&c=1|2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 200],
  ['POST /f', { body: 'd=&a=1', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 'a=1,2', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 'd=x', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
  ['POST /f', { body: 'd=&e=', fields: { 'content-type': 'application/x-www-form-urlencoded' } }, 400],
])('Swagger 2.0: %s with %j is %i', (line, asked, status) => {
  expect(older.ask(line, asked).status).toBe(status)
})

it('writes header fields of answers as they are declared', () => {
  const told = newer.ask('GET /h')
  expect(['x-a', 'x-e', 'x-j'].map((name) => told.field(name))).toEqual(['1,2', 'a=1,b=2', '{"a":1}'])
  const before = older.ask('GET /h')
  expect(['x-a', 'x-b'].map((name) => before.field(name))).toEqual(['1,2', '1|2'])
})

it('finds a record by what a style puts marks around', () => {
  const made = newer.ask('POST /pets', { body: { name: 'Rex' } })
  const { id } = made.body as { id: string }
  expect(newer.ask(`GET /pets/.${id}`).body).toEqual({ id, name: 'Rex' })
})

it('splits fields of a multipart form as well', () => {
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = { 'content-type': 'multipart/form-data; boundary=b' }
  const ask = (a: string) => older.ask('POST /f', { body: `${field('d', '')}${field('a', a)}--b--\r\n`, fields }).status
  expect([ask('1,2'), ask('1')]).toEqual([200, 400])
})
