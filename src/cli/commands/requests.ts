import type { JournalEntry } from '../../sandbox/journal/journal.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import type { Call, Command, ExitCode } from '../command.ts'
import type { ControlClient } from '../control-client.ts'
import { explain, explainFlags } from '../explain.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { journalFooter, journalRow, journalTable } from '../print/journal-table.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

const DEFAULT_LAST = 50

export const requests: Command = {
  name: 'requests',
  summary: 'Show the requests to a sandbox, or explain one',
  details:
    'Without --explain it prints the journal of the running server, newest last: sequence number, method, path, status, the path template if it differs, the duration, and what made the answer: a fault, a rule, a scope, or the reason of a refusal. With --explain it runs one request on a copy of the sandbox and prints every decision. Nothing is changed, and no server is needed unless you name a fork.',
  arguments: [
    sandboxOrForkArgument,
    { name: 'method', summary: 'with --explain: HTTP method', values: 'methods', optional: true },
    { name: 'path', summary: "with --explain: the provider's path, starting with /", values: 'paths', optional: true },
  ],
  flags: [
    { name: 'last', value: '<n>', summary: 'number of entries (default: 50)' },
    {
      name: 'scope',
      value: '<scope>',
      summary: 'only requests with this X-Tool-Scope; "" for requests without one',
    },
    { name: 'follow', summary: 'keep printing new requests' },
    { name: 'reset', summary: 'clear the journal' },
    { name: 'explain', summary: 'run one request on a copy and explain the answer' },
    ...explainFlags,
  ],
  examples: [
    'tool requests pay',
    'tool requests pay --last 5 --json',
    'tool requests pay --scope checkout-test',
    'tool requests pay --follow',
    'tool requests pay --explain POST /charges --body \'{"amount": 1200, "currency": "eur"}\'',
    'tool requests pay --explain GET /charges --query limit=2 --auth=false',
  ],
  async run(call): Promise<ExitCode> {
    refuseMixtures(call)
    return call.flags.has('explain') ? explain(call) : journal(call)
  },
}

const journalOnly = ['last', 'scope', 'follow', 'reset']
const explainOnly = ['body', 'auth', 'header', 'query']

function refuseMixtures({ args, flags }: Call): void {
  const explaining = flags.has('explain')
  const stray = (explaining ? journalOnly : explainOnly).find((name) => flags.has(name))
  if (stray) throw new ToolError('usage', `--${stray} cannot be used ${explaining ? 'with' : 'without'} --explain`)
  if (explaining && args.length < 3)
    throw new ToolError('usage', '--explain needs a method and a path: --explain GET /charges')
  if (!explaining && args.length > 1)
    throw new ToolError('usage', `Unexpected "${args[1]}" (did you mean --explain ${args[1]}?)`)
  if (flags.has('reset') && flags.has('follow')) throw new ToolError('usage', 'Either --reset or --follow, not both')
}

async function journal(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const last = flags.count('last', DEFAULT_LAST)
  const place = await openPlace(call)
  const name = servedName(place, args[0] ?? '')
  const scope = scopeQuery(flags)
  const server = getServer(place, 'the journal lives')
  if (flags.has('reset')) {
    await server.remove(controlPath(name, `/requests?${scope}`))
    terminal.out(flags.has('json') ? jsonText({ reset: true }, 2) : `journal of "${name}" cleared`)
    return 0
  }
  const { value, field: kept } = await server.getWith(
    controlPath(name, `/requests?limit=${last}&${scope}`),
    'X-Tool-Kept',
  )
  const listing = value as Listing
  if (flags.has('follow')) return follow(call, server, controlPath(name, `/events?${scope}`), listing)
  if (flags.has('json')) terminal.out(jsonText(listing, 2))
  else {
    const shown = listing.requests.length
    terminal.out([...journalTable(listing.requests), journalFooter(shown, listing.evicted)].join('\n'))
    // Who said how many wants no more.
    if (Number(kept) > shown && !flags.has('last'))
      terminal.err(`${shown} of ${kept} are shown (--last ${kept} shows all)`)
  }
  return 0
}

interface Listing {
  readonly requests: readonly JournalEntry[]
  readonly evicted: number
}

/** '' for all scopes. */
export function scopeQuery(flags: Call['flags']): string {
  const scope = flags.text('scope')
  return scope === undefined ? '' : `scope=${encodeURIComponent(scope)}`
}

/** Columns cannot wait for what is still to come: entries are printed as they are, one JSON object a line with --json. */
async function follow(
  { flags, terminal }: Call,
  server: ControlClient,
  path: string,
  listing: Listing,
): Promise<ExitCode> {
  const line = (entry: JournalEntry): string =>
    flags.has('json') ? jsonText(entry) : journalRow(entry).map(printable).join('  ').trimEnd()
  for (const entry of listing.requests) terminal.out(line(entry))
  const signal = terminal.interrupted()
  const seen = listing.requests.at(-1)?.seq ?? 0
  await server.follow(path, seen, (data) => terminal.out(line(data as JournalEntry)), signal)
  if (!signal.aborted) terminal.err('no more entries: the server has stopped, or the sandbox or fork is gone')
  return 0
}
