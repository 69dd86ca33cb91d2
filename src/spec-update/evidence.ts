/** What recordings show of each operation, gathered one at a time: memory is bounded by the places of the description, not by the traffic. */

import { declaredOperations } from '../api/declared.ts'
import type { ApiDescription, OperationHead } from '../api/description.ts'
import { isJson, matchDeclared, parseMediaType } from '../http/media-type.ts'
import { parseNotation } from '../http/path-notation.ts'
import { decodeSegment } from '../http/path-template.ts'
import { formatQuery } from '../http/query.ts'
import { isMatch, makeRouter, matchUnderBasePaths, type Router } from '../http/router.ts'
import type { RecordedMessage, Recording } from '../traffic/recording.ts'
import { isKnownName } from '../traffic/schema-words.ts'
import { SchemaSites } from './schema-site.ts'
import { isIdentifier } from './seen-value.ts'
import { type Shape, Shapes } from './shape.ts'
import { type Look, noSightings, type Sightings, see, seeIn } from './sightings.ts'
import type { Found, Sources } from './sources.ts'

export interface OperationEvidence {
  readonly method: string
  /** The template as the document writes it. */
  readonly path: string
  /** Where the operation stands. Absent: the document does not have it under its own name. */
  readonly at?: Found
  readonly seen: Sightings
  readonly statuses: Map<number, Sightings>
  readonly answers: Map<string, AnswerEvidence>
  /** By declared media type. */
  readonly requests: Map<string, Shape>
  /** Query parameters of requests that succeeded. */
  readonly parameters: Map<string, ValueEvidence>
}

export interface AnswerEvidence {
  readonly status: number
  /** As sent, without parameters; '' where there was no body. */
  readonly media: string
  readonly seen: Sightings
  /** Absent: there was no JSON. */
  shape?: Shape
  readonly headers: Map<string, ValueEvidence>
}

export interface ValueEvidence {
  readonly seen: Sightings
  readonly shape: Shape
}

/** Requests for which the description has no operation, by method and what their paths have in common. */
export interface UnknownEvidence {
  readonly method: string
  readonly path: string
  readonly answers: Map<string, AnswerEvidence>
}

export interface Evidence {
  readonly recordings: number
  readonly operations: readonly OperationEvidence[]
  readonly unknown: readonly UnknownEvidence[]
  readonly sites: SchemaSites
}

const MOST_UNKNOWN = 500
const MOST_NAMES = 200

export class EvidenceCollector {
  private readonly sources: Sources
  private readonly sites: SchemaSites
  private readonly shapes: Shapes
  private readonly router: Router<OperationHead>
  private readonly basePaths: readonly string[]
  private readonly operations = new Map<OperationHead, OperationEvidence>()
  private readonly unknown = new Map<string, UnknownEvidence>()
  private recordings = 0

  constructor(sources: Sources, description: ApiDescription) {
    this.sources = sources
    this.sites = new SchemaSites(sources)
    this.shapes = new Shapes(this.sites)
    this.router = routerOf(declaredOperations(description.head.operations))
    this.basePaths = description.head.basePaths
  }

  /** Exchanges that broke off, and those without an answer, show nothing. */
  add(recording: Recording): void {
    const at = Date.parse(recording.at)
    if (recording.ending !== 'complete' || recording.status < 200 || Number.isNaN(at)) return
    const { choices = [] } = recording
    const look: Look = { at, body: this.recordings++, choices: choices === 'all' ? choices : new Set(choices) }
    const search = formatQuery(recording.query)
    const asked = { method: recording.method, path: recording.path, search }
    const found = matchUnderBasePaths(this.router, this.basePaths, asked)
    if (isMatch(found)) this.addKnown(found.value, recording, look)
    else this.addUnknown(recording, look)
  }

  finish(): Evidence {
    const { recordings, sites } = this
    return { recordings, operations: [...this.operations.values()], unknown: [...this.unknown.values()], sites }
  }

  private addKnown(head: OperationHead, recording: Recording, look: Look): void {
    const { status } = recording
    const evidence = this.evidenceOf(head)
    see(evidence.seen, look)
    if (status >= 500) return
    seeIn(evidence.statuses, status, look)
    this.addAnswer(evidence.answers, recording, look, (media) =>
      contentOf(this.sources, responseFor(this.sources, evidence.at, status), media),
    )
    if (status >= 300) return
    this.addRequest(evidence, recording.request, look)
    for (const [name, value] of recording.query) this.addValue(evidence.parameters, name, readText(value), look)
  }

  private addRequest(evidence: OperationEvidence, { media, body, truncated }: RecordedMessage, look: Look): void {
    if (media === null || truncated || !isJsonName(media)) return
    let shape = evidence.requests.get(media)
    if (shape === undefined) {
      shape = this.shapes.make(requestSchema(this.sources, evidence.at, media))
      evidence.requests.set(media, shape)
    }
    this.shapes.observe(shape, body, look)
  }

  private addAnswer(
    answers: Map<string, AnswerEvidence>,
    { status, response }: Recording,
    look: Look,
    schemaFor: (media: string) => Found | undefined,
  ): void {
    const media = response.media ?? ''
    const key = `${status} ${media}`
    let answer = answers.get(key)
    if (answer === undefined) {
      if (answers.size >= MOST_NAMES) return
      answer = { status, media, seen: noSightings(), headers: new Map() }
      answers.set(key, answer)
    }
    see(answer.seen, look)
    for (const [name, value] of response.fields)
      this.addValue(answer.headers, name.toLowerCase(), readText(value), look)
    if (!isJsonName(media) || response.truncated || response.omitted !== undefined || response.body === undefined)
      return
    answer.shape ??= this.shapes.make(schemaFor(media))
    this.shapes.observe(answer.shape, response.body, look)
  }

  private addValue(values: Map<string, ValueEvidence>, name: string, value: unknown, look: Look): void {
    let known = values.get(name)
    if (known === undefined) {
      if (values.size >= MOST_NAMES) return
      known = { seen: noSightings(), shape: this.shapes.make(undefined) }
      values.set(name, known)
    }
    see(known.seen, look)
    this.shapes.observe(known.shape, value, look)
  }

  private addUnknown(recording: Recording, look: Look): void {
    if (recording.status >= 300) return
    const path = templateOf(recording.path)
    const key = `${recording.method} ${path}`
    let unknown = this.unknown.get(key)
    if (unknown === undefined) {
      if (this.unknown.size >= MOST_UNKNOWN) return
      unknown = { method: recording.method, path, answers: new Map() }
      this.unknown.set(key, unknown)
    }
    this.addAnswer(unknown.answers, recording, look, () => undefined)
  }

  private evidenceOf(head: OperationHead): OperationEvidence {
    let evidence = this.operations.get(head)
    if (evidence === undefined) {
      const path = head.notation ?? head.path
      const at = operationAt(this.sources, head.method, [path, head.path])
      evidence = {
        ...{ method: head.method, path, seen: noSightings(), statuses: new Map() },
        ...{ answers: new Map(), requests: new Map(), parameters: new Map() },
        ...(at && { at }),
      }
      this.operations.set(head, evidence)
    }
    return evidence
  }
}

function routerOf(operations: readonly OperationHead[]): Router<OperationHead> {
  return makeRouter(
    operations.map((head) => {
      const noted = head.notation === undefined ? undefined : parseNotation(head.notation)
      const greedy = noted?.parameters.filter((one) => one.isGreedy === true).map(({ name }) => name)
      return { method: head.method, path: head.path, value: head, ...(greedy && { greedy: new Set(greedy) }) }
    }),
  )
}

function operationAt(sources: Sources, method: string, paths: readonly string[]): Found | undefined {
  for (const path of paths) {
    const found = sources.below(sources.root, 'paths', path, method.toLowerCase())
    if (found !== undefined) return found
  }
  return undefined
}

/** The response that speaks of a status: its own, that of its class, the default. */
export function responseFor(sources: Sources, operation: Found | undefined, status: number): Found | undefined {
  const responses = sources.below(operation, 'responses')
  const range = `${Math.floor(status / 100)}XX`
  for (const key of [String(status), range, range.toLowerCase(), 'default']) {
    const found = sources.below(responses, key)
    if (found !== undefined) return found
  }
  return undefined
}

function contentOf(sources: Sources, response: Found | undefined, media: string): Found | undefined {
  if (sources.idiom === 'swagger-2.0') return response && sources.child(response, 'schema')
  return schemaOf(sources, sources.below(response, 'content'), media)
}

function schemaOf(sources: Sources, content: Found | undefined, media: string): Found | undefined {
  const declared = sources.members(content).map(([key]) => key)
  const key = matchDeclared(media, declared)
  const type = key === undefined ? undefined : sources.below(content, key)
  return type && sources.child(type, 'schema')
}

function requestSchema(sources: Sources, operation: Found | undefined, media: string): Found | undefined {
  if (sources.idiom !== 'swagger-2.0')
    return schemaOf(sources, sources.below(operation, 'requestBody', 'content'), media)
  const listed = operation && sources.child(operation, 'parameters')
  const body = sources
    .items(listed)
    .map((one) => sources.resolved(one))
    .find((one) => one && nameIn(sources, one) === 'body')
  return body && sources.child(body, 'schema')
}

function nameIn(sources: Sources, parameter: Found): unknown {
  const node = sources.child(parameter, 'in')?.node
  return node?.kind === 'scalar' ? node.value : undefined
}

function isJsonName(name: string): boolean {
  const media = parseMediaType(name)
  return media !== undefined && isJson(media)
}

/** What a text of a header or a query means: numbers and booleans are such. */
function readText(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text
}

/** A path with parameters in place of what names one thing, or may: `/pets/{petId}`. */
function templateOf(path: string): string {
  let before = ''
  const names = new Set<string>()
  return path
    .split('/')
    .map((segment) => {
      if (segment === '' || (!isIdentifier(segment) && isKnownName(decodeSegment(segment)))) {
        before = segment
        return segment
      }
      const stem = before
        .replace(/[^A-Za-z0-9]+(.)?/g, (_, next?: string) => (next ?? '').toUpperCase())
        .replace(/s$/, '')
      let name = stem === '' ? 'id' : `${stem}Id`
      while (names.has(name)) name += 'Too'
      names.add(name)
      return `{${name}}`
    })
    .join('/')
}
