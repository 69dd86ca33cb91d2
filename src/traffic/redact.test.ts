import { expect, it } from 'vitest'
import { parseQuery } from '../http/query.ts'
import { exactOf } from '../support/exact-number.ts'
import { exchange, NAMED, SECRETS, spellings } from './canaries.fixture.ts'
import { observationOf } from './read-message.ts'
import { redactorOf } from './redact.ts'

const redactor = redactorOf({ key: 'k', credential: 'sk_issued', names: ['X-Shop'] })
const mark = (secret: string) => (redactor.body({ password: secret }) as { password: string }).password

it.each([
  ['{"password": "s3 cr3t", "n": 1', `{"password": "${mark('s3 cr3t')}", "n": 1`],
  ['{"password": "s3\\u00e9", "n": 1', `{"password": "${mark('s3\u00e9')}", "n": 1`],
  ['{"pin": 1234,', `{"pin": ${mark('1234')},`],
  ['password=s3+cr%33t&x=1', `password=${mark('s3 cr3t')}&x=1`],
  ["{'password':'s3'", `{'password':'${mark('s3')}'`],
  ['{"secret": {"a": "x}", "b": [1, "s3"]}, "n": 1', /^\{"secret": <redacted:[0-9a-f]{8}>, "n": 1$/],
  ['{"secret": {"a": "s3", "b"', /^\{"secret": <redacted:[0-9a-f]{8}>$/],
  ['{"to": "https://a.b/c?sig=s3&x=1", "n"', `{"to": "https://a.b/c?sig=${mark('s3')}&x=1", "n"`],
  ['{"name": "Ada", "number": 17', '{"name": "Ada", "number": 17'],
])('gives a secret in the piece %j the placeholder that it has elsewhere', (piece, shown) => {
  if (typeof shown === 'string') expect(redactor.fragment(piece)).toBe(shown)
  else expect(redactor.fragment(piece)).toMatch(shown)
})

it.each([
  ['a title and its text', { name: 'Secret Garden', text: 'a novel' }],
  ['a label and what is said', { label: 'secret santa', content: 'see you on friday' }],
  ['an event', { kind: 'token', data: { id: 1, name: 'x' } }],
  ['a place in a list', { number: 5, exp: 1 }],
  ['a track of a record', { track1: 'song.mp3', tracks: { track_2: 'Intro' } }],
  ['how many passed', { tests: { pass: 12, fail: 1 } }],
  ['codes of countries', { country: { code: 'DE' }, csv: 'code,name\nDE,Germany\nFR,France' }],
  ['a sentence', { title: 'Token: a short story in 3 parts', log: 'auth: user 42 logged in from 10.0.0.1' }],
  ['a share', { text: 'Fail: 15%, pass: 85%' }],
  ['a place in a file', { stack: 'Error: x\n at Token.parse (token.js:12:5)' }],
  ['a question', { question: 'What is the password policy?' }],
  ['a query of SQL', { sql: 'SELECT id, code FROM items WHERE code = 12 ORDER BY id' }],
])('leaves %s as it is', (_, body) => {
  expect(redactor.body(body)).toEqual(body)
})

it.each([
  ['a phrase', { name: 'Secret Garden', text: 's3cr3t' }],
  ['a phrase that is a name', { label: 'Client secret', value: 's3' }],
  ['a phrase that ends with a name', { name: 'Your new password', text: 's3-x' }],
  ['a kind of credential', { type: 'password', value: 's3' }],
  ['a kind of object', { kind: 'Secret', data: { user: 's3' } }],
  ['a sentence', { text: 'Token: use s3Zk91 in the head of a request' }],
  ['a sentence about a password', { text: 'password: s3 in the house of a cat' }],
  ['a passphrase', { text: 'secret: s3 horse battery staple' }],
  ['a column of codes', { csv: 'code,name\nDE,Germany\ns3x1,France' }],
  ['a column of a track', { track_2: '%B s3 12345' }],
  ['a property of an object', { text: 'card.cvv: 91173, user.pin: 91173' }],
  ['a query of SQL', { sql: "UPDATE u SET password = s3 WHERE id = 1 OR token = 's3'" }],
])('still hides what looks drawn beside %s', (_, body) => {
  const shown = JSON.stringify(redactor.body(body))
  expect(shown).toContain('<redacted:')
  expect(shown).not.toMatch(/s3|91173/)
})

it.each([
  [
    { keys: ['a', 'password'], values: ['x', 's3'] },
    { keys: ['a', 'password'], values: ['x', mark('s3')] },
  ],
  [
    { rows: [['x', 's3']], columns: ['a', 'password'] },
    { rows: [['x', mark('s3')]], columns: ['a', 'password'] },
  ],
  [
    { fields: [{ name: 'a' }, { name: 'pin' }], data: [['x', 12]] },
    { fields: [{ name: 'a' }, { name: 'pin' }], data: [['x', mark('12')]] },
  ],
  [
    {
      headers: ['pin', 'a'],
      rows: [
        ['12', 'x'],
        ['34', 'y'],
      ],
    },
    {
      headers: ['pin', 'a'],
      rows: [
        [mark('12'), 'x'],
        [mark('34'), 'y'],
      ],
    },
  ],
  [
    { prompt: 'Password:', response: 's3' },
    { prompt: 'Password:', response: mark('s3') },
  ],
  [
    { name: 'Get token', response: ['done'] },
    { name: 'Get token', response: ['done'] },
  ],
])('hides what stands for a secret name in %j', (body, shown) => {
  expect(redactor.body(body)).toEqual(shown)
})

it('keeps texts of a body whole, and those of a header up to 2,048 characters', () => {
  const text = `${'long '.repeat(2_000)}sk_issued`
  expect(redactor.body({ text })).toEqual({ text: text.replace('sk_issued', mark('sk_issued')) })
  expect(redactor.headers([['x-note', text]])['x-note']).toBe(`${text.slice(0, 2048)}…`)
})

it('hides what is named and what is declared, in every place', () => {
  const declared = new Set(['knock'])
  expect(redactor.headers([['x-shop', 'a']])).toEqual({ 'x-shop': mark('a') })
  expect(redactor.headers([['knock', 'a']], declared)).toEqual({ knock: mark('a') })
  expect(redactor.query([['Knock', 'a']], declared)).toEqual({ Knock: mark('a') })
  expect(redactor.body({ knock: ['a'], door: 'a' }, declared)).toEqual({ knock: [mark('a')], door: 'a' })
  expect(redactor.fragment('{"knock":"a"', declared)).toBe(`{"knock":"${mark('a')}"`)
  expect(redactor.body({ knock: 'a' })).toEqual({ knock: 'a' })
})

it.each([
  ['a pair', { name: 'password', value: 's3' }],
  ['a pair of a list', ['password', 's3-x']],
  ['fields in a list', ['Host', 'a', 'Authorization', 's3 x']],
  ['a patch', { op: 'replace', path: '/users/0/password', value: 's3' }],
  [
    'a table',
    [
      ['id', 'pin'],
      [1, 's3'],
    ],
  ],
  ['lists beside each other', { key: ['n', 'password'], string: ['a', 's3'] }],
  ['a card with a wrong digit', { number: 's3 4242 4242 4242', exp_month: 12 }],
  ['what stands under its owner', { card: [{ number: 's3' }], verification: { code: 's3x' } }],
  ['a private key', { kty: 'EC', d: 's3' }],
  ['a key of a map', { passwords: { 's3-cr3t': true } }],
  ['a text', { note: 'password: s3' }],
])('hides a secret in %s', (_, body) => {
  const shown = JSON.stringify(redactor.body(body))
  expect(shown).toContain('<redacted:')
  expect(shown).not.toContain('s3')
})

it.each([
  { name: 'Ada', value: 's3' },
  ['password', 'email'],
  { path: '/users/password', data: 'a' },
  { type: 'code', text: 'print(17)' },
  { pin_code: '411001', city: 'Pune' },
  { tokens: 512, max_tokens: '16' },
  { n: 1700000000000, id: 4242424242424241 },
])('shows %j as it is', (body) => {
  expect(redactor.body(body)).toEqual(body)
})

it('hides a card as the number that it is, and a key that stands as a name', () => {
  const key = ['gh', 'p_abcdefghij0123456789'].join('')
  expect(redactor.body({ n: 4242424242424242, [key]: 1 })).toEqual({ n: mark('4242424242424242'), [mark(key)]: 1 })
})

it('hides what stands behind a name in a path, and parameters of its steps', () => {
  expect(redactor.path('/reset/password/a1b2')).toBe(`/reset/password/${mark('a1b2')}`)
  expect(redactor.path('/a;password=x/b')).toBe(`/a;password=${mark('x')}/b`)
  expect(redactor.path('/cards/4242%204242%204242%204242/a%20b')).toBe(`/cards/${mark('4242424242424242')}/a%20b`)
  for (const path of ['/password/reset', '/oauth/token/revoke', '/secrets/17', '/a%20b'])
    expect(redactor.path(path)).toBe(path)
  for (const path of ['/auth/v1/login', '/auth/v2/users', '/auth/Login', '/auth/signIn', '/auth/SSO', '/token/42'])
    expect(redactor.path(path)).toBe(path)
  for (const path of ['/pin/123', '/token/1234', '/token/aXbYcZdQ', '/cvc/123', '/token/v1234567'])
    expect(redactor.path(path)).not.toBe(path)
  expect(redactor.path('/v1/auth/OAuth2-v3/a%20b', '/auth/OAuth2-v3/{id}')).toBe('/v1/auth/OAuth2-v3/a%20b')
  expect(redactor.path('/auth/OAuth2-v3', '/auth/{id}')).toBe(`/auth/${mark('OAuth2-v3')}`)
})

it('hides the value beside a name in a query', () => {
  const query = parseQuery('f[0][name]=pin&f[0][value]=1&f[1][name]=n&f[1][value]=2&v=3')
  expect(redactor.query(query)).toMatchObject({ 'f[0][value]': mark('1'), 'f[1][value]': '2', v: '3' })
})

it('hides in a sentence about a request what is secret in it', () => {
  const about = redactor.about({
    path: '/a',
    fields: [['x-api-key', 'horse']],
    query: [],
    body: { password: 'battery' },
  })
  expect(about('battery is too short, horse is unknown')).toBe(
    `${mark('battery')} is too short, ${mark('horse')} is unknown`,
  )
})

it('hides numbers that a double would change as the digits that they are, and shows others as numbers', () => {
  const [pin, number] = ['12345678901234567890', '4000000000000000006']
  const sent = { pin: exactOf(pin), number: exactOf(number), amount: exactOf(pin) }
  expect(redactor.body(sent)).toEqual({ pin: mark(pin), number: mark(number), amount: exactOf(pin) })
})

it.each(SECRETS)('holds no $kind whose name tells what it is', (canary) => {
  const shown = Object.values(NAMED).map((plant) => {
    const { path, query, request } = observationOf(exchange(plant(canary)))
    const form = request.form ?? parseQuery('')
    return [
      redactor.path(path),
      redactor.query(query),
      redactor.headers(request.fields),
      redactor.query(form),
      redactor.body(request.json?.value),
    ]
  })
  const text = JSON.stringify(shown)
  expect(text).toContain('<redacted:')
  expect(spellings(canary).filter((spelling) => text.includes(spelling))).toEqual([])
})

it.each([
  ['a', 'a banana', 'a banana', 'a'],
  ['test', 'a test, testing', 'a <>, testing', 'test'],
  ['', 'a banana', 'a banana', 'x'],
])('hides the short credential %j without hiding the letters of other texts', (credential, text, shown, alone) => {
  const short = redactorOf({ key: 'k', credential, names: [] })
  const hidden = (value: string) => short.text(value).replace(/<redacted:[0-9a-f]{8}>/g, '<>')
  expect(hidden(text)).toBe(shown)
  expect(hidden(alone)).toBe(credential === '' ? alone : '<>')
})

it('hides a token that is longer than what is kept of a field', () => {
  const claims = Buffer.from(JSON.stringify({ sub: 'ada', note: 'secret '.repeat(60) })).toString('base64url')
  const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.${'s'.repeat(43)}`
  const [[, shown = ''] = []] = Object.entries(redactor.headers([['x-note', `${'long '.repeat(390)}${token}`]]))
  expect(shown).not.toContain(claims.slice(0, 20))
})

it('looks at the begin of a long body for what is said about it', () => {
  const far = { text: `password: near-Zk9\n${' '.repeat(40_000)}`, more: 'password: far-Zk9' }
  const about = redactor.about({ path: '/', fields: [], query: [], body: far })
  expect(about('near-Zk9 or far-Zk9')).toBe(`${mark('near-Zk9')} or far-Zk9`)
  expect(redactor.about({ path: '/', fields: [], query: [], body: far.text + far.more })('far-Zk9')).toBe('far-Zk9')
})

it('hides the variables of GraphQL that the query uses as secrets', () => {
  const query = 'mutation($x:String!, $n:Int){login(password:$x, n:$n)}'
  const sent = { query, variables: { x: 'hunter2', n: 1 } }
  expect(redactor.body([sent])).toEqual([{ query, variables: { x: mark('hunter2'), n: 1 } }])
})
