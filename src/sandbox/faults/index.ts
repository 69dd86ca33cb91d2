/** The fault kinds. A new one is its file and a line here. */
import type { FaultKind } from './fault.ts'
import { connectionReset } from './kinds/connection-reset.ts'
import { delayWebhook } from './kinds/delay-webhook.ts'
import { dropWebhook } from './kinds/drop-webhook.ts'
import { duplicateWebhook } from './kinds/duplicate-webhook.ts'
import { emptyResponse } from './kinds/empty-response.ts'
import { error } from './kinds/error.ts'
import { hang } from './kinds/hang.ts'
import { latency } from './kinds/latency.ts'
import { malformedResponse } from './kinds/malformed-response.ts'
import { rateLimit } from './kinds/rate-limit.ts'
import { reorderWebhook } from './kinds/reorder-webhook.ts'
import { slowBody } from './kinds/slow-body.ts'
import { slowClose } from './kinds/slow-close.ts'
import { truncatedJson } from './kinds/truncated-json.ts'
import { wrongContentLength } from './kinds/wrong-content-length.ts'

export const faultKinds: readonly FaultKind[] = [
  error,
  latency,
  hang,
  slowBody,
  slowClose,
  rateLimit,
  connectionReset,
  emptyResponse,
  malformedResponse,
  wrongContentLength,
  truncatedJson,
  duplicateWebhook,
  dropWebhook,
  reorderWebhook,
  delayWebhook,
]

const byName: ReadonlyMap<string, FaultKind> = new Map(faultKinds.map((kind) => [kind.kind, kind]))

export function faultKind(name: string): FaultKind | undefined {
  return byName.get(name)
}
