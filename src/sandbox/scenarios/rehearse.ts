/**
 * Plays a scenario through on a fork of a sandbox, in virtual time: a client
 * with good manners makes the calls of its steps, and is judged by the scenario's
 * own expectations. A scenario that such a client cannot pass is broken.
 */
import type { OperationHead } from '../../api/description.ts'
import { fieldsOf, type HttpRequest, type HttpResponse, responseField } from '../../http/message.ts'
import { waitIn } from '../../http/retry-after.ts'
import { delayOf, wallclockDelayOf } from '../../http/wire.ts'
import { diceFor } from '../../support/dice.ts'
import { clearFaults } from '../faults/book.ts'
import { idempotencyFields } from '../idempotency.ts'
import { makeJournal } from '../journal/journal.ts'
import { type Runtime, runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { START } from '../state/sandbox-clock.ts'
import { type Binding, boundTo } from './bind.ts'
import { endOf, isGood } from './calls.ts'
import { armHead, bindOn, boundExpectations, type ModeWish } from './mode.ts'
import { SampleRequests } from './sample-requests.ts'
import type { Ending, Scenario, Step } from './scenario.ts'
import { type Finding, judge, type Verdict } from './verdict.ts'

export interface Rehearsal {
  readonly scenario: string
  readonly bind: Binding
  readonly steps: readonly PlayedStep[]
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
  /** Virtual time that passed, in milliseconds. */
  readonly elapsed_ms: number
  /** As much of it as faults in wall-clock time take: whoever plays it waits so long. */
  readonly wallclock_ms: number
}

export interface PlayedStep {
  readonly call: string
  /** `POST /charges`; '' where the role is not bound. */
  readonly operation: string
  readonly attempts: readonly PlayedAttempt[]
  readonly ends: Ending
  readonly wanted: Ending
  /** `cannot-say` when the sandbox itself refused the call, no fault having struck. */
  readonly verdict: Verdict | 'skipped'
}

export interface PlayedAttempt {
  /** Virtual milliseconds since the beginning. */
  readonly at_ms: number
  /** 0 where no answer came. */
  readonly status: number
  readonly faults: readonly string[]
  /** How long the client waits before it tries again; absent on the last attempt. */
  readonly wait_ms?: number
}

/** How a client behaves when a call fails. */
export interface Manners {
  readonly attempts: number
  /** Milliseconds before the next attempt; `told` is what Retry-After says. */
  wait(attempt: number, told: number | undefined): number
  /** The idempotency key of this attempt; undefined sends none. */
  key(call: string, attempt: number): string | undefined
  /** True when an answer like this is worth another attempt. */
  retries(end: Ending, method: string, key: string | undefined): boolean
}

const LEAST_WAIT_MS = 200

/** Four attempts, doubling waits with jitter, Retry-After above all, one key for each call. */
export const goodManners: Manners = {
  attempts: 4,
  wait: (attempt, told) => told ?? LEAST_WAIT_MS * 2 ** attempt * (1 + diceFor('manners').draw(String(attempt)) / 4),
  key: (call) => call,
  retries: (end, method, key) => end === 'failed' && (key !== undefined || !isUnsafe(method)),
}

/** Binds the scenario and plays it. Throws ToolError when it does not fit the sandbox. */
export function rehearse(
  scenario: Scenario,
  sandbox: Sandbox,
  wish: Omit<ModeWish, 'name'>,
  manners: Manners = goodManners,
): Rehearsal {
  const bind = bindOn(scenario, sandbox, wish)
  const stage = new Stage(sandbox, manners)
  const faults = armHead(stage.live, scenario, wish.seed, bind)
  const steps = scenario.steps.map((step, number) => stage.play(step, bind, number))
  const { live, runtime } = stage
  const judged = judge(boundExpectations(scenario, bind), bind, { journal: live.journal, after: 0, faults }, runtime)
  return {
    scenario: scenario.name,
    bind,
    steps,
    findings: judged.findings,
    verdict: overall(steps, judged.verdict),
    elapsed_ms: live.wall.now() - START,
    wallclock_ms: stage.wallclock,
  }
}

/** Where a call could not be made, what followed from it says nothing. */
function overall(steps: readonly PlayedStep[], judged: Verdict): Verdict {
  if (steps.some(({ verdict }) => verdict === 'cannot-say')) return 'cannot-say'
  return steps.some(({ verdict }) => verdict === 'broken') ? 'broken' : judged
}

function isUnsafe(method: string): boolean {
  return method === 'POST' || method === 'PATCH'
}

class Stage {
  readonly live: LiveSandbox
  readonly runtime: Runtime
  private readonly manners: Manners
  private readonly samples: SampleRequests
  private now = START
  /** Milliseconds of the faults that take wall-clock time. */
  wallclock = 0

  /** Neither rules nor what is armed by hand take part: the scenario is played, and nothing else. */
  constructor({ settings, api, store }: Sandbox, manners: Manners) {
    this.live = { settings, api, store: store.fork(), wall: { now: () => this.now }, journal: makeJournal() }
    clearFaults(this.live.store)
    this.runtime = runtimeOf(api)
    this.manners = manners
    this.samples = new SampleRequests(api, settings.credential)
  }

  play({ call, ends: wanted }: Step, bind: Binding, number: number): PlayedStep {
    const id = boundTo(bind, call)
    const head = this.runtime.api.head.operations.find((one) => one.id === id)
    if (head === undefined) return { call, operation: '', attempts: [], ends: 'any', wanted, verdict: 'skipped' }
    this.prepare(head)
    const { attempts, ends } = this.call(head, number)
    const operation = `${head.method} ${head.path}`
    return { call, operation, attempts, ends, wanted, verdict: verdictOf(wanted, ends, attempts) }
  }

  /** Makes the records that the operation has to name, as far as the description lets anyone make them; nobody judges that, and no fault strikes it. */
  private prepare(head: OperationHead, depth = 0): void {
    if (depth > 4) return
    for (const type of this.samples.missing(head)) {
      const sisters = this.runtime.operationsOn(type)
      const maker =
        sisters.find(({ plan }) => plan.kind === 'create') ?? sisters.find(({ plan }) => plan.kind === 'list')
      if (maker === undefined || maker.id === head.id) continue
      this.prepare(maker, depth + 1)
      const calm = { ...this.live, journal: makeJournal(), store: this.live.store }
      const { response } = serve(this.samples.make(maker, -1 - depth).request, calm, this.now)
      this.samples.learn(maker, response)
    }
  }

  private call(head: OperationHead, number: number): { attempts: readonly PlayedAttempt[]; ends: Ending } {
    const { request } = this.samples.make(head, number)
    const played: PlayedAttempt[] = []
    for (let attempt = 0; ; attempt++) {
      const key = isUnsafe(head.method) ? this.manners.key(`rehearsal-${number}`, attempt) : undefined
      const at = this.now
      const { response, faults } = serve(this.withKey(request, head, key), this.live, at)
      this.now += delayOf(response)
      this.wallclock += wallclockDelayOf(response)
      const ends = endingOf(response, faults)
      if (ends === 'success') this.samples.learn(head, response)
      const isLast = attempt + 1 >= this.manners.attempts || !this.manners.retries(ends, head.method, key)
      const told = waitIn(responseField(response, 'retry-after'), at)
      const wait = isLast ? undefined : Math.round(this.manners.wait(attempt, told))
      const status = response.status
      played.push({ at_ms: at - START, status, faults, ...(wait === undefined ? {} : { wait_ms: wait }) })
      if (wait === undefined) return { attempts: played, ends }
      this.now += wait
    }
  }

  private withKey(request: HttpRequest, head: OperationHead, key: string | undefined): HttpRequest {
    const { names } = idempotencyFields(this.runtime.operation(head.id).operation)
    const others = request.fields.entries().filter(([name]) => !names.includes(name.toLowerCase()))
    const own = key === undefined || names[0] === undefined ? [] : [[names[0], key] as const]
    return { ...request, fields: fieldsOf([...others, ...own]) }
  }
}

function verdictOf(wanted: Ending, ends: Ending, attempts: readonly PlayedAttempt[]): Verdict {
  if (wanted === 'any' || wanted === ends) return 'kept'
  return ends === 'refused' && attempts.at(-1)?.faults.length === 0 ? 'cannot-say' : 'broken'
}

function endingOf({ status }: HttpResponse, faults: readonly string[]): Ending {
  const end = endOf({ status, faults })
  if (end === 'refused') return 'refused'
  return isGood({ end }) ? 'success' : 'failed'
}
