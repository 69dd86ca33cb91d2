/**
 * The resource types of a description: collections that exchange the same
 * schema are one type, wherever they stand; where schemas are written in place,
 * paths decide. Schemas that anything may use (Status, Response) never join.
 * Kept whole: every rule of joining is read in the order they run.
 */
import type { ResourceType } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { tells, uniqueName } from '../naming/type-names.ts'
import { plain, singularName } from '../naming/words.ts'
import type { Survey } from '../paths/sites.ts'
import type { RecordHints } from '../schemas/bodies.ts'
import { isEnvelope } from '../schemas/envelope-words.ts'
import type { Reader } from '../schemas/reader.ts'
import { requestSchema } from '../schemas/requests.ts'
import { listOf } from '../schemas/shown.ts'
import { withPartsOf } from './called-parts.ts'
import { type Family, familiesOf, isCreate, type Member } from './families.ts'
import { isBare, join } from './join-families.ts'
import { alive, fullest } from './representations.ts'

export interface TypeDraft {
  readonly name: ResourceType
  readonly home: Family
  readonly families: readonly Family[]
  /** The fullest representation. */
  readonly schema: Schema
  readonly singleton: boolean
  /** No operation shows or makes its records: nothing can be known of them. */
  readonly unseen: boolean
  readonly hints: RecordHints
  readonly why: string
}

export function findTypes(surveyed: Survey, reader: Reader): readonly TypeDraft[] {
  const families = familiesOf(surveyed, reader)
  const groups = join(families, reader)
  const names = new Set<string>()
  const singletons = groups.filter((group) => group[0]?.singleton === true)
  const collections = groups.filter((group) => group[0]?.singleton !== true)
  const central = [...collections].sort((a, b) => (a[0]?.parts.length ?? 0) - (b[0]?.parts.length ?? 0))
  return [...central, ...singletons].map((group) => draftOf(group, names, reader))
}

/** More names than these tell nothing new, and every property is compared with each. */
const NAMES = 24

function draftOf(group: readonly Family[], names: Set<string>, reader: Reader): TypeDraft {
  const home = group[0]
  if (home === undefined) throw new Error('A type has at least one family')
  const schema = fullest(group, reader)
  const component = reader.component(schema)
  const name = uniqueName(
    home,
    component !== undefined && tells(component, home.literal, schema, reader) ? component : undefined,
    names,
  )
  const properties = reader.properties(schema)
  const components = new Set<string>()
  for (const family of group)
    for (const found of family.shown) {
      const shown = alive(found.schema, reader)
      const of = reader.component(shown)
      if (of !== undefined && shows(shown, properties, reader)) components.add(of)
    }
  if (component !== undefined) components.add(component)
  const places = group.flatMap((f) => f.shown.flatMap((found) => found.place.slice(-1))).filter((p) => !isEnvelope(p))
  const literals = group.flatMap((f) => (f.literal === '' || f.parts.at(-1)?.param === true ? [] : [f.literal]))
  const params = group.flatMap((f) =>
    f.members.flatMap((m) => (m.site.role === 'item' && m.site.target !== undefined ? [m.site.target] : [])),
  )
  return {
    name,
    home,
    families: group,
    schema: withPartsOf(
      withListed(schema, group, reader),
      group.flatMap(({ members }) => members),
      reader,
    ),
    singleton: home.singleton,
    unseen: group.every(isBare),
    hints: {
      names: [...new Set([name, ...literals, ...literals.map(singularName), ...places])].slice(0, NAMES),
      components,
      params: [...new Set(params)].slice(0, NAMES),
      ...(properties.size > 0 && { known: new Set([...properties.keys()].map(plain)) }),
    },
    why: whyOf(group, component),
  }
}

/** The record with what its creates take and only lists show: the note of a summary. */
function withListed(schema: Schema, group: readonly Family[], reader: Reader): Schema {
  const known = new Set([...reader.properties(schema).keys()].map(plain))
  const members = group.flatMap((family) => family.members)
  const asked = (some: readonly Member[]): ReadonlySet<string> =>
    new Set(
      some.flatMap(({ act }) => [
        ...[...reader.properties(requestSchema(act.op)).keys()].map(plain),
        ...act.op.parameters.map(({ name }) => plain(name)),
      ]),
    )
  const given = asked(members.filter(isCreate))
  const naming = asked(members.filter((one) => !isCreate(one) && !/^(PUT|PATCH)$/.test(one.act.op.method)))
  const lists = members.filter(({ site, act }) => site.role === 'collection' && act.op.method === 'GET')
  const more = lists
    .flatMap(({ act }) => [...reader.properties(listOf(act, { names: [] }, reader)?.schema)])
    .filter(([name, property]) => {
      const own = plain(name)
      const isOther = given.has(own) && !known.has(own) && !naming.has(own) && !NAMES_ONE.test(own)
      return isOther && reader.isScalar(property)
    })
  if (known.size === 0 || more.length === 0) return schema
  return { allOf: [schema, { type: 'object', properties: Object.fromEntries(more) }] }
}

/** What may name this record or another one. */
const NAMES_ONE = /(id|uid|uuid|guid|sid|key|name|slug|code|number|url|uri|arn|token|status|state|type|kind)s?$/

/** True when most of what a schema holds is part of the record: an answer about a task is not. */
function shows(schema: Schema, record: ReadonlyMap<string, Schema>, reader: Reader): boolean {
  const own = reader.properties(schema)
  let shared = 0
  for (const name of own.keys()) if (record.has(name)) shared++
  return own.size === 0 || shared / own.size >= 0.5
}

function whyOf(group: readonly Family[], component: string | undefined): string {
  const paths = group.map((family) => `/${family.parts.map((p) => (p.param ? `{${p.text}}` : p.text)).join('/')}`)
  const shown = paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ')
  if (group[0]?.singleton === true) return `there is one at ${shown}`
  if (component === undefined) return `the collection ${shown}`
  return `${shown} (schema ${component})`
}
