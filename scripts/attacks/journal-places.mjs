/** Where a secret can stand in a request: media and positions, each with a name for it, and a mark that must stay readable. */

/** Names of secrets as providers write them. */
const NAMES = `password passwd newPassword user_password wifi_password db_pass pwd newPwd passphrase passcode secret
  client_secret clientSecret app-secret api_key apiKey APIKEY app_key appKey x-api-key DD-APPLICATION-KEY
  Ocp-Apim-Subscription-Key X-Shopify-Access-Token x-functions-key access_token refreshToken id_token authToken mfa_token
  auth.token private_key privateKeyPem ssh_key signingKey encryption_key master_key accountKey sas_token credentials
  service_account_json security_code securityCode verification_code verificationCode one_time_code smsCode user_code
  device_code backup_codes otp totp cvv cvv2 cvn cardVerificationValue creditCardNumber cc_number card[number] card_no pin
  cardPin session_id PHPSESSID csrf_token code_verifier client_assertion connectionString seed_phrase recovery_code
  license_key webhook_secret bearer basic_auth Authorization Passwort contraseña`.split(/\s+/)

const B36 = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Numbers that are drawn from a seed (mulberry32). */
function makeDice(seed) {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Each place in each fate in turn, with names and values drawn from a seed. */
export function canaries(count, fates, seed = 20_260) {
  const dice = makeDice(seed)
  const all = Object.keys(places)
  return Array.from({ length: count }, (_, i) => {
    const place = all[i % all.length]
    const fate = fates[(i + Math.floor(i / all.length)) % fates.length]
    const name = NAMES[dice(NAMES.length)]
    const drawn = Array.from({ length: 8 }, () => B36[dice(B36.length)]).join('')
    return {
      place,
      fate,
      name,
      canary: place.startsWith('card') ? card(dice) : `q7z${drawn}7k`,
      mark: `visible${1000 + i}`,
    }
  })
}

/** A number of an issuer's range with the right check digit. */
function card(dice) {
  const [begin, length] = [
    ['4539', 16],
    ['5412', 16],
    ['2221', 16],
    ['3714', 15],
    ['6011', 16],
    ['3528', 16],
    ['3614', 14],
  ][dice(7)]
  let digits = begin
  while (digits.length < length - 1) digits += dice(10)
  for (let last = 0; ; last++) if (check(`${digits}${last}`)) return `${digits}${last}`
}

function check(digits) {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const twice = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** All canaries that a text holds, however they are encoded. */
export function findCanaries(text) {
  const found = new Set()
  for (const spelled of spellings(text)) {
    for (const [one] of spelled.matchAll(/q7z[a-z0-9]{8}7k/g)) found.add(one)
    for (const [run] of spelled.matchAll(/(?<![\w.])\d(?:[ -]?\d){13,18}(?![\w])/g)) {
      const digits = run.replace(/\D/g, '')
      if (/^(?:4539|5412|2221|3714|6011|3528|3614)/.test(digits) && check(digits)) found.add(digits)
    }
  }
  return found
}

function spellings(text) {
  const plain = text.replace(/\\+u00([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const unescaped = plain.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const percent = unescaped.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const decoded = [...text.matchAll(/[\w+/-]{16,}={0,2}/g)]
    .map(([word]) => Buffer.from(word, 'base64').toString('latin1'))
    .join('\n')
  return [text, plain, unescaped, percent, decoded]
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const one = encodeURIComponent
const base64 = (text) => Buffer.from(text).toString('base64')
const quoted = JSON.stringify
const escaped = (text) => text.replace(/[A-Za-z]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
/** Signs that a name of a field cannot have, and accents, gone. */
const plain = (name) => name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
const dashed = (name) => plain(name).replace(/[^A-Za-z0-9]/g, '-')
const element = (name) => plain(name).replace(/[^\w.-]/g, '_')
const word = (name) => plain(name).replace(/[^A-Za-z0-9_]/g, '_')
const multipart = (...parts) => `${parts.map((part) => `--xxBOUNDARYxx\r\n${part}\r\n`).join('')}--xxBOUNDARYxx--\r\n`
const part = (name, value, more = '') => `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`
const MULTIPART = 'multipart/form-data; boundary=xxBOUNDARYxx'
const text = (body) => ({ type: 'text/plain', body })
const ofJson = (value) => ({ type: json, body: quoted(value) })

/** By what each is called: a name, a canary and a mark as the parts of a request. */
export const places = {
  'JSON member': (n, c, v) => ofJson({ v, [n]: c }),
  'JSON deep': (n, c, v) => ofJson({ v, a: [{ b: { [n]: c } }] }),
  'JSON below a name': (n, c, v) => ofJson({ v, [n]: { x: [c] } }),
  'JSON list': (n, c, v) => ofJson({ v, [n]: [c, c] }),
  'JSON pretty': (n, c, v) => ({ type: json, body: JSON.stringify({ v, [n]: c }, null, 2) }),
  'JSON escaped name': (n, c, v) => ({
    type: json,
    body: `{"v":"${v}","${/[^ -~]/.test(n) ? n : escaped(n)}":"${c}"}`,
  }),
  'JSON in JSON': (n, c, v) => ofJson({ v, payload: quoted({ [n]: c }) }),
  'JSON in JSON in JSON': (n, c, v) => ofJson({ v, payload: quoted({ body: quoted({ [n]: c }) }) }),
  'JSON pair': (n, c, v) => ofJson({ v, fields: [{ name: n, value: c }] }),
  'JSON pair reversed': (n, c, v) => ofJson({ v, fields: [{ value: c, key: n }] }),
  'JSON field pair': (n, c, v) => ofJson({ v, fields: [{ field: n, type: 'text', value: c }] }),
  'JSON list pair': (n, c, v) =>
    ofJson({
      v,
      fields: [
        ['note', v],
        [n, c],
      ],
    }),
  'JSON table': (n, c, v) =>
    ofJson([
      ['id', n, 'note'],
      [1, c, v],
    ]),
  'JSON patch': (n, c, v) => ({
    type: 'application/json-patch+json',
    body: quoted([
      { op: 'replace', path: `/${n.replaceAll('/', '~1')}`, value: c },
      { op: 'add', path: '/v', value: v },
    ]),
  }),
  NDJSON: (n, c, v) => ({ type: 'application/x-ndjson', body: `{"v":"${v}"}\n{"${n}":"${c}"}\n` }),
  'JSON in base64': (n, c, v) => ofJson({ v, blob: base64(quoted({ [n]: c })) }),
  'Basic in a text': (_, c, v) => ofJson({ v, note: `Basic ${base64(`ada:${c}`)}` }),
  'XML element': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><v>${v}</v><${element(n)}>${c}</${element(n)}></r>`,
  }),
  'XML namespace': (n, c, v) => ({
    type: 'application/xml',
    body: `<r xmlns:a="u"><v>${v}</v><a:${element(n)} a:Type="x">${c}</a:${element(n)}></r>`,
  }),
  'XML CDATA': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><v>${v}</v><${element(n)}><![CDATA[${c}]]></${element(n)}></r>`,
  }),
  'XML attribute': (n, c, v) => ({ type: 'application/xml', body: `<r v="${v}" ${element(n)}="${c}"/>` }),
  'XML pair': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><f><name>${n}</name><value>${c}</value></f><v>${v}</v></r>`,
  }),
  'XML attribute pair': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><property name="${n}" value="${c}"/><v>${v}</v></r>`,
  }),
  'XML named element': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><v>${v}</v><string name="${n}">${c}</string></r>`,
  }),
  'XML entities': (n, c, v) => ({
    type: 'application/xml',
    body: `<r><v>${v}</v><${element(n)}>${[...c].map((l) => `&#${l.charCodeAt(0)};`).join('')}</${element(n)}></r>`,
  }),
  'property list': (n, c, v) => ({
    type: 'application/xml',
    body: `<dict><key>${n}</key><string>${c}</string><key>v</key><string>${v}</string></dict>`,
  }),
  form: (n, c, v) => ({ type: form, body: `v=${v}&${one(n)}=${c}` }),
  'form bracketed': (n, c, v) => ({ type: form, body: `v=${v}&user%5B${one(n)}%5D=${c}` }),
  'form percent name': (n, c, v) => ({
    type: form,
    body: `v=${v}&${[...Buffer.from(n)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')}=${c}`,
  }),
  'form JSON': (n, c, v) => ({ type: form, body: `v=${v}&payload=${one(quoted({ [n]: c }))}` }),
  'form pair': (n, c, v) => ({ type: form, body: `v=${v}&f[0][name]=${one(n)}&f[0][value]=${c}` }),
  'multipart field': (n, c, v) => ({ type: MULTIPART, body: multipart(part('v', v), part(n, c)) }),
  'multipart JSON': (n, c, v) => ({
    type: MULTIPART,
    body: multipart(
      part('v', v),
      `Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n${quoted({ [n]: c })}`,
    ),
  }),
  'multipart XML': (n, c, v) => ({
    type: MULTIPART,
    body: multipart(
      part('v', v),
      `Content-Disposition: form-data; name="meta"\r\nContent-Type: application/xml\r\n\r\n<a><${element(n)}>${c}</${element(n)}></a>`,
    ),
  }),
  'multipart file name': (n, c, v) => ({
    type: MULTIPART,
    body: multipart(part('v', v), part('f', 'x', `; filename="${word(n)}=${c}.txt"`)),
  }),
  'text colon': (n, c, v) => text(`note: ${v}\n${n}: ${c}\n`),
  'text sentence': (_, c, v) => text(`${v} says\nthe password is ${c}\n`),
  env: (n, c, v) => text(`NOTE=${v}\n${word(n).toUpperCase()}=${c}\n`),
  'env export': (n, c, v) => text(`export NOTE=${v}\nexport ${word(n).toUpperCase()}="${c}"\n`),
  ini: (n, c, v) => text(`[a]\nnote = ${v}\n${n} = ${c}\n`),
  toml: (n, c, v) => text(`note = "${v}"\n${word(n)} = "${c}"\n`),
  'curl user': (_, c, v) => text(`curl -u ada:${c} https://${v}.example/`),
  'curl header': (_, c, v) => text(`curl -H 'X-Api-Key: ${c}' https://${v}.example/`),
  'curl data': (n, c, v) => text(`curl https://${v}.example/ -d '${one(n)}=${c}'`),
  'command option': (n, c, v) => text(`run --note ${v} --${dashed(n).toLowerCase()} ${c}`),
  'header dump': (n, c, v) => text(`POST / HTTP/1.1\r\nX-Note: ${v}\r\n${dashed(n)}: ${c}\r\n\r\n`),
  'cookie dump': (_, c, v) => text(`GET / HTTP/1.1\r\nX-Note: ${v}\r\nCookie: a=b; c=${c}\r\n\r\n`),
  'connection string': (_, c, v) => text(`Server=${v};User Id=sa;Password=${c};Database=d`),
  'connection address': (_, c, v) => text(`postgres://ada:${c}@${v}.example:5432/d`),
  YAML: (n, c, v) => ({ type: 'application/yaml', body: `note: ${v}\n${n}: ${c}\n` }),
  'YAML block': (n, c, v) => ({ type: 'application/yaml', body: `note: ${v}\n${n}: |\n  first\n  ${c}\nlast: x\n` }),
  'YAML nested': (n, c, v) => ({ type: 'application/yaml', body: `note: ${v}\n${n}:\n  - ${c}\nlast: x\n` }),
  'YAML pair': (n, c, v) => ({
    type: 'application/yaml',
    body: `env:\n  - name: NOTE\n    value: ${v}\n  - name: ${n}\n    value: ${c}\n`,
  }),
  'GraphQL argument': (n, c, v) => ({
    type: 'application/graphql',
    body: `mutation { a(note: "${v}", ${word(n)}: "${c}") { id } }`,
  }),
  'GraphQL object': (n, c, v) => ofJson({ query: `mutation { a(input: {note: "${v}", ${word(n)}: "${c}"}) { id } }` }),
  'GraphQL block': (n, c, v) => ofJson({ query: `mutation { a(note: "${v}", ${word(n)}: """${c}""") { id } }` }),
  'GraphQL variable': (n, c, v) =>
    ofJson({ query: `mutation($a: String!) { ${v}(a: $a) { id } }`, variables: { [n]: c } }),
  CSV: (n, c, v) => ({ type: 'text/csv', body: `id,${n},note\n1,${c},${v}\n` }),
  'CSV quoted': (n, c, v) => ({ type: 'text/csv', body: `"id";"${n}";"note"\n"1";"${c}";"${v}"\n` }),
  query: (n, c, v) => ({ query: `v=${v}&${one(n)}=${c}` }),
  'query pair': (n, c, v) => ({ query: `v=${v}&filter[0][name]=${one(n)}&filter[0][value]=${c}` }),
  'query JSON': (n, c, v) => ({ query: `v=${v}&where=${one(quoted({ [n]: c }))}` }),
  'query JSON twice': (n, c, v) => ({ query: `v=${v}&where=${one(one(quoted({ [n]: c })))}` }),
  header: (n, c, v) => ({
    headers: { 'x-note': v, [dashed(n)]: c },
    ...(/^authorization$/i.test(n) ? { query: '' } : {}),
  }),
  'header JSON': (n, c, v) => ({ headers: { 'x-note': v, 'x-meta': quoted({ [word(n)]: c }) } }),
  'header address': (_, c, v) => ({ headers: { 'x-note': v, referer: `https://a.example/?access_token=${c}` } }),
  cookie: (_, c, v) => ({ headers: { 'x-note': v, cookie: `a=b; sid=${c}` } }),
  'path behind a name': (_, c, v) => ({ path: `/take/password/${c}`, query: `v=${v}` }),
  'path parameter': (n, c, v) => ({ path: `/take;${one(word(n))}=${c}`, query: `v=${v}` }),
  'provider key': (_, c, v) => text(`${v} has ${'gh'}p_${c}${c}AbC1234567890`),
  'live key': (_, c, v) => ofJson({ v, note: `use ${'sk'}_live_${c}${c}` }),
  JWT: (_, c, v) =>
    ofJson({ v, note: `${base64('{"alg":"HS256"}')}.${base64(quoted({ sub: c })).replace(/=/g, '')}.sig${c}` }),
  'private key': (_, c, v) => text(`${v}\n-----BEGIN ${'PRIVATE'} KEY-----\n${c}\n-----END ${'PRIVATE'} KEY-----\n`),
  'card in a text': (_, c, v) => text(`${v} pays with ${c} today`),
  'card in groups': (_, c, v) => ofJson({ v, note: `pays with ${c.replace(/(\d{4})(?=\d)/g, '$1 ')}` }),
  'card as a number': (_, c, v) => ({ type: json, body: `{"v":"${v}","n":${c}}` }),
  'card in a query': (_, c, v) => ({ query: `v=${v}&n=${c}` }),
  'card in a path': (_, c, v) => ({ path: `/take/${c}/more`, query: `v=${v}` }),
  'card in a header': (_, c, v) => ({ headers: { 'x-note': v, 'x-ref': c.replace(/(\d{4})(?=\d)/g, '$1-') } }),
  'card in XML': (_, c, v) => ({ type: 'application/xml', body: `<r><v>${v}</v><n>${c}</n></r>` }),
}
