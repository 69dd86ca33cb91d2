import type { HttpRequest } from '../http/message.ts'
import type { Instant } from '../support/clock.ts'
import type { Journal } from './journal/journal.ts'
import type { Outcome } from './outcome.ts'
import type { Sandbox } from './sandbox.ts'

/** A sandbox that is being served: it also remembers what it was asked. */
export interface LiveSandbox extends Sandbox {
  readonly journal: Journal
}

/** Answers a request and journals it. `request.path` is relative to the sandbox and starts with '/'. `arrived` and `elapsed` are wall time. */
export function serve(request: HttpRequest, live: LiveSandbox, arrived: Instant): Outcome {
  throw new Error(`not built yet ${request.path} ${live.settings.name} ${arrived}`)
}
