/** Where a record is found: the path of the operation that reads it. */

import type { HeaderDescription } from '../../api/description.ts'
import type { OperationKind, OperationPlan, ResourcePlan, TargetPlan } from '../../api/plan.ts'
import { encodePercent } from '../../http/percent.ts'
import { at } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { acknowledges } from '../operation/answers/receipts.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import type { Runtime } from '../runtime.ts'
import { idText } from '../state/place.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { shownValue } from './shown-value.ts'

/** A Location field for operations that declare one, or answer 201; [] when nothing reads the record. */
export function locationOf(call: Call, record: StoredRecord): readonly string[] {
  const path = tellsLocation(call.compiled, call.runtime)
    ? (addressOf(call, record, call.compiled.operation.path) ?? addressOf(call, record))
    : undefined
  if (path !== undefined) return ['Location', rooted(call, path)]
  // Nothing reads it: below where it was made, where a Location is declared and no other is shown.
  const declared = declaredLocation(call.compiled)
  const id = idText(at(record.value, call.compiled.resource?.id.place ?? []))
  if (declared === undefined || id === undefined || shownValue(declared, call.runtime) !== undefined) return []
  return ['Location', rooted({ ...call, base: '' }, `${call.request.path}/${encodePercent(id)}`)]
}

const declaredLocation = oncePer(
  ({ success }: CompiledOperation): HeaderDescription | undefined =>
    Object.entries(success.response?.headers ?? {}).find(([name]) => name.toLowerCase() === 'location')?.[1],
)

/** A path below the base path as clients ask for it: from the root of the server. */
export function rooted({ sandbox, base }: Call, path: string): string {
  return `/${sandbox.settings.name}${base}${path}`
}

/** The path of a record below the base path, right under `under` where that is said; undefined when nothing reads it. */
export function addressOf(
  call: Call,
  record: StoredRecord,
  under?: string,
  among: typeof readersOf = readersOf,
): string | undefined {
  const { resource: own, operation } = call.compiled
  // What a verb makes of another record has its own address.
  const resource = operation.plan.makes?.type === record.type ? call.runtime.resource(record.type) : own
  for (const { parts, plan, target, below } of resource === undefined ? [] : among(resource, call.runtime)) {
    if (under !== undefined && below !== under) continue
    const path = filled(parts, (name) =>
      name === target.name ? idText(at(record.value, target.property)) : parentText(call, record, plan, name),
    )
    if (path !== undefined) return path
  }
  return undefined
}

export interface Reader {
  /** The path that it stands right under. */
  readonly below: string
  /** The template, cut at its parameters: text, name, text, name, text. */
  readonly parts: readonly string[]
  /** What ends in a path of the template. */
  readonly form: RegExp
  /** What ends in its last steps, the collection and the record. */
  readonly tail: RegExp
  readonly plan: OperationPlan
  readonly target: TargetPlan
}

/** Operations that read records of a type by their path; those that name them by their id come first. */
export const readersOf: (resource: ResourcePlan, runtime: Runtime) => readonly Reader[] = oncePer(
  (resource, runtime) => {
    const id = resource.id.place.join('.')
    const byId = ({ target }: Reader): number => (target.property.join('.') === id ? 0 : 1)
    return namingOf(resource, runtime, READS).sort((a, b) => byId(a) - byId(b))
  },
)

const READS: ReadonlySet<OperationKind> = new Set(['read'])
const KEEPS: ReadonlySet<OperationKind> = new Set(['update', 'replace', 'delete'])

/** The same, or where nothing reads them those that change or delete what their path ends with. */
export const keepersOf: (resource: ResourcePlan, runtime: Runtime) => readonly Reader[] = oncePer(
  (resource, runtime) => {
    const readers = readersOf(resource, runtime)
    return readers.length > 0
      ? readers
      : namingOf(resource, runtime, KEEPS).filter(
          ({ parts, target }) => parts.at(-1) === '' && parts.at(-2) === target.name,
        )
  },
)

function namingOf(resource: ResourcePlan, runtime: Runtime, kinds: ReadonlySet<OperationKind>): Reader[] {
  return runtime.operationsOn(resource.type).flatMap(({ path, plan }): readonly Reader[] => {
    if (!kinds.has(plan.kind) || plan.target?.in !== 'path') return []
    const parts = path.split(/\{([^{}]+)\}/)
    const below = path.slice(0, path.lastIndexOf('/'))
    return [{ parts, form: formOf(parts), tail: tailOf(parts), plan, target: plan.target, below }]
  })
}

function formOf(parts: readonly string[]): RegExp {
  const sources = parts.map((part, index) => (index % 2 === 0 ? part.replace(/[^\w/-]/g, '\\$&') : '[^/?#]+'))
  return new RegExp(`${sources.join('')}$`)
}

function tailOf(parts: readonly string[]): RegExp {
  const around = (parts.at(-3) ?? '').slice((parts.at(-3) ?? '').slice(0, -1).lastIndexOf('/'))
  return /^\/[^/]+\/$/.test(around) && parts.at(-1) === '' ? formOf([around, '', '']) : formOf(parts)
}

/** True unless an answer neither declares a Location, nor is 201, nor hides the record; of what is only on its way there is none yet. */
const tellsLocation = oncePer((compiled: CompiledOperation, runtime: Runtime): boolean => {
  const { success, operation } = compiled
  if (declaredLocation(compiled) !== undefined || success.status === 201) return true
  return operation.plan.output === undefined && !acknowledges(compiled, runtime)
})

function parentText(call: Call, record: StoredRecord, plan: OperationPlan, name: string): string | undefined {
  const parent = plan.parents.find((p) => p.in === 'path' && p.name === name)
  if (parent !== undefined && Object.hasOwn(record.links, parent.link)) return record.links[parent.link]
  return call.pathParameters.get(name)
}

/** The template with every parameter filled in; undefined when one is not known. */
export function filled(
  parts: readonly string[],
  value: (name: string) => string | undefined,
  spell: (text: string) => string = encodePercent,
): string | undefined {
  let path = ''
  for (const [index, part] of parts.entries()) {
    const text = index % 2 === 0 ? part : value(part)
    if (text === undefined) return undefined
    path += index % 2 === 0 ? text : spell(text)
  }
  return path
}
