/** What was understood of a description and why: the whole of `sandbox show --full`. */
import type { ApiDescription, ApiHead, OperationHead, SecurityScheme, WebhookEvent } from '../../api/description.ts'
import type { EdgePlan, IdPlan, ListPlan, OperationPlan, ResourcePlan } from '../../api/plan.ts'
import type { Because } from '../../api/provenance.ts'
import { type AmountSource, partialAmounts } from '../../behaviours/money/partial-amounts/fact.ts'
import { actingBehaviours } from '../../sandbox/acting.ts'
import { listAt } from '../../support/list-at.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'
import { behaviourLines } from './behaviour-table.ts'
import { counted } from './block.ts'
import { problemText } from './problem-text.ts'
import { type Move, movesOf, stateDiagram } from './state-diagram.ts'

/** Fields without any ground that are named. */
const MOST_FIELDS = 40

export function sandboxFacts(api: ApiDescription): readonly string[] {
  const { head } = api
  const behaviours = actingBehaviours(api)
  const machines = head.resources.map((resource) => ({ resource, moves: movesOf(resource, api) }))
  const diagrams = machines.flatMap(({ resource, moves }) => diagramLines(resource, moves))
  const lines = [
    `${titleLine(head)}, imported from ${head.source.location}`,
    ...(head.overlays ?? []).map(({ title, location }) => `with the overlay ${title} from ${location}`),
    ...section('operations', head.operations.length, operationLines(head.operations)),
    ...section(
      'resource types',
      head.resources.length,
      machines.flatMap(({ resource, moves }) => resourceLines(resource, moves)),
    ),
    ...(diagrams.length === 0 ? [] : section('state diagrams (Mermaid)', undefined, diagrams)),
    ...(behaviours.length === 0 ? [] : section('behaviours', behaviours.length, behaviourLines(behaviours))),
    ...section('list styles', undefined, listLines(head.operations)),
    ...section('auth schemes', undefined, authLines(head)),
    ...section('events', head.events.length, eventLines(head)),
    ...section('response fields', undefined, realismLines(head)),
    ...section('problems', head.report.problems.length, head.report.problems.map(problemText)),
  ]
  return lines.map(printable)
}

/** Title and version, as far as they are said, and the format. */
export function titleLine({ title, version, format }: ApiHead): string {
  return [title, version, `(${format})`].filter((part) => part !== '').join(' ')
}

function section(title: string, count: number | undefined, lines: readonly string[]): readonly string[] {
  const heading = count === undefined ? title : `${title} (${count})`
  return ['', heading, ...(lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`))]
}

function operationLines(operations: readonly OperationHead[]): readonly string[] {
  return table(
    operations.map(({ method, path, id, plan }) => [
      method,
      path,
      plan.kind,
      plan.type ?? '-',
      id,
      withoutRepeats(plan.why, `${method} ${path} `, `: ${plan.kind}`) +
        mark(plan) +
        edgeText(plan.edge) +
        moreText(plan),
    ]),
  )
}

/** Where an action leads, from where, and why so. */
function edgeText(edge: EdgePlan | undefined): string {
  if (edge === undefined) return ''
  const from = edge.from === undefined ? '' : ` from ${edge.from.join(', ')}`
  return `; leads${from} to ${edge.to}: ${edge.why}`
}

/** What an operation does beside what its kind says, and why so. */
function moreText(plan: OperationPlan): string {
  const { makes, session, current } = plan
  const draws = partialAmounts.ofOperation(plan)
  return [
    makes === undefined ? '' : `; creates a ${makes.type}`,
    draws === undefined ? '' : `; takes ${draws.amount.join('.')}: ${draws.why}${draws.from.map(countText).join('')}`,
    session === undefined ? '' : `; ${session.act}: ${session.why}`,
    current === undefined ? '' : `; shows the ${current} whose token is sent`,
  ].join('')
}

/** Which properties keep count of what was taken. */
function countText({ type, total, flag, part, all }: AmountSource): string {
  const told = [total?.join('.'), flag?.join('.'), part, all].filter((one) => one !== undefined)
  return told.length === 0 ? '' : `, counted by ${told.join(', ')} of ${type}`
}

/** A reason is a whole sentence; in a row that shows the operation already, its middle is enough. */
function withoutRepeats(why: string, start: string, end: string): string {
  const from = why.startsWith(start) ? start.length : 0
  return why.slice(from, why.endsWith(end) ? why.length - end.length : why.length).replace(/^is (?=about )/, '')
}

/** Marks what rests on an overlay. */
function mark({ provenance }: Because): string {
  return provenance === 'overlay' ? ' [overlay]' : ''
}

function resourceLines(resource: ResourcePlan, moves: readonly Move[]): readonly string[] {
  const { type, id, status, links } = resource
  const parents = links.flatMap(({ type: parent, link }) =>
    parent === undefined ? [] : [parent === link ? parent : `${parent} (${link})`],
  )
  return [
    `${type}: ${resource.provenance}, ${resource.why}`,
    `  id: property ${id.place.join('.')}, ${shapeText(id)}, chosen by ${chooser[id.chosenBy]} (${withoutChooser(id)})${mark(id)}`,
    ...(status
      ? [
          `  status: property ${status.place.join('.')}, one of ${status.values.join(', ')}${initialText(status.initial)} (${status.why})${mark(status)}`,
        ]
      : []),
    ...moves.map(moveLine),
    ...(parents.length > 0 ? [`  belongs to: ${parents.join(', ')}`] : []),
    ...(resource.singleton ? ['  there is one, for each parent where it has one'] : []),
    ...(resource.creatable || resource.singleton
      ? []
      : ['  no operation creates these: a small population exists from the start']),
  ]
}

/** `authorized -> captured on captureCharge` */
function moveLine(move: Move): string {
  const from = move.from?.join(' or ') ?? 'any'
  const only = move.when.length === 0 ? '' : ` when ${move.when.join(' and ')}`
  return `    ${from} -> ${move.to ?? 'the same'} on ${move.on}${only} (${move.why})${mark(move)}`
}

function diagramLines(resource: ResourcePlan, moves: readonly Move[]): readonly string[] {
  const lines = stateDiagram(resource, moves)
  return lines.length === 0 ? [] : [resource.type, ...lines.map((line) => `  ${line}`)]
}

/** Who chooses it is said before. */
function withoutChooser({ why }: IdPlan): string {
  return why.replace(/; the provider chooses it$/, '')
}

const chooser: Readonly<Record<IdPlan['chosenBy'], string>> = {
  server: 'the provider',
  client: 'the client',
  either: 'the client or the provider',
}

function initialText(initial: string | undefined): string {
  return initial === undefined ? '' : `; begins as ${initial}`
}

function shapeText({ shape }: IdPlan): string {
  switch (shape.kind) {
    case 'integer':
      return `integers from ${shape.start}`
    case 'uuid':
      return 'a UUID'
    case 'text':
      return `${shape.prefix === '' ? '' : `"${shape.prefix}" and `}${counted(shape.length, 'character')} of ${shape.alphabet}`
    case 'pattern':
      return `text that matches ${shape.pattern}`
  }
}

/** Under each style and reason, the operations that list so. */
function listLines(operations: readonly OperationHead[]): readonly string[] {
  const groups = new Map<string, (readonly string[])[]>()
  for (const { id, plan } of operations) {
    if (!plan.list) continue
    const heading = `${styleName(plan.list.style)}: ${plan.list.why}${mark(plan.list)}`
    listAt(groups, heading).push([`  ${id}`, listText(plan.list)])
  }
  return [...groups].flatMap(([heading, rows]) => [heading, ...table(rows)])
}

/** A style as a person reads it. */
export function styleName(style: string): string {
  return style === 'none' ? 'unpaged' : style
}

function listText({ defaultSize, maxSize, filters, sort, search }: ListPlan): string {
  return [
    `${defaultSize} to a page, at most ${maxSize}`,
    ...(filters.length > 0 ? [`filters ${filters.map(({ name }) => name).join(', ')}`] : []),
    ...(sort ? [`sorted by ${sort.name}`] : []),
    ...(search === undefined ? [] : [`searched by ${search}`]),
  ].join('; ')
}

function authLines(head: ApiHead): readonly string[] {
  return Object.entries(head.securitySchemes).map(([name, scheme]) => `${name}: ${schemeText(scheme)}`)
}

export function schemeText(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'apiKey':
      return `API key in the ${scheme.in} "${scheme.name}"`
    case 'http':
      return `HTTP ${scheme.scheme}`
    case 'oauth2':
      return `OAuth 2 (${scheme.flows.map(({ grant }) => grant).join(', ')})`
    case 'openIdConnect':
      return `OpenID Connect at ${scheme.url}`
    case 'mutualTLS':
      return 'mutual TLS, not asked for by a sandbox'
  }
}

function eventLines({ events }: ApiHead): readonly string[] {
  return table(
    events.map((event) => [
      event.name,
      event.trigger === 'emit-only' ? event.trigger : `fires on ${triggersText(event)}`,
      event.why + mark(event),
    ]),
  )
}

/** Operations named for one event. */
const MOST_TRIGGERS = 4

function triggersText({ trigger, alsoTriggeredBy = [] }: WebhookEvent): string {
  const all = [trigger, ...alsoTriggeredBy]
  const more = all.length - MOST_TRIGGERS
  return more > 0 ? `${all.slice(0, MOST_TRIGGERS).join(', ')} and ${more} more` : all.join(', ')
}

function realismLines({ report: { realism } }: ApiHead): readonly string[] {
  return [
    `${realism.stated} stated by the description`,
    `${realism.derived} derived by convention`,
    `${realism.filler} filler: neither constraint, example nor convention`,
    ...improvement(realism, MOST_FIELDS),
  ]
}

/** What to add so that fewer values are filler; nothing where none is. */
export function improvement({ unfounded = [] }: ApiHead['report']['realism'], most: number): readonly string[] {
  if (unfounded.length === 0) return []
  const named = unfounded.slice(0, most).join(', ') + (unfounded.length > most ? ' and others' : '')
  return [`an example, enum, format or pattern would help ${named}, in the description or an overlay`]
}
