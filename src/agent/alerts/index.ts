/** Every kind of receiver. A new one is its file and a line here. */
import type { AlertFormat, ReceiverKind } from './alert.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { stdout } from './stdout.ts'
import { webhook } from './webhook.ts'

const formats: readonly AlertFormat[] = [stdout, slack, webhook, pagerduty]

export const receiverKinds: readonly ReceiverKind[] = formats.map(({ kind }) => kind)

export function formatOf(kind: ReceiverKind): AlertFormat {
  const found = formats.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`no receiver of kind ${kind}`)
  return found
}
