import { expect, it } from 'vitest'
import { isSecretNamed, withoutSecrets } from './secrets.ts'

const hidden = (text: string) => withoutSecrets(text, (secret) => `<${secret.length}>`)

it.each([
  ['authorization', 'header'],
  ['X-Forwarded-Authorization', 'header'],
  ['X-Session-Id', 'header'],
  ['X-Acme-Session-ID', 'header'],
  ['Stripe-Signature', 'header'],
  ['X-Hub-Signature-256', 'header'],
  ['X-Acme-Api-Key', 'header'],
  ['sessionid', 'query'],
  ['PHPSESSID', 'query'],
  ['X-Amz-Signature', 'query'],
  ['X-Amz-Credential', 'query'],
  ['X-Goog-Signature', 'query'],
  ['sig', 'query'],
  ['token', 'query'],
  ['key', 'query'],
  ['code', 'query'],
  ['ticket', 'query'],
  ['SAMLResponse', 'query'],
  ['csrf', 'query'],
  ['recovery_codes', 'body'],
  ['connectionString', 'body'],
  ['user[password]', 'query'],
  ['newPassword', 'body'],
  ['passwordConfirmation', 'body'],
  ['clientSecret', 'body'],
  ['APIKey', 'body'],
  ['refresh_token', 'body'],
  ['credentials', 'body'],
  ['session_id', 'body'],
] as const)('hides %s in a %s', (name, place) => {
  expect(isSecretNamed(name, place, 'v')).toBe(true)
})

it.each([
  ['X-Request-Id', 'header'],
  ['Idempotency-Key', 'header'],
  ['If-None-Match', 'header'],
  ['next_page_token', 'query'],
  ['pageToken', 'query'],
  ['order_id', 'query'],
  ['ticket', 'query'],
  ['ticket_id', 'query'],
  ['license', 'body'],
  ['number', 'query'],
  ['secret_id', 'body'],
  ['access_key_id', 'body'],
  ['password_expires_at', 'body'],
  ['cookie_policy', 'body'],
  ['token_type', 'body'],
  ['tokens_used', 'body'],
  ['checkout_session_id', 'body'],
  ['email_signature', 'body'],
  ['secretary', 'body'],
  ['sid', 'body'],
  ['key', 'body'],
  ['keyboard', 'body'],
  ['author', 'body'],
] as const)('shows %s in a %s', (name, place) => {
  expect(isSecretNamed(name, place, 'PROJ-7')).toBe(false)
})

it('looks at the value where a name says too little', () => {
  const number = (value: unknown) => isSecretNamed('source[number]', 'body', value)
  expect([number('4242 4242 4242 4242'), number(4242424242424242), number('4242424242424241'), number(17)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isSecretNamed('key', 'body', 'AIzaSyD4x9Kq81LmQ')).toBe(true)
  const code = (value: unknown) => isSecretNamed('code', 'body', value)
  expect([code('ac_123456'), code('904417'), code(904417), code('4/P7q7W91a')]).toEqual([true, true, true, true])
  expect([code('card_declined'), code('NOT_FOUND'), code(404), code('missing')]).toEqual([false, false, false, false])
  expect(isSecretNamed('code', 'query', 'missing')).toBe(true)
})

it.each([
  ['https://b.example/a?X-Amz-Signature=abc%2Fd&x=1#sig=efg', 'https://b.example/a?X-Amz-Signature=<5>&x=1#sig=<3>'],
  ['see /f?token=abc and ?page=2', 'see /f?token=<3> and ?page=2'],
  ['https://b.example/a?next_page_token=abc', 'https://b.example/a?next_page_token=abc'],
  ['amqp://ada:lovelace@b.example/x', 'amqp://ada:<8>@b.example/x'],
  ['Bearer abcdefghijklmnop1', 'Bearer <17>'],
  ['Basic YTpi', 'Basic YTpi'],
  [`Basic ${btoa('ada:pw')}`, 'Basic <8>'],
  ['Basic membership', 'Basic membership'],
  ['Bearer certificates', 'Bearer certificates'],
  ['a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_ b', 'a <42> b'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----', '<65>'],
  ['a = b & c; d?', 'a = b & c; d?'],
])('finds what is secret inside %j', (text, shown) => {
  expect(hidden(text)).toBe(shown)
})

it('reads texts in time that grows with their length', () => {
  const texts = ['eyJaaaaaaaa-', 'a://a:', '?a=b', '-----BEGIN PRIVATE KEY-----', 'token=&', ' ', 'Bearer ']
  for (const text of texts) {
    const start = performance.now()
    hidden(text.repeat(16_384 / text.length))
    expect(performance.now() - start).toBeLessThan(500)
  }
})
