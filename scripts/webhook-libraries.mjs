/**
 * Signs messages with every preset that has an official library, and has the library judge them with its own tolerance:
 * what was sealed is accepted; a changed body, another key and, where the library looks at it, an old time are refused.
 *
 *   node scripts/webhook-libraries.mjs DIRECTORY [--messages 50]
 *
 * DIRECTORY holds node_modules; a library that is not in it is named and left out. Installs nothing:
 *
 *   npm install standardwebhooks svix stripe @octokit/webhooks-methods twilio @sendgrid/eventwebhook
 *
 * Exits 1 when a library judges otherwise, or when there is none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './support/bundle.mjs'
import { readOptions, refuse } from './support/options.mjs'

const { values: options, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: { messages: { type: 'string', default: '50' } },
})

/** `accepts` answers or throws as the library does; `age`: it refuses old times. */
const libraries = [
  {
    name: 'standardwebhooks',
    preset: 'standard-webhooks',
    age: true,
    accepts: ({ Webhook }, { body, headers, key }) => new Webhook(key).verify(body, headers) !== null,
  },
  {
    name: 'svix',
    preset: 'standard-webhooks',
    age: true,
    accepts: ({ Webhook }, { body, headers, key }) => new Webhook(key).verify(body, headers) !== null,
  },
  {
    name: 'stripe',
    preset: 'stripe',
    age: true,
    accepts: (stripe, { body, headers, key }) => {
      const { webhooks } = new (stripe.Stripe ?? stripe.default)('sk_test_none')
      return webhooks.constructEvent(body, headers['stripe-signature'], key) !== null
    },
  },
  {
    name: '@octokit/webhooks-methods',
    preset: 'github',
    age: false,
    accepts: ({ verify }, { body, headers, key }) => verify(key, body, headers['x-hub-signature-256']),
  },
  {
    name: 'twilio',
    preset: 'twilio',
    age: false,
    accepts: (twilio, { url, body, headers, key }) => {
      const { validateRequest } = twilio.default
      return validateRequest(key, headers['x-twilio-signature'], url, Object.fromEntries(new URLSearchParams(body)))
    },
  },
  {
    name: 'twilio',
    preset: 'twilio-json',
    age: false,
    accepts: (twilio, { url, body, headers, key }) =>
      twilio.default.validateRequestWithBody(key, headers['x-twilio-signature'], url, body),
  },
  {
    name: '@sendgrid/eventwebhook',
    preset: 'sendgrid',
    age: false,
    accepts: ({ default: sendgrid }, { body, headers, publicKey }) => {
      const judge = new sendgrid.EventWebhook()
      const name = 'x-twilio-email-event-webhook'
      const key = judge.convertPublicKeyToECDSA(publicKey)
      return judge.verifySignature(key, body, headers[`${name}-signature`], headers[`${name}-timestamp`])
    },
  },
]

async function main() {
  const [directory] = positionals
  if (directory === undefined) refuse('Missing the directory that holds node_modules (see --help)')
  const kernel = await bundle('src/sandbox/webhooks', ['seal', 'wrap', 'keys', 'presets/index'])
  let judged = 0
  let wrong = 0
  for (const library of libraries) {
    const folder = join(resolve(directory), 'node_modules', library.name)
    const installed = existsSync(folder) ? await load(folder) : undefined
    if (installed === undefined) {
      console.log(`${library.name}: not installed`)
      continue
    }
    const { counts, misjudged } = await judge(kernel, library, installed.module)
    judged++
    wrong += misjudged.length
    console.log(`${library.name} ${installed.version} (${library.preset}): ${counts}`)
    for (const one of misjudged.slice(0, 5)) console.log(`  MISJUDGED ${one}`)
  }
  if (judged === 0) console.log(`None of the libraries is in ${directory}`)
  return judged > 0 && wrong === 0 ? 0 : 1
}

/** By the entry that a package exports first, whatever it exports it for; else by its main file. */
async function load(folder) {
  const { version, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const exported = pathIn(exports?.['.'] ?? exports)
  const entry = exported === undefined ? createRequire(import.meta.url).resolve(folder) : join(folder, exported)
  return { version, module: await import(pathToFileURL(entry).href) }
}

function pathIn(exported) {
  if (typeof exported === 'string') return exported
  const { node, import: esm, default: otherwise, require: commonjs } = exported ?? {}
  return [node, esm, otherwise, commonjs].map((one) => one && pathIn(one)).find((path) => path !== undefined)
}

async function judge(kernel, library, module) {
  const { envelope } = kernel.findPreset(library.preset)
  const counts = { accepted: 0, tampered: 0, 'wrong key': 0, ...(library.age && { stale: 0 }) }
  const misjudged = []
  const expectThat = async (what, wanted, request) => {
    const got = await said(library, module, request)
    if (got.accepted === wanted) counts[what]++
    else misjudged.push(`${what}: ${got.reason ?? 'accepted'} ${JSON.stringify(request.body).slice(0, 200)}`)
  }
  const total = Number(options.messages)
  for (let i = 0; i < total; i++) {
    const request = requestOf(kernel, envelope, i, Date.now())
    const other = requestOf(kernel, envelope, i, Date.now(), 'other')
    await expectThat('accepted', true, request)
    await expectThat('tampered', false, { ...request, body: request.body.replace('ch_', 'cx_') })
    await expectThat('wrong key', false, { ...request, key: other.key, publicKey: other.publicKey })
    if (library.age) await expectThat('stale', false, requestOf(kernel, envelope, i, Date.now() - 600_000))
  }
  const told = Object.entries(counts).map(([what, n]) => `${what} ${n} of ${total}`)
  return { counts: told.join(', '), misjudged }
}

const texts = ['plain', 'ü € 漢 😀', 'a&b=c+d%20', '"quoted" \\ and\nlines', "it's", '']

function requestOf({ seal, wrapped, derivedKey, publicKeyOf }, envelope, i, now, seed = 'seed') {
  const body = JSON.stringify({ id: `ch_${i}`, object: 'event', amount: i * 100, text: texts[i % texts.length] })
  const url = `http://localhost:3000/hooks/${i}${i % 2 === 0 ? '' : '?a=1&b=%C3%BC'}`
  const message = { event: 'charge.succeeded', id: `evt_${i}`, body, url, seq: i, at: 1735689600000 }
  const key = derivedKey(`${seed} ${i}`, envelope)
  const sealed = seal(envelope, { ...message, body: wrapped(envelope, message) }, key, now)
  const headers = Object.fromEntries(sealed.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { ...sealed, headers, key, publicKey: publicKeyOf(key, envelope.signature.algorithm) }
}

async function said({ accepts }, module, request) {
  try {
    const accepted = await accepts(module, request)
    return accepted ? { accepted } : { accepted, reason: 'refused' }
  } catch (error) {
    return { accepted: false, reason: error.message }
  }
}

process.exitCode = await main()
