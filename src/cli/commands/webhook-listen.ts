import { parseJson } from '../../http/json-text.ts'
import type { Envelope } from '../../sandbox/webhooks/envelope.ts'
import { findPreset, presets } from '../../sandbox/webhooks/presets/index.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import type { Call, Command, ExitCode } from '../command.ts'
import { controlPath, getServer, openPlace, type Place, registeredName, servedName } from '../place.ts'
import { asksToStop, type Terminal } from '../terminal.ts'

const PORT = 4800
/** The sink goes by itself where nobody can take it away. */
const LEASE_MS = 20_000
const presetNames = presets.map(({ name }) => name)

export const webhookListen: Command = {
  name: 'webhook listen',
  summary: 'Receive webhooks, print and verify them',
  details:
    'With the name of a sandbox, it receives the events of that sandbox and verifies them with its envelope and key. Without one, it verifies with --preset and --secret, or only prints if there is no secret. --status and --delay simulate a failing or slow receiver. Bodies over 8 MiB are dropped and reported. Ctrl-C stops it.',
  arguments: [
    {
      name: 'sandbox',
      summary: 'name of a sandbox or fork on the running server',
      values: 'sandboxes',
      optional: true,
    },
  ],
  flags: [
    { name: 'port', value: '<n>', summary: `port to listen on; 0 uses a free one (default: ${PORT})` },
    { name: 'preset', value: '<name>', choices: presetNames, summary: 'how events are signed' },
    { name: 'secret', value: '<key>', summary: 'the key to verify them with' },
    { name: 'status', value: '<code>', summary: 'answer with this status (default: 200)' },
    { name: 'delay', value: '<time>', summary: 'answer after this time: 300ms, 3s (default: at once)' },
    { name: 'json', summary: 'print one JSON object per line' },
  ],
  examples: [
    'tool webhook listen pay',
    'tool webhook listen pay --status 500',
    'tool webhook listen --preset standard-webhooks --secret "$WEBHOOK_SECRET" --delay 3s',
  ],
  async run(call): Promise<ExitCode> {
    const { args, terminal } = call
    const wish = readWish(call)
    const place = args[0] === undefined ? undefined : await openPlace(call)
    const own = place === undefined ? undefined : await ownOf(call, place, args[0] ?? '')
    const envelope = wish.envelope ?? own?.envelope ?? findPreset('hmac-body-signature')?.envelope
    const key = wish.secret ?? own?.key
    await refuseKey(envelope, wish.secret)
    const { startReceiver } = await import('../../server/webhook-receiver.ts')
    const { verify } = await import('../../sandbox/webhooks/verify.ts')
    const stopping = asksToStop(terminal)
    const drops = new Drops(terminal)
    const receiver = await startReceiver({
      ...wish,
      received(webhook) {
        const verdict =
          key === undefined || envelope === undefined ? undefined : verify(envelope, webhook, key, Date.now())
        const verified =
          verdict === undefined ? 'not verified: no --secret' : verdict.ok ? 'verified' : `refused: ${verdict.reason}`
        const { method, path, body } = webhook
        if (call.flags.has('json'))
          terminal.out(
            jsonText({ method, path, status: wish.status, verified: verdict?.ok ?? null, body: valueIn(body) }),
          )
        else
          terminal.out(
            `${method} ${printable(path.slice(0, LONGEST_LINE))} → ${wish.status}, ${verified}\n${shown(body)}`,
          )
      },
      dropped: (why) => drops.add(why),
    })
    let renewing: NodeJS.Timeout | undefined
    try {
      await own?.add(receiver.url)
      renewing = setInterval(() => void own?.add(receiver.url).catch(() => {}), LEASE_MS / 4)
      terminal.err(
        `listening on ${receiver.url}${own === undefined ? '' : ` for the events of "${own.name}"`} (Ctrl-C ends it)`,
      )
      await stopping
    } finally {
      clearInterval(renewing)
      await own?.remove(receiver.url).catch(() => {})
      await receiver.stop()
      drops.end()
    }
    return 0
  },
}

interface Wish {
  readonly port: number
  readonly status: number
  readonly delayMs: number
  readonly envelope: Envelope | undefined
  readonly secret: string | undefined
}

function readWish({ flags }: Call): Wish {
  const status = flags.count('status', 200, [200, 599])
  const port = flags.count('port', PORT, [0, 65_535])
  const envelope = findPreset(flags.text('preset'))?.envelope
  return { port, status, delayMs: delayIn(flags.text('delay')), envelope, secret: flags.text('secret') }
}

/** What can verify nothing is refused before anything is received; the message does not tell it. */
async function refuseKey(envelope: Envelope | undefined, secret: string | undefined): Promise<void> {
  const { verifyingKeyObjection } = await import('../../sandbox/webhooks/keys.ts')
  if (secret === undefined || envelope?.signature === undefined) return
  const objection = verifyingKeyObjection(envelope.signature, secret)
  if (objection !== undefined) throw new ToolError('usage', `What --secret says ${objection}`)
}

function delayIn(text: string | undefined): number {
  if (text === undefined) return 0
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? []
  if (number === undefined) throw new ToolError('usage', `--delay must be a time such as 300ms or 3s, not "${text}"`)
  return Number(number) * (unit === 's' ? 1000 : 1)
}

interface Own {
  readonly name: string
  readonly envelope: Envelope
  readonly key: string | undefined
  add(url: string): Promise<unknown>
  remove(url: string): Promise<unknown>
}

/** How a sandbox signs, and the sink that it gets while somebody listens. */
async function ownOf({ terminal, flags }: Call, place: Place, wanted: string): Promise<Own> {
  const name = servedName(place, wanted)
  const { readWebhookFile } = await import('../../stores/webhook-files.ts')
  const { webhookSettings } = await import('../../sandbox/webhooks/attachment.ts')
  const { keyOf } = await import('../../server/webhooks.ts')
  const server = getServer(place, 'events are sent')
  const hasSecret = flags.has('secret')
  const registered = registeredName(name)
  const { seed } = place.sandboxes.get(registered).settings
  const settings = webhookSettings(readWebhookFile(place.data.webhooksFile(registered)))
  const sinks = controlPath(name, '/webhooks/sinks')
  return {
    name,
    envelope: settings.envelope,
    key: hasSecret ? undefined : keyOf(registered, seed, settings, terminal.env),
    add: (url) => server.post(sinks, { url, lease_ms: LEASE_MS }),
    remove: (url) => server.remove(`${sinks}?${new URLSearchParams({ url })}`),
  }
}

/** The value of a JSON text as deep as any is read; any other text as it is. */
function valueIn(body: string): unknown {
  const read = parseJson(body)
  return read.ok ? read.value : body
}

/** Characters that are shown of a path, and of a body. */
const LONGEST_LINE = 2_000
const LONGEST_SHOWN = 64 * 1024

function shown(body: string): string {
  const value = body.length > LONGEST_SHOWN ? body.slice(0, LONGEST_SHOWN) : valueIn(body)
  const text = typeof value === 'string' ? printable(value) : jsonText(value, 2)
  const isCut = body.length > LONGEST_SHOWN || text.length > LONGEST_SHOWN
  return isCut ? `${text.slice(0, LONGEST_SHOWN)}… (${body.length} characters)` : text
}

/** What was dropped is told at once, and what follows close behind it together. */
class Drops {
  readonly #terminal: Terminal
  #last = Number.NEGATIVE_INFINITY
  #untold = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  add(why: string): void {
    const now = performance.now()
    if (now - this.#last < DROPS_APART_MS) {
      this.#untold += 1
      return
    }
    this.#last = now
    this.end()
    this.#terminal.err(`dropped a request: ${printable(why)}`)
  }

  end(): void {
    if (this.#untold > 0) this.#terminal.err(`dropped ${this.#untold} more`)
    this.#untold = 0
  }
}

const DROPS_APART_MS = 1_000
