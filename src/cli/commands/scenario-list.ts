import { runtimeOf } from '../../sandbox/runtime.ts'
import { bindScenario } from '../../sandbox/scenarios/bind.ts'
import { archetypes } from '../../sandbox/scenarios/index.ts'
import type { Scenario } from '../../sandbox/scenarios/scenario.ts'
import { jsonText } from '../../support/exact-json.ts'
import { table } from '../../support/table.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { readPacks } from '../packs.ts'
import { getSandbox, openApi, openPlace, type Place, registeredName, servedName } from '../place.ts'

export const scenarioList: Command = {
  name: 'scenario list',
  summary: 'List the scenarios',
  details:
    'Lists the built-in archetypes first, then the packs under scenarios/ in the data directory. With a sandbox, it also shows the operation for each role, or why none fits. Unreadable packs are reported on standard error.',
  arguments: [{ name: 'sandbox', summary: 'name of a registered sandbox', values: 'sandboxes', optional: true }],
  flags: [jsonFlag],
  examples: ['tool scenario list', 'tool scenario list pay', 'tool scenario list pay --json'],
  async run(call): Promise<ExitCode> {
    const place = await openPlace(call)
    const { scenarios, problems } = readPacks(place.data)
    for (const { message } of problems) call.terminal.err(message)
    const all = [...archetypes, ...scenarios]
    const [sandbox] = call.args
    if (sandbox === undefined) listAll(call, all)
    else listOn(call, all, place, sandbox)
    return 0
  },
}

function listAll({ flags, terminal }: Call, all: readonly Scenario[]): void {
  const rows = all.map(({ name, source, summary }) => ({ name, source, summary }))
  if (flags.has('json')) terminal.out(jsonText({ scenarios: rows }, 2))
  else {
    const cells = all.map(({ name, source, summary }) => [name, source, summary])
    terminal.out(table([['NAME', 'SOURCE', 'SUMMARY'], ...cells]).join('\n'))
  }
}

function listOn({ flags, terminal }: Call, all: readonly Scenario[], place: Place, sandbox: string): void {
  const { name } = getSandbox(place, registeredName(servedName(place, sandbox))).settings
  const api = openApi(place, name)
  try {
    const rows = all.map((scenario) => {
      const bound = bindScenario(scenario, runtimeOf(api), { bind: {}, dice: undefined })
      const { name: scenarioName, source } = scenario
      const named = { name: scenarioName, source }
      return bound.ok ? { ...named, bind: bound.value } : { ...named, problem: bound.error }
    })
    if (flags.has('json')) terminal.out(jsonText({ scenarios: rows }, 2))
    else terminal.out(table([['NAME', 'BINDS TO'], ...rows.map((row) => [row.name, boundText(row)])]).join('\n'))
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
