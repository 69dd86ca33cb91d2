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
  const faults = steps.filter(({ step }) => step === 'faults')
  const others = steps.filter(({ step }) => step !== 'faults')
  return { outcome, steps: [sentCredential(request), ...(faults.length === 0 ? [NO_FAULT] : faults), ...others] }
}

/** Where no operation matched, none can be armed. */
const NO_FAULT: Decided = { step: 'faults', decision: 'none fired' }

function sentCredential(request: HttpRequest): Decided {
  const sent = request.fields.get('authorization') !== undefined
  return { step: 'auth', decision: sent ? 'credential sent in the authorization header' : 'no credential sent' }
}
