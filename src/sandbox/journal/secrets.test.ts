import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { credential, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf } from '../../http/message.ts'
import { explain } from '../explain.ts'
import { journalRefused, serve } from '../serve.ts'

const model = await modelOf(`
openapi: 3.1.0
info: { title: Sink, version: "1" }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
paths:
  /take:
    post:
      requestBody:
        content:
          application/json: { schema: { type: object, required: [n], properties: { n: { type: integer } } } }
          application/xml: { schema: {} }
          text/plain: { schema: {} }
      responses: { 204: { description: done } }
`)

const SECRET = 'hunter2-Zk9'
const multipart = `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b--`
const bodies: readonly (readonly [type: string, body: string])[] = [
  ['application/json', `{"n":1,"security_code":"${SECRET}"}`],
  ['application/json', `{"n":"x","fields":[{"name":"app_key","value":"${SECRET}"}]}`],
  ['application/json', `{"n":1,"cc_number":"${SECRET}",`],
  ['application/xml', `<a><v>1</v><ssh_key>${SECRET}</ssh_key></a>`],
  ['application/xml', `<a><cvv2>${SECRET}</cvv2>`],
  ['text/plain', `n: 1\npassword: ${SECRET}`],
  ['text/csv', `n,password\n1,${SECRET}`],
  ['multipart/form-data; boundary=b', multipart],
  ['application/msgpack', `\x81\xa8password\xab${SECRET}`],
]
const PADS = ['', ' '.repeat(17_000)]

function ask(type: string, body: string, authorization: string) {
  const live = makeLive(model)
  const fields = fieldsOf([
    ['content-type', type],
    ['authorization', authorization],
  ])
  const request = { method: 'POST', path: '/take', search: '', fields, body: Buffer.from(body, 'latin1') }
  const { status } = serve(request, live, 0).response
  journalRefused(request, live, 413, 0)
  return { status, live, request }
}

it.each(bodies)('hides a secret in %s, whether the request is accepted, refused or cut: %j', (type, body) => {
  const statuses = new Set<number>()
  for (const pad of PADS) {
    for (const authorization of [`Bearer ${credential}`, 'Bearer another-one']) {
      const { status, live, request } = ask(type, body + pad, authorization)
      statuses.add(status)
      expect(JSON.stringify(live.journal.last(9))).not.toContain(SECRET)
      expect(JSON.stringify(explain(request, live).steps)).not.toContain(SECRET)
    }
  }
  expect(statuses).toContain(401)
})

it('hides a secret that is cut through, wherever the cut falls', () => {
  for (let at = 0; at <= SECRET.length; at++) {
    const before = `{"n":1,"password":"`
    const body = `${' '.repeat(16_384 - before.length - at)}${before}${SECRET}"}${' pad'.repeat(99)}`
    const { live } = ask('application/json', body, `Bearer ${credential}`)
    expect(JSON.stringify(live.journal.last(9))).not.toContain(SECRET.slice(0, 3))
  }
})

it('reads bodies that nobody read in the charset that they are in', () => {
  const text = `{"n":1,"password":"${SECRET}",`
  const { live } = ask('application/json', Buffer.from(text, 'utf16le').toString('latin1'), 'Bearer another-one')
  const [entry] = live.journal.last(1)
  expect(entry?.body).toMatch(/^\{"n":1,"password":"<redacted:[0-9a-f]{8}>",$/)
})
