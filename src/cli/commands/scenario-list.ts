import { runtimeOf } from '../../sandbox/runtime.ts'
import { bindScenario } from '../../sandbox/scenarios/bind.ts'
import { archetypes } from '../../sandbox/scenarios/index.ts'
import type { Scenario } from '../../sandbox/scenarios/scenario.ts'
import { unknowableOf } from '../../sandbox/scenarios/verdict.ts'
import { jsonText } from '../../support/exact-json.ts'
import { listAt } from '../../support/list-at.ts'
import { table } from '../../support/table.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { readPacks } from '../packs.ts'
import { getSandbox, openApi, openPlace, type Place, registeredName, servedName } from '../place.ts'

export const scenarioList: Command = {
  name: 'scenario list',
  summary: 'List the scenarios, and what each binds to',
  details:
    'The archetypes first, then the packs under scenarios/ in the data directory. With a sandbox it tells what each role binds to there, or why it does not. A pack that cannot be read is told on standard error.',
  arguments: [{ name: 'sandbox', summary: 'name of a registered sandbox', optional: true }],
  flags: [jsonFlag],
  examples: ['tool scenario list', 'tool scenario list pay', 'tool scenario list pay --json'],
  async run(call): Promise<ExitCode> {
    const place = await openPlace(call)
    const { scenarios, problems } = readPacks(place.data)
    for (const { message } of problems) call.terminal.err(message)
    const all = [...archetypes, ...scenarios]
    const [sandbox] = call.args
    const usable = sandbox === undefined ? listAll(call, all) : listOn(call, all, place, sandbox)
    if (!call.flags.has('json')) for (const line of unknowableLines(usable)) call.terminal.out(line)
    return 0
  },
}

/** One line for each reason. */
function unknowableLines(all: readonly Scenario[]): readonly string[] {
  const names = new Map<string, string[]>()
  for (const { name, verify } of all) {
    const reason = unknowableOf(verify)
    if (reason !== undefined) listAt(names, reason).push(name)
  }
  return [...names].map(([reason, those]) => `${those.join(', ')}: ${reason}`)
}

/** As JSON tells it: absent where all can be judged. */
function unknowable({ verify }: Pick<Scenario, 'verify'>): { readonly unknowable?: string } {
  const reason = unknowableOf(verify)
  return reason === undefined ? {} : { unknowable: reason }
}

function listAll({ flags, terminal }: Call, all: readonly Scenario[]): readonly Scenario[] {
  const rows = all.map(({ name, source, summary, verify }) => ({ name, source, summary, ...unknowable({ verify }) }))
  if (flags.has('json')) terminal.out(jsonText({ scenarios: rows }, 2))
  else {
    const cells = all.map(({ name, source, summary }) => [name, source, summary])
    terminal.out(table([['NAME', 'SOURCE', 'SUMMARY'], ...cells]).join('\n'))
  }
  return all
}

/** Gives those that bind. */
function listOn(
  { flags, terminal }: Call,
  all: readonly Scenario[],
  place: Place,
  sandbox: string,
): readonly Scenario[] {
  const { name } = getSandbox(place, registeredName(servedName(place, sandbox))).settings
  const api = openApi(place, name)
  try {
    const rows = all.map((scenario) => {
      const bound = bindScenario(scenario, runtimeOf(api), { bind: {}, dice: undefined })
      const { name: scenarioName, source } = scenario
      const named = { name: scenarioName, source, ...unknowable(scenario) }
      return bound.ok ? { ...named, bind: bound.value } : { ...named, problem: bound.error }
    })
    if (flags.has('json')) terminal.out(jsonText({ scenarios: rows }, 2))
    else terminal.out(table([['NAME', 'BINDS TO'], ...rows.map((row) => [row.name, boundText(row)])]).join('\n'))
    return all.filter((_, i) => 'bind' in (rows[i] ?? {}))
  } finally {
    api.close()
  }
}

function boundText({ bind, problem }: { readonly bind?: object; readonly problem?: string }): string {
  if (problem !== undefined) return `does not bind: ${problem}`
  return Object.entries(bind ?? {})
    .map(([role, target]) => `${role}=${target}`)
    .join(' ')
}
