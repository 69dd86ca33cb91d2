/** Receivers of alerts as a user writes them in `tool.yaml`. */
import { isObject } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import type { Receiver, ReceiverKind } from './alert.ts'
import { formatOf, receiverKinds } from './index.ts'

export const receiverKeys = ['kind', 'url', 'url_env', 'secret_env', 'only'] as const
const MOST = 20

/** A text is a kind that needs nothing else. `fail` throws what it is told. */
export function readReceivers(raw: readonly unknown[], fail: (problem: string) => never): readonly Receiver[] {
  if (raw.length > MOST) fail(`alerts: at most ${MOST} receivers`)
  return raw.map((one, i) => readReceiver(one, (problem) => fail(`alerts: entry ${i + 1}: ${problem}`)))
}

function readReceiver(raw: unknown, fail: (problem: string) => never): Receiver {
  const value = typeof raw === 'string' ? { kind: raw } : raw
  if (!isObject(value)) return fail('it must be a mapping such as {kind: slack, url_env: SLACK_WEBHOOK_URL}')
  const stranger = Object.keys(value).find((key) => !(receiverKeys as readonly string[]).includes(key))
  if (stranger !== undefined)
    fail(`unknown key "${stranger.slice(0, 80)}" (${hintAmong(stranger, receiverKeys, 'it has')})`)
  const kind = receiverKinds.find((known) => known === value['kind'])
  if (kind === undefined) return fail(`kind must be ${receiverKinds.join(', ')}`)
  const text = (key: string): string | undefined => {
    const said = value[key]
    if (said === undefined || said === null) return undefined
    return typeof said === 'string' && said !== '' ? said : fail(`${key} must be a text`)
  }
  const [url, urlEnv, secretEnv] = [text('url'), text('url_env'), text('secret_env')]
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url))) fail('url must be an http or https URL')
  refuseMissing(kind, { url: url ?? urlEnv, secret: secretEnv }, fail)
  const only = value['only'] ?? []
  const isList = Array.isArray(only) && only.every((one) => typeof one === 'string')
  return {
    kind,
    ...(url !== undefined && { url }),
    ...(urlEnv !== undefined && { urlEnv }),
    ...(secretEnv !== undefined && { secretEnv }),
    only: isList ? (only as readonly string[]) : fail('only must be a list of kinds'),
  }
}

interface Given {
  readonly url: string | undefined
  readonly secret: string | undefined
}

function refuseMissing(kind: ReceiverKind, { url, secret }: Given, fail: (problem: string) => never): void {
  const { needs } = formatOf(kind)
  if (needs.url && url === undefined) fail(`${kind} needs url, or url_env with the name of the variable that holds it`)
  if (needs.secret && secret === undefined)
    fail(`${kind} needs secret_env, the name of the variable that holds its key`)
}
