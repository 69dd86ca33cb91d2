import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
/** Records that are made by a request of `sent`, and shown as the example shows one. */
const shown = (sent: string, example: string, properties: string) => {
  const answer = `content: {application/json: {schema: {type: object, required: [id], properties: {id: ${text}, ${properties}}}, example: ${example}}}`
  return `
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}, responses: {'201': {description: ok, ${answer}}}}}
  /things/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, ${answer}}}}}
`
}

const database = shown(
  `name: ${text}, mail: ${text}`,
  `{id: db_1, name: backend, title: the backend, mail: backend@example.com, connection: {uri: 'postgres://u:p@backend-1.db.example.com:25060/d', host: backend-1.db.example.com}, urn: 'x:db:db_1'}`,
  `name: ${text}, title: ${text}, mail: ${text}, connection: {type: object, properties: {uri: ${text}, host: ${text}}}, urn: ${text}`,
)

it('makes the addresses of an example with the name of the record', async () => {
  const { ask } = await sandboxOf(database)
  const { id, ...made } = ask('POST /things', { body: { name: 'Orders DB', mail: 'backend@example.com' } }).body as {
    readonly id: string
  }
  expect(made).toMatchObject({
    connection: { uri: 'postgres://u:p@orders-db-1.db.example.com:25060/d', host: 'orders-db-1.db.example.com' },
    mail: 'backend@example.com',
    urn: `x:db:${id}`,
  })
})

const domain = shown(
  `domain: ${text}, subdomain: ${text}`,
  `{id: d1, domain: example.com, subdomain: mail, dns: {host: mail.example.com, text: 'v=spf1 include:mail.example.com -all', zone: "$ORIGIN example.com.\\n$TTL 1"}}`,
  `domain: ${text}, subdomain: ${text}, dns: {type: object, properties: {host: ${text}, text: ${text}, zone: ${text}}}`,
)

it('makes the hosts of an example with the domain of the record', async () => {
  const { ask } = await sandboxOf(domain)
  expect(ask('POST /things', { body: { domain: 'acme.io', subdomain: 'news' } }).body).toMatchObject({
    dns: { host: 'news.acme.io', zone: '$ORIGIN acme.io.\n$TTL 1' },
  })
  expect(ask('POST /things', { body: { domain: 'x', subdomain: 'mail' } }).body).toMatchObject({
    dns: { host: 'mail.example.com' },
  })
})

it('knows what examples of properties repeat, too', async () => {
  const volume = `{type: object, required: [Name, Mountpoint], properties: {Name: {type: string, example: tardis}, Mountpoint: {type: string, example: /var/lib/volumes/tardis}}}`
  const { ask } = await sandboxOf(`
paths:
  /volumes: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {Name: ${text}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: ${volume}}}}}}}
  /volumes/{name}: {get: {parameters: [{name: name, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: ${volume}}}}}}}
`)
  expect(ask('POST /volumes', { body: { Name: 'data' } }).body).toMatchObject({ Mountpoint: '/var/lib/volumes/data' })
})

it('puts no name where it means something else', async () => {
  const { ask } = await sandboxOf(
    shown(
      `name: ${text}`,
      `{id: ab12cd34ef, name: github, provider_url: 'https://api.github.com/v3', event: github.push, media: application/github+json, thumb: 'https://cdn.example.com/t/ab12cd34ef.png'}`,
      `name: ${text}, provider_url: ${text}, event: {type: string, enum: [github.push]}, media: ${text}, thumb: ${text}`,
    ),
  )
  const made = ask('POST /things', { body: { name: 'Main one' } }).body as { readonly id: string }
  expect(made).toMatchObject({
    provider_url: 'https://api.github.com/v3',
    event: 'github.push',
    media: 'application/github+json',
    thumb: `https://cdn.example.com/t/${made.id}.png`,
  })
})

it('names itself in paths where the example names another of its kind', async () => {
  const [own, other, short] = [
    'aa86eacfb3b3ed4cd362c1e88fc89a53',
    '5b7c7e2b992aa426584ce6c474527560',
    '5b7c7e2b992aa426',
  ]
  const example = `{id: ${own}, log: /var/things/${other}/${other}.log, image: /var/images/${other}, old: /var/things/${short}/log, only: /var/thing/${other}}`
  const { ask } = await sandboxOf(
    shown(`name: ${text}`, example, `log: ${text}, image: ${text}, old: ${text}, only: ${text}`),
  )
  const { id, ...made } = ask('POST /things', { body: { name: 'a' } }).body as { readonly id: string }
  expect(id).not.toBe(own)
  expect(made).toMatchObject({ log: `/var/things/${id}/${id}.log`, old: `/var/things/${short}/log` })
})

it('reads long texts of examples soon', async () => {
  const example = `{id: aa86eacfb3b3ed4cd362c1e88fc89a53, log: x/${'a'.repeat(100_000)}}`
  const short = example.replace('x/', '').replace(/a{100000}/, `/x/${'a-'.repeat(990)}`)
  for (const shows of [example, short]) {
    const { ask } = await sandboxOf(shown(`name: ${text}`, shows, `log: ${text}`))
    const before = performance.now()
    expect(ask('POST /things', { body: { name: 'a' } }).status).toBe(201)
    expect(performance.now() - before).toBeLessThan(4000)
  }
})

it('leaves hosts of URLs in sentences, which may be those of the documentation', async () => {
  const help = 'See https://www.example.com/docs and https://docs.www.example.com for help'
  const example = `{id: s1, name: www.example.com, help: '${help}', home: https://www.example.com/home, zone: 'www.example.com. IN A'}`
  const { ask } = await sandboxOf(
    shown(`name: ${text}`, example, `name: ${text}, help: ${text}, home: ${text}, zone: ${text}`),
  )
  const name = 'a.nip.io'
  expect(ask('POST /things', { body: { name } }).body).toMatchObject({
    help,
    home: `https://${name}/home`,
    zone: `${name}. IN A`,
  })
})
