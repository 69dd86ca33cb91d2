/**
 * Path parameters that hold names with slashes (AIP-122): `/v1/{name}` takes `projects/p/topics/t`. Each form that words,
 * patterns or ids of operations tell becomes an operation with a path of its own,
 * `/v1/projects/{project}/topics/{name}`, whose parameters hold whole names; the declared ones stay for all other values.
 */
import type { OperationId, PathTemplate } from '../../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { endsInThing, singularName } from '../naming/words.ts'
import { findList } from '../schemas/find-list.ts'
import { type Reader, readerFor } from '../schemas/reader.ts'
import { requestMediaType, requestSchema } from '../schemas/requests.ts'
import { successAnswer } from '../schemas/success.ts'

/** A path whose first parameter may hold a name: what stands before and behind it. */
interface Named {
  readonly op: DescribedOperation
  readonly before: readonly string[]
  readonly parameter: string
  /** `:cancel`, '' or a path. */
  readonly behind: string
}

/** The collections in a name, from the outermost: `['projects', 'topics']`. */
type Form = readonly string[]

export function withResourceNames(described: DescribedApi): DescribedApi {
  const named = described.operations.flatMap((op) => namedBy(op) ?? [])
  if (!named.some((one) => NAMING.test(one.parameter) && (saidForms(one).length > 0 || isCalledDeep(one))))
    return described
  const reader = readerFor(described)
  const paths = new Set(described.operations.map(({ method, path }) => `${method} ${path}`))
  const ids = new Set<string>(described.operations.map(({ id }) => id))
  const added: DescribedOperation[] = []
  const most = Math.max(FEW, described.operations.length * MOST_ADDED)
  const add = (one: Named, form: Form, op: DescribedOperation = one.op): void => {
    const path = pathFor(one, form)
    if (added.length >= most || paths.has(`${op.method} ${path}`)) return
    paths.add(`${op.method} ${path}`)
    const id = idFor(one, form, ids)
    ids.add(id)
    const from = one.before.length
    const to = from + form.length * 2 - 1
    const parameters = calledAs(op.parameters, one.parameter, lastName(one, form))
    added.push({ ...op, id: id as OperationId, path: path as PathTemplate, parameters, namesAt: [from, to] })
  }
  const collections = collectionsOf(named, reader)
  for (const one of named) {
    const own = calledForm(one)?.join('/')
    for (const form of formsOf(one)) {
      const other = own === undefined || own === form.join('/') ? undefined : collections.get(keyFor(one, form))
      add(one, form, retold(one, other, reader))
    }
  }
  for (const collection of collections.values())
    for (const one of named) {
      if (one.before.join('/') !== collection.before || !isShared(one, collection.made)) continue
      add(one, collection.form, retold(one, collection, reader))
    }
  return { ...described, operations: [...described.operations, ...added] }
}

/** Operations that forms of names add to each that is declared, and to few of them: more are written to do harm. */
const MOST_ADDED = 10
const FEW = 200
/** Forms of one parameter. */
const MOST_FORMS = 50

/** How parameters are called that hold names, in descriptions that have such. */
const NAMING = /^(name|parent|resource)(_\d+)?$/

/** `/v1/{name}`, `/v1/{parent}/topics`, `/v1/{name}:cancel`, with nothing but literals before. */
function namedBy(op: DescribedOperation): Named | undefined {
  const [, before, parameter, behind] =
    /^((?:\/[^/{}?#]+){0,3})\/\{\+?([\w.-]+)\}((?:[:/][^?#]*)?)$/.exec(op.path) ?? []
  if (before === undefined || parameter === undefined || behind === undefined) return undefined
  return { op, before: before.split('/').slice(1), parameter, behind }
}

function formsOf(one: Named): readonly Form[] {
  const said = saidForms(one)
  const own = calledForm(one)
  const all = own === undefined ? said : [own, ...said]
  return [...new Map(all.map((form) => [form.join('/'), form])).values()].slice(0, MOST_FORMS)
}

const WILD = String.raw`(?:\*\*?|\{[^{}/]+\}|\[[^[\]/]+\]|<[^<>/]+>|[A-Z][A-Z0-9_-]+)`
const SPOKEN = new RegExp(`(?<![\\w/*}])((?:[a-z]\\w*/${WILD}/)*[a-z]\\w*/${WILD})(?![\\w/*{[<])`, 'g')
const PATTERN = /^\^?((?:[a-z]\w*\/\[\^\/\]\+\/)*[a-z]\w*\/\[\^\/\]\+)\$?$/

/** What the pattern of the parameter says, else its words: `projects/[^/]+/topics/[^/]+`, `projects/{project}`. */
function saidForms({ op, parameter }: Named): readonly Form[] {
  const declared = op.parameters.find((one) => one.in === 'path' && one.name === parameter)
  const pattern = typeof declared?.schema === 'object' ? declared.schema['pattern'] : undefined
  const strict = typeof pattern === 'string' ? PATTERN.exec(pattern)?.[1] : undefined
  if (strict !== undefined) return [literalsOf(strict.replaceAll('[^/]', '*'))]
  return [...(declared?.description ?? '').matchAll(SPOKEN)].map(([, form = '']) => literalsOf(form))
}

function literalsOf(form: string): Form {
  return form.split('/').filter((_, i) => i % 2 === 0)
}

/** `queue.projects.queues.tasks.list` is about tasks in queues in projects. */
function calledForm({ op, behind }: Named): Form | undefined {
  const called = op.id.split('.')
  const within = called.slice(1, -1)
  if (within.length === 0 || !within.every((name) => /^[a-z]\w*$/.test(name))) return undefined
  const [, literal] = /^\/([^/:]+)/.exec(behind) ?? []
  const form = within.at(-1) === literal ? within.slice(0, -1) : within
  return form.length === 0 ? undefined : form
}

/** `forge.projects.kilns.create` at `/v1/{parent}/kilns`: the id alone tells that the parameter is no single segment. */
function isCalledDeep(one: Named): boolean {
  const { op, behind } = one
  const literal = /^\/(\w+)$/.exec(behind)?.[1]
  return literal !== undefined && op.id.split('.').at(-2) === literal && calledForm(one) !== undefined
}

function pathFor(named: Named, form: Form): string {
  const { before, behind } = named
  const last = lastName(named, form)
  const taken = new Set([last, ...[...behind.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)])
  const parts = form.map((literal, i) => {
    const own = singularName(literal)
    const name = i === form.length - 1 ? last : taken.has(own) ? `${own}_name` : own
    taken.add(name)
    return `${literal}/{${name}}`
  })
  return `/${[...before, ...parts].join('/')}${behind}`
}

/** Parents are called after their collection, so that paths of all depths call them alike; the record itself as declared. */
function lastName({ parameter, behind }: Named, form: Form): string {
  return behind.startsWith('/') ? singularName(form.at(-1) ?? '') : parameter
}

function calledAs(all: DescribedOperation['parameters'], from: string, to: string): DescribedOperation['parameters'] {
  return from === to ? all : all.map((one) => (one.in === 'path' && one.name === from ? { ...one, name: to } : one))
}

function idFor({ op, behind }: Named, form: Form, taken: ReadonlySet<string>): string {
  const [head = op.id, verb = op.method.toLowerCase()] = [op.id.split('.')[0], op.id.split('.').at(-1)]
  const inside = /^\/(\w+)/.exec(behind)?.[1]
  const plain = [head, ...form, ...(inside === undefined ? [] : [inside]), verb].join('.')
  for (let n = 1; ; n++) {
    const id = n === 1 ? plain : `${plain}_${n}`
    if (!taken.has(id)) return id
  }
}

interface Collection {
  readonly form: Form
  readonly before: string
  readonly schema?: Schema
  readonly made: boolean
}

/** The collections that are made or listed under a parent, with what they hold. */
function collectionsOf(named: readonly Named[], reader: Reader): ReadonlyMap<string, Collection> {
  const groups = new Map<string, { one: Named; form: Form }[]>()
  for (const one of named) {
    const [, literal] = /^\/([a-z]\w*)$/.exec(one.behind) ?? []
    if (literal === undefined || !/^(GET|POST)$/.test(one.op.method)) continue
    for (const form of formsOf(one)) {
      const whole = [...form, literal]
      listAt(groups, keyFor(one, whole)).push({ one, form: whole })
    }
  }
  const found = new Map<string, Collection>()
  const isPut = named.some(({ op, behind }) => op.method === 'PUT' && behind === '')
  for (const [key, members] of groups) {
    const [first] = members
    if (first === undefined) continue
    const made = isPut || members.some(({ one }) => one.op.method === 'POST')
    const schema = recordIn(
      members.map(({ one }) => one.op),
      first.form,
      reader,
    )
    found.set(key, {
      form: first.form,
      before: first.one.before.join('/'),
      made,
      ...(schema !== undefined && { schema }),
    })
  }
  return found
}

function keyFor({ before }: Named, form: Form): string {
  return `${before.join('/')} ${form.join('/')}`
}

/** What the list shows and the create answers or takes. */
function recordIn(ops: readonly DescribedOperation[], form: Form, reader: Reader): Schema | undefined {
  const names = form.slice(-1)
  for (const op of ops) {
    const answer = successAnswer(op).media?.schema
    if (op.method === 'GET') {
      const found = findList(answer, { names, paged: true }, reader)
      if (found !== undefined && reader.isObject(found.schema)) return found.schema
    } else {
      const sent = requestSchema(op)
      // `KilnTray` and `ForgeWorksV1KilnTray` are what `kilnTrays` hold.
      const one = [answer, sent].find((schema) => endsInThing(reader.component(schema) ?? '', names[0] ?? ''))
      if (one !== undefined) return one
    }
  }
  return undefined
}

/** What generators of descriptions leave of several operations at one path: reads and changes of whatever has the name. */
function isShared({ op, behind, parameter }: Named, made: boolean): boolean {
  if (/^:(get|set|test)Iam(Policy|Permissions)$/.test(behind)) return parameter === 'resource'
  return (
    parameter === 'name' && behind === '' && (op.method === 'GET' || made) && /^(GET|DELETE|PATCH|PUT)$/.test(op.method)
  )
}

function retold({ op, behind }: Named, collection: Collection | undefined, reader: Reader): DescribedOperation {
  const schema = behind === '' ? collection?.schema : undefined
  return schema === undefined ? op : about(op, schema, reader)
}

/** The same operation about another record: what it takes and answers, where that is a record. */
function about(op: DescribedOperation, schema: Schema, reader: Reader): DescribedOperation {
  const { response, media, mediaType } = successAnswer(op)
  const sent = requestMediaType(op)
  const body = sent === undefined ? undefined : op.requestBody?.content[sent]
  const status = Object.keys(op.responses).find((one) => op.responses[one] === response)
  const shown = reader.properties(media?.schema)
  const isRecord = op.method === 'GET' || (shown.has('name') && !shown.has('done'))
  return {
    ...op,
    ...(body !== undefined &&
      sent !== undefined &&
      op.requestBody !== undefined && {
        requestBody: { ...op.requestBody, content: { [sent]: { ...body, schema, examples: {} } } },
      }),
    ...(isRecord &&
      media !== undefined &&
      mediaType !== undefined &&
      response !== undefined &&
      status !== undefined && {
        responses: {
          ...op.responses,
          [status]: { ...response, content: { [mediaType]: { ...media, schema, examples: {} } } },
        },
      }),
  }
}
