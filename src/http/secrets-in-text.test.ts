import { expect, it } from 'vitest'
import { secretElements } from './secret-markup.ts'
import { namesSecret } from './secret-pairs.ts'
import { secretParts } from './secret-tables.ts'
import { isSecretNamed } from './secrets.ts'
import { hiddenIn, USUAL, withoutSecrets } from './secrets-in-text.ts'

const hidden = (text: string): string => withoutSecrets(text, (secret) => `<${secret}>`)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

it.each([
  ['a line of text', 'note: a\npassword: hunter2\nb', 'note: a\npassword: <hunter2>\nb'],
  ['an environment', 'A=1\nDB_PASS=correct horse\nB=2', 'A=1\nDB_PASS=<correct horse>\nB=2'],
  ['TOML', 'name = "a"\napi_key = "x y"', 'name = "a"\napi_key = "<x y>"'],
  ['a form', 'a=1&user%5Bpassword%5D=x&b=2', 'a=1&user%5Bpassword%5D=<x>&b=2'],
  ['a form with an encoded name', '%70assword=x&b=2', 'password=<x>&b=2'],
  ['nearly JSON', "{password: 'x', n: 1", "{password: '<x>', n: 1"],
  ['JSON with an escaped name', '{"p\\u0061ssword":"x"', '{"p\\u0061ssword":"<x>"'],
  ['JSON in JSON', '{"a":"{\\"pin\\":\\"12\\",\\"b\\":1}"', '{"a":"{\\"pin\\":\\"<12>\\",\\"b\\":1}"'],
  ['a pair', '{"name":"api_key","value":"x"', '{"name":"api_key","value":"<x>"'],
  ['a pair the other way round', '{"value":"x","name":"api_key"}', '{"value":"<x>","name":"api_key"}'],
  ['YAML', 'secret: |\n  a\n  b\nname: Ada', 'secret: <|\n  a\n  b>\nname: Ada'],
  [
    'a pair of YAML',
    '- name: DB_PASS\n  value: x\n- name: A\n  value: y',
    '- name: DB_PASS\n  value: <x>\n- name: A\n  value: y',
  ],
  ['GraphQL', 'mutation { a(password: "x", n: 1) { id } }', 'mutation { a(password: "<x>", n: 1) { id } }'],
  [
    'a variable of GraphQL',
    'mutation($x:String!){login(password:$x)}\n{"variables":{"x":"abc d"}}',
    'mutation($x:String!){login(password:$x)}\n{"variables":{"x":"<abc d>"}}',
  ],
  [
    'JSON with a variable of GraphQL',
    '{"query":"query($p: String = \\"abc d\\"){ login(password: $p, n: 1) }","variables":{"n":1,"p":"abc"',
    '{"query":"query($p: String = \\"<abc d>\\"){ login(password: $p, n: 1) }","variables":{"n":1,"p":"<abc>"',
  ],
  [
    'a default of GraphQL',
    'query($p:String="abc d", $n:Int=1){login(password:$p, n:$n)}',
    'query($p:String="<abc d>", $n:Int=1){login(password:$p, n:$n)}',
  ],
  ['a password that begins with a dollar', 'password: $x', 'password: <$x>'],
  ['GraphQL in a block', 'a(secret: """x "y" z""", n: 1)', 'a(secret: """<x "y" z>""", n: 1)'],
  [
    'an element',
    '<a><n>1</n><s:Password T="u">x</s:Password></a>',
    '<a><n>1</n><s:Password T="u"><x></s:Password></a>',
  ],
  ['CDATA', '<apiKey><![CDATA[x]]></apiKey>', '<apiKey><x></apiKey>'],
  ['an attribute', '<a password="x" n="1"/>', '<a password="<x>" n="1"/>'],
  ['a property list', '<key>pin</key><string>x</string><key>n</key>', '<key>pin</key><string><x></string><key>n</key>'],
  ['entities', '<pin>&#49;&#50;</pin>', '<pin><12></pin>'],
  ['CSV', 'id,password\n1,"a,b"\n2,c', 'id,password\n1,"<a,b>"\n2,<c>'],
  ['lists', '[["id","pin"],[1,"x"]', '[["id","pin"],[1,"<x>"]'],
  ['SQL', "INSERT INTO u (n, password) VALUES (1, 'x')", "INSERT INTO u (n, password) VALUES (1, '<x>')"],
  ['a command', "curl -u ada:x -H 'X-Api-Key: y' https://a", "curl -u ada:<x> -H 'X-Api-Key: <y>' https://a"],
  ['an option', 'run --password x --name y', 'run --password <x> --name y'],
  ['a field', 'Host: a\r\nCookie: a=b; c=d\r\nB: c', 'Host: a\r\nCookie: <a=b; c=d>\r\nB: c'],
  ['a connection string', 'Server=a;Password=x y;Database=b', 'Server=a;Password=<x y>;Database=b'],
  ['a data source', 'ada:x@tcp(a:3306)/b', 'ada:<x>@tcp(a:3306)/b'],
  ['a sentence', 'the password is hunter2', 'the password is <hunter2>'],
  ['base64', `a ${base64('{"password":"x","b":1}')}`, `a <${base64('{"password":"x","b":1}')}>`],
  ['what is encoded', '%7B%22password%22%3A%22x%22%7D', '{"password":"<x>"}'],
  ['a card', 'with 4242 4242 4242 4242 today', 'with <4242424242424242> today'],
  ['a card in digits', 'card 371449635398431.', 'card <371449635398431>.'],
  [
    'lists beside each other',
    '{"keys":["a","password"],"values":["x","y1"]}',
    '{"keys":["a","password"],"values":["x","<y1>"]}',
  ],
  [
    'rows below columns',
    '{"columns":["a","pin"],"rows":[["x","12"],["y","34',
    '{"columns":["a","pin"],"rows":[["x","<12>"],["y","<34>',
  ],
  [
    'rows above columns',
    '{"params":["z"],"rows":[["x","12"]],"columns":["a","pin"]',
    '{"params":["z"],"rows":[["x","<12>"]],"columns":["a","pin"]',
  ],
  ['a pair of letters', '{"k":"password","v":"x"}', '{"k":"password","v":"<x>"}'],
  ['a pair of letters that is cut', '[{"v":"x","k":"password"},{"k":"a', '[{"v":"<x>","k":"password"},{"k":"a'],
  [
    'rows of SQL',
    "INSERT INTO u (n, pin) VALUES (1, 'x'), (now(), 'y') , (3,'z')",
    "INSERT INTO u (n, pin) VALUES (1, '<x>'), (now(), '<y>') , (3,'<z>')",
  ],
  ['a full-width colon', 'password：x', 'password：<x>'],
  ['a name in Chinese', '用户：a\n密码：x\nb', '用户：a\n密码：<x>\nb'],
  ['a flow of YAML', 'a: [password, hunter2]', 'a: [password, <hunter2>]'],
  ['a flow of YAML in quotes', "a: [password, 'hunter2']", "a: [password, '<hunter2>']"],
  [
    'calls of SQL',
    "INSERT INTO u (pin) VALUES (N'x'), (crypt('y', 'z'))",
    "INSERT INTO u (pin) VALUES (N'<x>'), (<crypt('y', 'z')>)",
  ],
  ['a key of YAML on its own line', '? password\n: x\n? a\n: y', '? password\n: <x>\n? a\n: y'],
  ['a prompt', '{"prompt":"Password:","response":"x"', '{"prompt":"Password:","response":"<x>"'],
  ['CSV below a comment', '# of 2024\n\nid,password\n1,x', '# of 2024\n\nid,password\n1,<x>'],
  ['CSV with a blank line below its names', 'id,password\r\n\r\n1,x', 'id,password\r\n\r\n1,<x>'],
  ['PHP', 'a:2:{s:8:"password";s:4:"x";y";s:1:"a";s:1:"b";}', 'a:2:{s:8:"password";s:4:"<x";y>";s:1:"a";s:1:"b";}'],
  [
    'an element behind another',
    '<type>password</type><y/><z>1</z><val>x</val>',
    '<type>password</type><y/><z>1</z><val><x></val>',
  ],
  ['a card on lines', 'card\n4242\n4242\n4242\n4242\n', 'card\n<4242424242424242>\n'],
  ['a card in full-width digits', 'card ４２４２４２４２４２４２４２４２', 'card <4242424242424242>'],
])('finds a secret in %s', (_, text, shown) => {
  expect(hidden(text)).toBe(shown)
})

it('finds the parts of a multipart body that say so', () => {
  const body = (value: string) =>
    `--b\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n${value}\r\n--b--`
  expect(hidden(body('4821'))).toBe(body('<4821>'))
})

it.each([
  'password is required',
  'The token is invalid: see https://a.example/tokens?page_token=abc',
  '{"page_token":"abc","token_type":"bearer","code":"card_declined"}',
  'order 1700000000000 of 1234567890123456 at 2024-01-01T10:00:00Z',
  'id 550e8400-e29b-41d4-a716-446655440000 and 4242424242424241',
  'mutation($password: String!, $pin: Int) { a }',
  'name,email\nAda,ada@example.com',
  '<name>Ada</name><value>1</value>',
  'ZHVjayB0eXBpbmcgaXMgZmluZSBieSBtZQ==',
  'a04242424242424242f',
  'required: [token, user_id]',
  '{"fields":["id","name"],"rows":[["a1","b2"]]}',
  '{"name":"Get token","response":"done"}',
  '4242\n424242424242\n',
])('leaves %j as it is', (text) => {
  expect(hidden(text)).toBe(text)
})

it('shows nothing of a secret that begins before a cut, or whose name comes after it', () => {
  const cut = (text: string, until: number) =>
    hiddenIn(text, { judge: USUAL, placeholder: (secret) => `<${secret.length}>`, until })
  expect(cut('{"n":1,"password":"hunter2"}', 20)).toBe('{"n":1,"password":"<7>')
  expect(cut(`note ${['gh', 'p_abcdefghij0123456789'].join('')}`, 10)).toBe('note <24>')
  expect(cut('n 4242 4242 4242 4242', 5)).toBe('n <16>')
  expect(cut(`{"a":1,"value":"hunter2",${' '.repeat(90)}`, 40)).toMatch(/^\{"a":1,"value":"<7>",\s+$/)
  expect(cut(`{"a":1,"value":"x"},{"b":2${' '.repeat(90)}`, 40)).toMatch(/^\{"a":1,"value":"x"\}/)
})

it('finds a part whose name is on a folded line', () => {
  const body = (value: string) => `--b\nContent-Disposition: form-data;\r\n name="pin"\n\n${value}\n--b--`
  expect(hidden(body('4821'))).toBe(body('<4821>'))
})

it.each([
  'password: a ',
  'name:password,value:',
  '{"value":"x",',
  'number: [ ',
  'key:',
  '<password>',
  '<a x="',
  'password\t',
  '4242 ',
  'a:b@',
  'Content-Disposition: form-data; name="a"\r\n\r\n',
])('looks at %j over and over in bounded steps', (unit) => {
  // Steps are counted by the names that are judged and the characters of values that are read.
  let steps = 0
  const judge = {
    isSecret(name: string, place: 'header' | 'query' | 'body', value: unknown) {
      steps += 1 + String(value).length
      return USUAL.isSecret(name, place, value)
    },
    mayBeSecret(name: string, place: 'header' | 'query' | 'body') {
      steps += 1
      return USUAL.mayBeSecret(name, place)
    },
  }
  const text = unit.repeat(Math.ceil(16_384 / unit.length))
  hiddenIn(text, { judge, placeholder: () => '', until: 16_384 })
  expect(steps).toBeLessThan(24 * text.length)
})

const PART = 'content-disposition: form-data; name="password"\n\nx\n'
const ITEM = '<key>password</key><string>x'

it.each([
  ['parts without a boundary', `--b\n${PART.repeat(2_000)}`, secretParts],
  ['elements without an end', ITEM.repeat(2_000), secretElements],
] as const)('reads each piece of %s once', (_, text, spans) => {
  const found = spans(text, isSecretNamed)
  expect(found).not.toEqual([])
  expect(found.reduce((sum, { meant }) => sum + meant.length, 0)).toBeLessThanOrEqual(text.length)
})

it.each([
  ['rows with quotation marks that are escaped', `[[${'[\\"'.repeat(400_000)}`],
  ['what is encoded over and over', `%${'25'.repeat(400_000)}`],
  ['digests without an end', `response=${'digest '.repeat(200_000)}`],
  ['rows that begin within rows', "(a,password) values ('),(x,'".repeat(20_000)],
  ['keys of YAML without an end', '? a\n:'.repeat(200_000)],
  ['texts of PHP without an end', 's:8:"password";s:9:"x'.repeat(40_000)],
  ['lists of names over and over', '"keys":["password",1],'.repeat(40_000)],
  ['flows without an end', '[password,'.repeat(100_000)],
  ['cells of blanks', `a,password\n"${' '.repeat(400_000)}x",`],
])('comes to an end with %s', (_, text) => {
  expect(hidden(text).length).toBeLessThanOrEqual(2 * text.length)
})

it('comes to an end with a path of a patch that is none', () => {
  expect(namesSecret('path', `/${'a'.repeat(200)}//`, isSecretNamed)).toBe(false)
  expect(namesSecret('path', '/user/password', isSecretNamed)).toBe(true)
})
