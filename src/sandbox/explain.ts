import type { HttpRequest } from '../http/message.ts'
import type { Outcome } from './outcome.ts'
import type { Sandbox } from './sandbox.ts'
import type { Step } from './trace.ts'

export interface Explanation {
  readonly outcome: Outcome
  readonly steps: readonly { readonly step: Step; readonly decision: string }[]
}

/** Answers on a fork of the sandbox and tells every decision taken on the way. No real state is touched. */
export function explain(request: HttpRequest, sandbox: Sandbox): Explanation {
  throw new Error(`not built yet ${request.path} ${sandbox.settings.name}`)
}
