/** The mode of a sandbox: shown, set, cleared, and what was sent since judged by it. */
import { json } from '../http/message.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import {
  clearMode,
  findScenario,
  isArchetype,
  type Mode,
  type ModeWish,
  readModeWish,
  setAfter,
  setMode,
  storedMode,
} from '../sandbox/scenarios/mode.ts'
import { rehearse } from '../sandbox/scenarios/rehearse.ts'
import { NO_PACKS, type Packs, type Scenario } from '../sandbox/scenarios/scenario.ts'
import { judge } from '../sandbox/scenarios/verdict.ts'
import { ToolError } from '../support/errors.ts'
import type { JsonObject } from '../support/json.ts'
import { bodyObject, type ControlAnswer, type ControlCall, type Endpoint } from './endpoint.ts'
import { changed } from './faults.ts'
import { scopeOf, scopeParameter } from './requests.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const mode = { $ref: '#/components/schemas/Mode' }
const verdict = { enum: ['kept', 'broken', 'cannot-say'] }
const wishBody: JsonObject = {
  type: 'object',
  properties: {
    name: string,
    seed: { type: 'string', default: '' },
    bind: { type: 'object', additionalProperties: string, default: {} },
  },
  required: ['name'],
}

export const showMode: Endpoint = {
  id: 'showMode',
  summary: 'The mode that is set, or null',
  answer: { status: 200, schema: object({ mode: { oneOf: [mode, { type: 'null' }] } }) },
  run: ({ host, name }) => json(200, { mode: storedMode(host.live(name)) ?? null }),
}

export const setModeOf: Endpoint = {
  id: 'setMode',
  summary: 'Sets a scenario as the mode: its faults replace those of the previous mode',
  body: wishBody,
  answer: { status: 201, schema: object({ mode }) },
  run: (call) => withScenario(call, (scenario, wish) => json(201, { mode: setOn(call, scenario, wish) })),
}

/** Reads packs only for what is no archetype. */
function withScenario(
  call: ControlCall,
  use: (scenario: Scenario, wish: ModeWish) => ControlAnswer,
): ControlAnswer | Promise<ControlAnswer> {
  const wish = readModeWish(bodyObject(call))
  const found = (packs: Packs): ControlAnswer => use(findScenario(wish.name, packs), wish)
  return isArchetype(wish.name) ? found(NO_PACKS) : call.host.packs().then(found)
}

function setOn(call: ControlCall, scenario: Scenario, wish: ModeWish): Mode {
  return changed(call, (live) => {
    const { wall, journal } = live
    return setMode(live, scenario, wish, { now: wall.now(), mark: journal.mark })
  })
}

export const checkMode: Endpoint = {
  id: 'checkMode',
  summary:
    'Plays a scenario on a copy of the sandbox in virtual time; nothing is stored, and only faults with wallclock take time',
  body: wishBody,
  answer: {
    status: 200,
    schema: object({
      scenario: string,
      bind: { type: 'object', additionalProperties: string },
      steps: arrayOf({ type: 'object' }),
      findings: arrayOf({ $ref: '#/components/schemas/Finding' }),
      verdict,
      elapsed_ms: integer,
      wallclock_ms: integer,
    }),
  },
  run: (call) =>
    withScenario(call, (scenario, wish) => {
      const played = rehearse(scenario, call.host.live(call.name), wish)
      const ms = played.wallclock_ms
      return ms === 0 ? json(200, played) : { ...json(200, played), wire: [{ effect: 'wait', ms }] }
    }),
}

export const clearModeOf: Endpoint = {
  id: 'clearMode',
  summary: 'Clears every fault and removes the mode',
  answer: { status: 200, schema: object({ cleared: integer }) },
  run: (call) => json(200, { cleared: changed(call, clearMode) }),
}

export const verifyMode: Endpoint = {
  id: 'verifyMode',
  summary: 'Judges the requests since the mode was set by what the scenario expects of a client',
  query: [scopeParameter],
  answer: {
    status: 200,
    schema: object({
      verdict,
      findings: arrayOf({ $ref: '#/components/schemas/Finding' }),
      judged: integer,
      mode,
    }),
  },
  run(call) {
    const { host, name } = call
    const live = host.live(name)
    const set = storedMode(live)
    if (set === undefined)
      throw new ToolError('not-found', `No mode is set on "${name}": set one with "tool mode set ${name} <scenario>"`)
    const { journal } = live
    const deliveries = [...(live.outbox?.book.list() ?? [])].filter(({ at }) => at >= (set.set_at_ms ?? 0))
    const after = setAfter(set, journal.mark)
    const evidence = { journal, after, scope: scopeOf(call), faults: set.faults, deliveries }
    return json(200, { ...judge(set.verify, set.bind, evidence, runtimeOf(live.api)), mode: set })
  },
}
