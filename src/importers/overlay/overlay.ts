/**
 * Overlay documents (OpenAPI Overlay Specification 1.0 and 1.1): what they say,
 * judged as a whole. `extends` names the document an overlay was made for; which
 * one it is applied to is said by whoever applies it.
 */
import type { ImportProblem } from '../../api/description.ts'
import { field, isObject, textOf } from '../../support/json.ts'
import { nearest } from '../../support/nearest.ts'
import { err, ok, type Result } from '../../support/result.ts'
import { type ParsedDocument, parseDocument } from '../documents.ts'
import type { SourceDocument } from '../importer.ts'
import { locateAll } from '../locate.ts'
import { parseJsonPath, type Query } from './json-path.ts'

export interface Overlay {
  readonly location: string
  readonly title: string
  readonly actions: readonly Action[]
}

/** A change of whatever the target selects. */
export interface Action {
  /** As written. */
  readonly text: string
  readonly target: Query
  readonly change: Change
  readonly line: number | undefined
}

export type Change =
  | { readonly kind: 'remove' }
  | { readonly kind: 'update'; readonly value: unknown }
  | { readonly kind: 'copy'; readonly from: Query; readonly text: string }

/** Actions of one overlay. */
const MOST_ACTIONS = 10_000

/** The overlay that a document is; otherwise the first thing wrong with it, with its place. */
export function readOverlay(document: SourceDocument): Result<Overlay, ImportProblem> {
  const parsed = parseDocument(document)
  if (!parsed.ok) return err({ ...parsed.error, document: document.location })
  const { value, problems } = parsed.value
  const [broken] = problems
  if (value === undefined)
    return err(broken ?? { document: document.location, pointer: '', message: 'It is neither JSON nor YAML' })
  const judged = judge(value)
  if ('pointer' in judged) return err(placed(parsed.value, judged.pointer, judged.message))
  const places = judged.actions.map((_, index) => `/actions/${index}/target`)
  const positions = locateAll(parsed.value.text, places)
  return ok({
    location: document.location,
    title: judged.title,
    actions: judged.actions.map((action, index) => ({
      ...action,
      line: positions.get(places[index] ?? '')?.line,
    })),
  })
}

function placed({ location, text }: ParsedDocument, pointer: string, message: string): ImportProblem {
  return { document: location, pointer, ...locateAll(text, [pointer]).get(pointer), message }
}

interface Wrong {
  readonly pointer: string
  readonly message: string
}

type Judged = { readonly title: string; readonly actions: readonly Omit<Action, 'line'>[] } | Wrong

function judge(value: unknown): Judged {
  const version = field(value, 'overlay')
  if (!isObject(value) || version === undefined)
    return { pointer: '', message: 'It is not an overlay: "overlay: 1.0.0" is missing' }
  if (!/^1\.\d+(?:\.\d+)?$/.test(textOf(version)))
    return { pointer: '/overlay', message: `Overlay version ${JSON.stringify(version)} is not read, 1.0 and 1.1 are` }
  const title = field(field(value, 'info'), 'title')
  if (typeof title !== 'string' || title.trim() === '')
    return { pointer: '/info', message: 'An overlay has a title: "info: {title, version}" is missing' }
  const stranger = strangerOf(value, ['overlay', 'info', 'extends', 'actions'])
  if (stranger !== undefined) return { pointer: `/${stranger.name}`, message: stranger.message }
  const actions = field(value, 'actions')
  if (!Array.isArray(actions) || actions.length === 0)
    return { pointer: '/actions', message: 'An overlay has a list of actions, at least one' }
  if (actions.length > MOST_ACTIONS)
    return { pointer: '/actions', message: `There are more than ${MOST_ACTIONS} actions` }
  const read: Omit<Action, 'line'>[] = []
  for (const [index, action] of actions.entries()) {
    const found = readAction(action)
    if ('pointer' in found) return { ...found, pointer: `/actions/${index}${found.pointer}` }
    read.push(found)
  }
  return { title: title.trim(), actions: read }
}

function readAction(action: unknown): Omit<Action, 'line'> | Wrong {
  if (!isObject(action)) return { pointer: '', message: 'An action is an object with "target" and a change' }
  const stranger = strangerOf(action, ['target', 'description', 'update', 'remove', 'copy'])
  if (stranger !== undefined) return { pointer: `/${stranger.name}`, message: stranger.message }
  const target = readPath(action, 'target')
  if ('message' in target) return target
  const { text, query } = target
  const remove = field(action, 'remove')
  if (remove !== undefined && typeof remove !== 'boolean')
    return { pointer: '/remove', message: '"remove" is true or false' }
  if (remove === true) return { text, target: query, change: { kind: 'remove' } }
  if (Object.hasOwn(action, 'update'))
    return { text, target: query, change: { kind: 'update', value: action['update'] } }
  if (!Object.hasOwn(action, 'copy'))
    return { pointer: '', message: 'The action changes nothing: "update", "remove: true" or "copy" is missing' }
  const copied = readPath(action, 'copy')
  if ('message' in copied) return copied
  return { text, target: query, change: { kind: 'copy', from: copied.query, text: copied.text } }
}

function readPath(action: object, key: string): { readonly text: string; readonly query: Query } | Wrong {
  const text = field(action, key)
  if (typeof text !== 'string') return { pointer: `/${key}`, message: `"${key}" is a JSONPath` }
  const parsed = parseJsonPath(text)
  if (parsed.ok) return { text, query: parsed.value }
  const { offset, message } = parsed.error
  return {
    pointer: `/${key}`,
    message: `${quoted(text)} is not a valid JSONPath, at character ${offset + 1}: ${message}`,
  }
}

/** A field that nobody knows would else do nothing, silently. */
function strangerOf(
  object: object,
  known: readonly string[],
): { readonly name: string; readonly message: string } | undefined {
  const name = Object.keys(object).find((key) => !known.includes(key) && !key.startsWith('x-'))
  if (name === undefined) return undefined
  const meant = nearest(name, known)
  const hint = meant === undefined ? `there is ${known.join(', ')}` : `did you mean "${meant}"?`
  return { name, message: `"${name.slice(0, 60)}" is not a field of it (${hint})` }
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
