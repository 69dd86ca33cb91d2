import type { HttpRequest } from '../http/message.ts'
import { answer } from './answer.ts'
import type { Outcome } from './outcome.ts'
import type { Sandbox } from './sandbox.ts'
import type { Step, Trace } from './trace.ts'

export interface Explanation {
  readonly outcome: Outcome
  readonly steps: readonly Decided[]
}

export interface Decided {
  readonly step: Step
  readonly decision: string
}

/** Answers on a fork of the sandbox and tells every decision taken on the way. No real state is touched. */
export function explain(request: HttpRequest, sandbox: Sandbox): Explanation {
  const steps: Decided[] = []
  const trace: Trace = {
    on: true,
    note: (step, decision) => {
      steps.push({ step, decision })
    },
  }
  const outcome = answer(request, { ...sandbox, store: sandbox.store.fork() }, trace)
  return { outcome, steps: [sentCredential(request), NO_FAULT, ...steps] }
}

const NO_FAULT: Decided = { step: 'faults', decision: 'none armed' }

function sentCredential(request: HttpRequest): Decided {
  const sent = request.fields.get('authorization') !== undefined
  return { step: 'auth', decision: sent ? 'credential sent in the authorization header' : 'no credential sent' }
}
