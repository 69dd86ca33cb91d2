/** The mode of a sandbox: shown, set, cleared, and what was sent since judged by it. */
import { json } from '../http/message.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import {
  clearMode,
  findScenario,
  isArchetype,
  type ModeWish,
  readModeWish,
  setAfter,
  setMode,
  storedMode,
} from '../sandbox/scenarios/mode.ts'
import { NO_PACKS, type Packs } from '../sandbox/scenarios/scenario.ts'
import { judge } from '../sandbox/scenarios/verdict.ts'
import { ToolError } from '../support/errors.ts'
import { bodyObject, type ControlAnswer, type ControlCall, type Endpoint } from './endpoint.ts'
import { changed } from './faults.ts'
import { scopeOf, scopeParameter } from './requests.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const mode = { $ref: '#/components/schemas/Mode' }

export const showMode: Endpoint = {
  id: 'showMode',
  summary: 'The mode that is set, or null',
  answer: { status: 200, schema: object({ mode: { oneOf: [mode, { type: 'null' }] } }) },
  run: ({ host, name }) => json(200, { mode: storedMode(host.live(name)) ?? null }),
}

export const setModeOf: Endpoint = {
  id: 'setMode',
  summary: 'Sets a scenario as the mode: arms its faults in place of those of the mode before',
  body: {
    type: 'object',
    properties: {
      name: string,
      seed: { type: 'string', default: '' },
      bind: { type: 'object', additionalProperties: string, default: {} },
    },
    required: ['name'],
  },
  answer: { status: 201, schema: object({ mode }) },
  run(call) {
    const wish = readModeWish(bodyObject(call))
    return isArchetype(wish.name)
      ? set(call, wish, NO_PACKS)
      : call.host.packs().then((packs) => set(call, wish, packs))
  },
}

function set(call: ControlCall, wish: ModeWish, packs: Packs): ControlAnswer {
  const scenario = findScenario(wish.name, packs)
  return json(201, {
    mode: changed(call, (live) => setMode(live, scenario, wish, { now: live.wall.now(), mark: live.journal.mark })),
  })
}

export const clearModeOf: Endpoint = {
  id: 'clearMode',
  summary: 'Clears every fault and removes the mode',
  answer: { status: 200, schema: object({ cleared: integer }) },
  run: (call) => json(200, { cleared: changed(call, clearMode) }),
}

export const verifyMode: Endpoint = {
  id: 'verifyMode',
  summary: 'Judges what was sent since the mode was set by what the scenario expects of a client',
  query: [scopeParameter],
  answer: {
    status: 200,
    schema: object({
      verdict: { enum: ['kept', 'broken', 'cannot-say'] },
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
    const evidence = { journal, after: setAfter(set, journal.mark), scope: scopeOf(call), faults: set.faults }
    return json(200, { ...judge(set.verify, set.bind, evidence, runtimeOf(live.api)), mode: set })
  },
}
