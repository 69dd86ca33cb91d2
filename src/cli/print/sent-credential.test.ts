import { expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../../test/support/inline.ts'
import { describe } from '../../api/model.ts'
import { newSettings } from '../../stores/sandboxes.ts'
import { credentialText, usualCredential } from './sent-credential.ts'
import { tryLine } from './served.ts'

const schemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  app: { type: 'apiKey', in: 'header', name: 'X-App-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  field: { type: 'apiKey', in: 'header', name: 'authorization' },
  strange: { type: 'apiKey', in: 'header', name: 'X-"$(id)' },
  oauth2: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } },
}

async function sandboxAsking(security: unknown, paths: object = { '/a': operation() }): Promise<Asking> {
  const members = { security, components: { securitySchemes: schemes }, paths }
  const lines = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const api = describe(await modelOf(lines.join('\n')))
  return { api, settings: newSettings('pay', { credential: 'sk_1' }) }
}

type Asking = Parameters<typeof usualCredential>[0]

function operation(security?: unknown): object {
  return { get: { ...(security !== undefined && { security }), responses: { 200: { description: 'ok' } } } }
}

function served(showsCredentials: boolean): Parameters<typeof tryLine>[0] {
  const none = { sandboxes: [], unserved: [], agent: { url: undefined, upstreams: [] } }
  return { url: 'http://host', dataDir: 'data', needsToken: false, showsCredentials, ...none }
}

const cases: readonly (readonly [security: object[], text: string, shown: string, hidden: string])[] = [
  [
    [{ bearer: [] }],
    'Authorization: Bearer sk_1',
    "curl -H 'Authorization: Bearer sk_1' http://host/pay/a",
    'curl -H "Authorization: Bearer $CREDENTIAL" http://host/pay/a',
  ],
  [
    [{ basic: [] }],
    'Authorization: Basic c2tfMTo=',
    'curl -u sk_1: http://host/pay/a',
    'curl -u "$CREDENTIAL:" http://host/pay/a',
  ],
  [
    [{ header: [] }],
    'X-Api-Key: sk_1',
    "curl -H 'X-Api-Key: sk_1' http://host/pay/a",
    'curl -H "X-Api-Key: $CREDENTIAL" http://host/pay/a',
  ],
  [
    [{ header: [], app: [] }],
    'X-Api-Key: sk_1, X-App-Key: sk_1',
    "curl -H 'X-Api-Key: sk_1' -H 'X-App-Key: sk_1' http://host/pay/a",
    'curl -H "X-Api-Key: $CREDENTIAL" -H "X-App-Key: $CREDENTIAL" http://host/pay/a',
  ],
  [[{ query: [] }], '?key=sk_1', "curl 'http://host/pay/a?key=sk_1'", 'curl "http://host/pay/a?key=$CREDENTIAL"'],
  [
    [{ cookie: [] }],
    'Cookie: sid=sk_1',
    "curl -H 'Cookie: sid=sk_1' http://host/pay/a",
    'curl -H "Cookie: sid=$CREDENTIAL" http://host/pay/a',
  ],
  [
    [{ field: [] }],
    'Authorization: Bearer sk_1',
    "curl -H 'Authorization: Bearer sk_1' http://host/pay/a",
    'curl -H "Authorization: Bearer $CREDENTIAL" http://host/pay/a',
  ],
  [
    [{ oauth2: [] }, { header: [] }],
    'Authorization: Bearer sk_1',
    "curl -H 'Authorization: Bearer sk_1' http://host/pay/a",
    'curl -H "Authorization: Bearer $CREDENTIAL" http://host/pay/a',
  ],
  [
    [{ strange: [] }],
    'X-"$(id): sk_1',
    `curl -H 'X-"$(id): sk_1' http://host/pay/a`,
    `curl -H 'X-"$(id): '"$CREDENTIAL" http://host/pay/a`,
  ],
  [[{ header: [] }, {}], 'nothing: no operation asks for it', 'curl http://host/pay/a', 'curl http://host/pay/a'],
]

it.each(cases)('sends the credential as %o asks', async (security, text, shown, hidden) => {
  const sandbox = await sandboxAsking(security)
  expect(credentialText(usualCredential(sandbox))).toBe(text)
  expect(tryLine(served(true), sandbox)).toEqual([shown])
  expect(tryLine(served(false), sandbox)).toEqual([hidden])
})

it.each(['sk_1', 'judge:secret', ':a:', 'a;b', 'a&b=c#d', '100%41', '"quoted"', '$A', 'a+b/c==', 'a,b'])(
  'prints what the sandbox takes: %s',
  async (credential) => {
    for (const scheme of Object.keys(schemes).filter((name) => name !== 'strange')) {
      const text = `security: ${JSON.stringify([{ [scheme]: [] }])}\ncomponents: ${JSON.stringify({ securitySchemes: schemes })}\npaths: ${JSON.stringify({ '/a': operation() })}`
      const { ask, live } = await sandboxOf(text, { credential })
      const printed = credentialText(usualCredential(live))
      const [, name = '', value = ''] = /^(?:([\w-]+): )?(.*)$/.exec(printed) ?? []
      const fields = { authorization: '', ...(name !== '' && { [name]: value }) }
      expect(ask(`GET /a${name === '' ? value : ''}`, { fields }).status, printed).toBe(200)
    }
  },
)

it('names what most operations ask for that ask for anything', async () => {
  const paths = { '/a': operation([]), '/b': operation(), '/c': operation([{ query: [] }]), '/d': operation() }
  expect(credentialText(usualCredential(await sandboxAsking([{ header: [] }], paths)))).toBe('X-Api-Key: sk_1')
})

it('says that nothing is sent where the sandbox asks for nothing', async () => {
  const api = describe(await modelOf('paths: {/a: {get: {responses: {200: {description: ok}}}}}'))
  const asked = credentialText(usualCredential({ api, settings: newSettings('pay', { credential: 'sk_1' }) }))
  const open = credentialText(usualCredential({ api, settings: newSettings('pay', { auth: 'off' }) }))
  expect([asked, open]).toEqual(['Authorization: Bearer sk_1', 'nothing: no operation asks for it'])
})
