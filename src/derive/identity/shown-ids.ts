/** Ids that a description shows somewhere: in parameters, under the names of references, and in the addresses of links. */
import type { DescribedApi } from '../../api/model.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, textOf } from '../../support/json.ts'
import { plain, singularName } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { fromSample } from './id-shape.ts'

export interface ShownIds {
  /** Those of the type, by its name or by a path that reads one. */
  of(draft: TypeDraft): readonly string[]
  /** Properties that refer to one of the type: `capture_id` of a capture. */
  referring(draft: TypeDraft): readonly Schema[]
  /** Nearly all that are shown, or described, are in capitals and digits. */
  inCapitals(): boolean
  /** Nearly all that are shown, or described, are UUIDs. */
  areUuids(): boolean
}

/** Values that one description is searched for, at most. */
const MOST_NODES = 100_000
const MOST_DEEP = 8
/** Elements of an example's list that are looked at. */
const MOST_ITEMS = 3
/** Ids of one name that are kept. */
const MOST_IDS = 5
const MOST_LINKS = 500

export function shownIds(
  { operations, schemas }: Pick<DescribedApi, 'operations' | 'schemas'>,
  drafts: readonly TypeDraft[],
): ShownIds {
  let search: Search | undefined
  const found = (): Search => {
    search ??= searched(operations, schemas, drafts)
    return search
  }
  return {
    of: (draft) => [...found().byName(draft), ...found().byPath(draft)],
    referring: (draft) => found().referring(draft),
    inCapitals: () => found().inCapitals(),
    areUuids: () => found().areUuids(),
  }
}

function searched(
  operations: DescribedApi['operations'],
  schemas: DescribedApi['schemas'],
  drafts: readonly TypeDraft[],
): Search {
  const search = new Search(sharedNames(drafts))
  for (const { path, parameters, requestBody, responses } of operations) {
    for (const { name, in: place, example, schema } of parameters)
      search.named(place === 'path' ? inPath(path, name) : name, example ?? exampleIn(schema))
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {}))
    for (const { examples } of bodies) search.inside(Object.values(examples), 0)
  }
  for (const schema of schemas.values()) {
    if (typeof schema !== 'object') continue
    search.inside(schema['example'], 0)
    const properties = schema['properties']
    if (!isObject(properties)) continue
    search.own(properties['id'] ?? properties['Id'] ?? properties['ID'])
    for (const [name, one] of Object.entries(properties)) {
      search.named(name, exampleIn(one))
      search.described(name, one)
      search.formed(name, one)
    }
  }
  return search
}

/** `{batch_id}` below `file_batches` is the id of one of those. */
function inPath(path: string, name: string): string {
  const before = path.slice(0, Math.max(0, path.indexOf(`/{${name}}`)))
  const step = before.slice(before.lastIndexOf('/') + 1)
  return /^[\w-]+$/.test(step) ? `${singularName(step)}_id` : name
}

function exampleIn(schema: unknown): unknown {
  return isObject(schema) ? schema['example'] : undefined
}

/** Names with which several types end: `thread_id` where there are a `thread` and a `chat_thread`. */
function sharedNames(drafts: readonly TypeDraft[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { name } of drafts) {
    const steps = name.split('_')
    for (const end of steps.map((_, index) => plain(singularName(steps.slice(index).join('_'))))) {
      if (seen.has(end)) shared.add(end)
      seen.add(end)
    }
  }
  return shared
}

class Search {
  private readonly shared: ReadonlySet<string>
  private readonly ids = new Map<string, Set<string>>()
  /** Paths of links, by the step before the last. */
  private readonly links = new Map<string, string[]>()
  /** Properties called as ids that have a pattern, by their names. */
  private readonly schemas = new Map<string, Readonly<Record<string, unknown>>>()
  /** Whether the ids of schemas are UUIDs, as far as they tell. */
  private readonly owned: boolean[] = []
  /** The same of properties called as ids, by their names. */
  private readonly forms = new Map<string, boolean>()
  private left = MOST_NODES
  private linked = 0

  constructor(shared: ReadonlySet<string>) {
    this.shared = shared
  }

  named(name: string, value: unknown): void {
    if (typeof value !== 'string' || value.length > 128 || !NAMED.test(name)) return
    if (LINK.test(name)) this.link(value)
    else if (isIdForm(value)) keep(this.ids, plain(name), value)
  }

  described(name: string, schema: unknown): void {
    if (!isObject(schema) || typeof schema['pattern'] !== 'string' || !REFERS.test(name)) return
    if (!this.schemas.has(plain(name))) this.schemas.set(plain(name), schema)
  }

  /** The property `id` of a schema. */
  own(schema: unknown): void {
    const told = isUuid(schema)
    if (told !== undefined) this.owned.push(told)
  }

  /** A property called as the id of another thing. */
  formed(name: string, schema: unknown): void {
    const told = REFERS.test(name) && !OF_CALLS.test(plain(name)) ? isUuid(schema) : undefined
    if (told !== undefined) this.forms.set(plain(name), (this.forms.get(plain(name)) ?? true) && told)
  }

  inside(value: unknown, depth: number): void {
    if (depth > MOST_DEEP || this.left-- < 0) return
    if (Array.isArray(value)) for (const one of value.slice(0, MOST_ITEMS)) this.inside(one, depth + 1)
    else if (isObject(value))
      for (const [name, one] of Object.entries(value)) {
        if (typeof one === 'string') this.named(name, one)
        else this.inside(one, depth + 1)
      }
  }

  private link(value: string): void {
    const [, path = ''] = /^(?:https?:\/\/[^/?#]+)?(\/[^?#]*)/.exec(value) ?? []
    const [last = '', before = ''] = path.split('/').toReversed()
    if (before === '' || !isIdForm(last) || this.linked++ > MOST_LINKS) return
    const known = this.links.get(before)
    if (known === undefined) this.links.set(before, [path])
    else known.push(path)
  }

  byName(draft: TypeDraft): readonly string[] {
    return this.namesOf(draft).flatMap((name) => [...(this.ids.get(name) ?? [])])
  }

  referring(draft: TypeDraft): readonly Schema[] {
    return this.namesOf(draft)
      .map((name) => this.schemas.get(name))
      .filter((one) => one !== undefined)
  }

  /** What a property that refers to one of the type is called. */
  private namesOf({ name, hints }: TypeDraft): readonly string[] {
    const names = new Set([name, ...hints.names].map((one) => plain(singularName(one))))
    return [...names].flatMap((one) => (this.shared.has(one) ? [] : [`${one}id`]))
  }

  inCapitals(): boolean {
    const names = [...this.ids].filter(([name]) => !OF_CALLS.test(name))
    const shown = names.map(([, ids]) => [...ids].every((id) => IN_CAPITALS.test(id)))
    const described = [...this.schemas].flatMap(([name, schema]) => {
      const pattern = textOf(schema['pattern'])
      return this.ids.has(name) || !ONE_CASE.test(pattern) ? [] : [CAPITALS.test(pattern)]
    })
    const linked = [...this.links.values()].map((paths) =>
      paths.every((path) => IN_CAPITALS.test(path.slice(path.lastIndexOf('/') + 1))),
    )
    const all = [...shown, ...described, ...linked]
    return all.length >= ENOUGH && all.filter((one) => one).length >= all.length * NEARLY_ALL
  }

  areUuids(): boolean {
    const shown = [...this.ids].flatMap(([name, ids]) =>
      OF_CALLS.test(name) || this.forms.has(name) ? [] : [[...ids].every((id) => UUID.test(id))],
    )
    const all = [...shown, ...this.forms.values(), ...this.owned]
    return all.length >= ENOUGH && all.filter((one) => one).length >= all.length * NEARLY_ALL
  }

  byPath({ families }: TypeDraft): readonly string[] {
    if (this.links.size === 0) return []
    return families.flatMap(({ members }) =>
      members.flatMap(({ act, site }) => {
        const [, above = '', step = ''] = /^(.*\/([^/{}]+))\/\{[^{}]+\}$/.exec(act.op.path) ?? []
        if (site.role !== 'item' || step === '') return []
        const form = new RegExp(`${above.replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{[^{}]*\}/g, '[^/]+')}/[^/]+$`)
        return (this.links.get(step) ?? [])
          .filter((path) => form.test(path))
          .map((path) => path.slice(path.lastIndexOf('/') + 1))
      }),
    )
  }
}

const LINK = /^(href|url|uri|self|link|location)$/i
/** A link, or the id of something: `plan_id`, `planIDs`. */
const NAMED = /^(href|url|uri|self|link|location)$|.ids?$/i

/** The id of something else: `capture_id`. */
const REFERS = /[a-z]_id$|[a-z]I[dD]$/
/** Ids of requests, which are no records. */
const OF_CALLS = /^(debug|request|trace|correlation|error|log)ids?$/
const IN_CAPITALS = /^(?=.*[A-Z])[A-Z0-9-]+$/
/** `^[A-Z0-9]+$`, `^[0-9a-f]{24}$`: letters of one case. */
const ONE_CASE = /^\^?\[(?:[A-Za-z]-[A-Za-z]0-9|0-9[A-Za-z]-[A-Za-z])\](?:[+*]|\{\d+(?:,\d*)?\})\$?$/
const CAPITALS = /A-Z/
/** Kinds of ids from which something is told of all. */
const ENOUGH = 3
const NEARLY_ALL = 0.8

function keep(ids: Map<string, Set<string>>, key: string, value: string): void {
  const known = ids.get(key)
  if (known === undefined) ids.set(key, new Set([value]))
  else if (known.size < MOST_IDS) known.add(value)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the schema of an id tells that it is a UUID, by its format, its pattern or its example; undefined where it tells nothing. */
function isUuid(schema: unknown): boolean | undefined {
  if (!isObject(schema)) return undefined
  const { type, format, pattern, example, examples } = schema
  if (format === 'uuid' || format === 'guid') return true
  if ([type].flat().some((one) => one === 'integer' || one === 'number')) return false
  const shown = [example, ...(Array.isArray(examples) ? examples : [])].filter((one) => one !== undefined)
  if (shown.length > 0) return shown.every((one) => UUID.test(textOf(one)))
  return typeof pattern === 'string' ? /0-9a-f/i.test(pattern) && pattern.includes('-') : undefined
}

/** What stands before a separator is drawn too. */
const MIXED = /^[a-z]*[A-Z]+[a-z][A-Za-z]*[_-]/

/** Letters and digits of which something can be told, and no word, name or placeholder. */
export function isIdForm(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || text.length < 8 || MIXED.test(text)) return false
  return (
    !/x{4}|example|sample|your|test|foo|(?:^|[^\d])(?:0+|123456789?0?)$/i.test(text) && fromSample(text) !== undefined
  )
}
