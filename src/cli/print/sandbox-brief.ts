/** A sandbox on one screen: at most 40 lines of 80 columns, whatever the description. */
import { declaredOperations } from '../../api/declared.ts'
import type { ApiDescription, OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { actingBehaviours } from '../../sandbox/acting.ts'
import { printable } from '../../support/printable.ts'
import { cutTo, table } from '../../support/table.ts'
import { counted } from './block.ts'
import { authLine, eventLine, listLine, operationsLine, realismLine } from './import-report.ts'
import { problemText } from './problem-text.ts'
import { factBlock, type ListedSandbox, overlayFacts, webhookCounts } from './sandbox-block.ts'
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
  return factBlock(sandbox, [
    ['webhooks', webhookCounts(sandbox.webhooks)],
    ...overlayFacts(sandbox).slice(0, MOST_OVERLAYS),
    ['settings', sandbox.settings],
  ])
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
