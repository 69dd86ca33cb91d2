/** A sandbox on one screen: at most 40 lines of 80 columns, whatever the description. */
import { declaredOperations } from '../../api/declared.ts'
import type { ApiDescription, OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { actingBehaviours } from '../../sandbox/acting.ts'
import { printable } from '../../support/printable.ts'
import { cutTo, table } from '../../support/table.ts'
import { block, counted } from './block.ts'
import { authLine, eventLine, listLine, operationsLine, realismLine } from './import-report.ts'
import { problemText } from './problem-text.ts'
import { type ListedSandbox, scenarioFact, sentBriefly } from './sandbox-block.ts'
import { titleLine } from './sandbox-facts.ts'

const WIDTH = 80
const MOST_OPERATIONS = 6
const MOST_TYPES = 6
const MOST_PROBLEMS = 2
const MOST_OVERLAYS = 2

export function sandboxBrief(
  sandbox: ListedSandbox & { readonly settings: string },
  api: ApiDescription,
): readonly string[] {
  const { head } = api
  const operations = declaredOperations(head.operations)
  const behaviours = actingBehaviours(api).map(({ name }) => name)
  const { problems } = head.report
  const facts = [
    ...factLines(sandbox),
    '',
    `${titleLine(head)}, imported from ${head.source.location}`,
    ...few(operationsLine(head), operations, MOST_OPERATIONS, operationRows),
    ...few(counted(head.resources.length, 'resource type'), head.resources, MOST_TYPES, typeRows),
    `lists: ${listLine(head)}`,
    `auth: ${authLine(head)}`,
    `events: ${eventLine(head)}`,
    `behaviours: ${behaviours.length === 0 ? 'none' : behaviours.join(', ')}`,
    realismLine(head),
    ...few(counted(problems.length, 'problem'), problems, MOST_PROBLEMS, (some) => some.map(problemText)),
  ]
  return [...facts.map(cut), '', `"tool sandbox show ${sandbox.name} --full" tells everything, with reasons`]
}

/** What somebody copies stands whole. */
function factLines(sandbox: ListedSandbox & { readonly settings: string }): readonly string[] {
  const { name, id, mode, seed, route, url, ir, credential, sent_as, webhooks, settings } = sandbox
  const { declared, triggered, emit_only } = webhooks
  const overlays = (sandbox.overlays ?? []).slice(0, MOST_OVERLAYS)
  const lines = block([
    ...([
      ['name', name],
      ['id', id],
      ['mode', mode],
      ...scenarioFact(sandbox),
      ['seed', seed],
      ['route', route],
      ['url', url],
    ] as const),
    ...([
      ['ir', ir],
      ['credential', credential],
      ['sent as', sentBriefly(sent_as, credential)],
    ] as const),
    [
      'webhooks',
      declared === 0 ? 'none declared' : `${declared} declared: ${triggered} triggered, ${emit_only} emit-only`,
    ],
    ...overlays.map(({ title, location }) => ['overlay', `${title} (${location})`] as const),
    ['settings', settings],
  ])
  return sandbox.draft ? [...lines, 'note: draft, read from prose: shapes are best-effort'] : lines
}

/** A heading, and the first of what there is; where there is more, the last line says so. */
function few<T>(
  heading: string,
  all: readonly T[],
  most: number,
  rows: (some: readonly T[]) => readonly string[],
): readonly string[] {
  const shown = all.length > most ? most - 1 : all.length
  const rest = all.length - shown
  return [heading, ...rows(all.slice(0, shown)).map((row) => `  ${row}`), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

function operationRows(operations: readonly OperationHead[]): readonly string[] {
  return table(operations.map(({ method, path, plan }) => [method, path, plan.kind, plan.type ?? '-']))
}

function typeRows(resources: readonly ResourcePlan[]): readonly string[] {
  return table(
    resources.map(({ type, id, status, links }) => {
      const parents = links.flatMap((link) => link.type ?? [])
      const told = [
        status === undefined ? '' : `${status.place.join('.')}: ${status.values.join(', ')}`,
        parents.length === 0 ? '' : `belongs to ${parents.join(', ')}`,
      ]
      return [type, `identified by ${id.place.join('.')}`, told.filter((part) => part !== '').join('; ')]
    }),
  )
}

/** Lines that somebody copies from are left whole. */
const COPIED = /^(credential|sent as|url|settings): /

function cut(line: string): string {
  const text = printable(line)
  return COPIED.test(text) ? text : cutTo(text, WIDTH)
}
