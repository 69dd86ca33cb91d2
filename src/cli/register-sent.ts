/** A sandbox as the control plane is sent it: judged as `sandbox add` judges its flags, registered, and served at once. It names no file: what is sent stands in it, or is fetched from its URL. */
import { Buffer } from 'node:buffer'
import type { Mapping } from '../config/kinds.ts'
import { readKeys, type SentSandbox, sentKeys } from '../config/sandbox-keys.ts'
import type { AddedSandbox } from '../control/host.ts'
import { parseJson } from '../http/json-text.ts'
import { type OpenedSource, openAddress, type openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { field, isObject, type JsonObject } from '../support/json.ts'
import { shownAddress } from '../support/shown-address.ts'
import type { Call } from './command.ts'
import { setModeOn } from './commands/mode-set.ts'
import type { ImportRequest } from './import-model.ts'
import { isAddress } from './locations.ts'
import { openPlace, unregisterSandbox } from './place.ts'
import { problemTexts } from './print/problem-text.ts'
import { asRecords } from './read-records.ts'
import { registerSandbox } from './register.ts'
import { attachKeyed, judgeOf, putFaults, putRules, under } from './sandbox-contents.ts'
import { faultsFrom, modeFrom, sinksFrom, wishFrom } from './sandbox-wish.ts'
import type { WebhookDocument } from './webhooks.ts'

/** `open` opens the description that is named by its address. Rejects with ToolError; no sandbox is there then. */
export async function registerSent(
  call: Call,
  body: Uint8Array,
  open: typeof openSource = openAddress,
): Promise<AddedSandbox> {
  const sent = parseSent(body)
  const { name } = sent
  const place = await openPlace(call)
  const contents = {
    rules: sent.rules === undefined || sent.rules.length === 0 ? [] : [{ rules: sent.rules }],
    faults: await under('faults', () => faultsFrom(sent)),
    mode: await under('mode', () => modeFrom(sent)),
  }
  const sinks = sinksFrom(sent)
  const documents = sidecarOf(sent)
  const records = sent.seed_data === undefined ? {} : asRecords(sent.seed_data, 'seed_data')
  const { head } = await registerSandbox(place, {
    name,
    wish: wishFrom(sent),
    request: requestOf(sent, call, open),
    attach: (api, before) =>
      sinks.length + documents.length === 0 ? undefined : attachKeyed({ sinks, documents }, api, before),
    judge: await judgeOf(place, contents),
    ...(Object.keys(records).length > 0 && { records }),
  })
  try {
    await putRules(place, name, contents.rules)
    if (contents.mode !== undefined) await setModeOn(place, name, contents.mode)
    await putFaults(place, name, contents.faults)
  } catch (error) {
    await unregisterSandbox(place, name)
    throw error
  }
  return { name, problems: problemTexts(head.report.problems, MOST_PROBLEMS) }
}

/** What of a document was left out or mended: so many are told. */
const MOST_PROBLEMS = 20

type Sent = SentSandbox & { readonly name: string }

function parseSent(body: Uint8Array): Sent {
  const fail = (problem: string): never => {
    throw new ToolError('bad-input', problem)
  }
  const value = valueIn(body, fail)
  if (!isObject(value)) return fail('The request body must be a JSON object')
  const sent = readKeys<SentSandbox>(value as Mapping, sentKeys, 'A sandbox has no', fail)
  const { name, spec, url } = sent
  if (name === undefined) return fail('name is required: the path segment that the sandbox is served at')
  if (spec === undefined && url === undefined)
    fail('spec or url is required: the description itself, or where it is fetched from')
  if (spec !== undefined && url !== undefined) fail('Either spec or url, not both')
  if (url !== undefined && !(isAddress(url) && URL.canParse(url))) fail('url must be an http or https address')
  return { ...sent, name }
}

function valueIn(body: Uint8Array, fail: (problem: string) => never): unknown {
  if (body.length === 0) fail('The request has no body; a JSON object is wanted')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return fail('The request body is not JSON: it is not UTF-8')
  }
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : fail(`The request body is not JSON: ${parsed.error}`)
}

/** Documents that declare events are imported from where they are: what is sent here is a sidecar. */
function sidecarOf({ webhooks }: SentSandbox): readonly WebhookDocument[] {
  if (webhooks === undefined) return []
  if (field(webhooks, 'asyncapi') !== undefined)
    throw new ToolError('bad-input', 'webhooks: an AsyncAPI document is taken by "tool sandbox add --webhooks" only')
  return [{ file: 'webhooks', value: webhooks as JsonObject, declaresEvents: false }]
}

function requestOf({ spec, url }: Sent, { terminal: { cwd, stdin } }: Call, open: typeof openSource): ImportRequest {
  if (spec === undefined) return { spec: new URL(url ?? '').href, open, cwd, stdin: stdin() }
  const text = typeof spec === 'string' ? spec : jsonText(spec)
  return {
    spec: '-',
    opened: { ...alone(Buffer.from(text)), called: 'the description that was sent' },
    cwd,
    stdin: stdin(),
  }
}

/** A stranger's text must not make the server read its own files, nor ask others. */
function alone(bytes: Uint8Array): OpenedSource {
  return {
    document: { location: '-', bytes },
    readDocument: (location) =>
      Promise.reject(
        new ToolError(
          'bad-input',
          `Cannot follow the reference to ${shownAddress(location).slice(0, 300)}: a document that is sent may refer only to itself`,
        ),
      ),
  }
}
