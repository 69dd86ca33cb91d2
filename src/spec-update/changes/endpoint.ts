/** Requests that no operation of the document answers. */
import { pointerText } from '../../api/references.ts'
import type { AnswerEvidence } from '../evidence.ts'
import { type Sightings, together } from '../sightings.ts'
import type { Found, Sources } from '../sources.ts'
import { isRepeated } from '../thresholds.ts'
import type { ChangeKind } from './change.ts'
import { responseOf } from './status.ts'

const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

export const endpoint: ChangeKind = {
  class: 'endpoint',
  ofEvidence({ unknown, operations }, sources) {
    const anchor = sources.below(sources.root, 'paths')
    if (anchor === undefined) return []
    const strangers = operations.filter(({ at }) => at === undefined)
    return [...unknown, ...strangers].flatMap((one) => {
      const seen = seenIn(one)
      if (!METHODS.has(one.method) || one.method === 'OPTIONS' || one.method === 'HEAD') return []
      return [
        {
          ...{ class: 'endpoint', anchor, name: `${one.method} ${one.path}`, isRequest: false, among: 'requests' },
          ...{ operation: { method: one.method, path: one.path }, seen, samples: seen.count, shapes: [] },
          answers: [...one.answers.values()],
        } as const,
      ]
    })
  },
  holds: ({ seen }, thresholds) => isRepeated(seen, thresholds),
  plan({ anchor, operation: { method, path }, answers = [] }, sources) {
    const codes = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)
    const responses = Object.fromEntries(
      codes.map((code) => [
        String(code),
        responseOf(
          code,
          answers.filter(({ status }) => status === code),
          sources,
        ),
      ]),
    )
    const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true },
      ...(sources.idiom === 'swagger-2.0' ? { type: 'string' } : { schema: { type: 'string' } }),
    }))
    const value = { ...(parameters.length > 0 && { parameters }), responses }
    const verb = method.toLowerCase()
    const item = itemFor(anchor, path, sources)
    const base = anchor.pointer + pointerText([path])
    if (item === undefined)
      return {
        disposition: 'SUGGESTION',
        pointer: `${base}/${verb}`,
        value,
        ops: [{ op: 'add', path: base, value: { [verb]: value } }],
      }
    const pointer = `${item.pointer}/${verb}`
    const own = sources.child(item, 'parameters') === undefined ? value : { responses }
    return { disposition: 'SUGGESTION', pointer, value: own, ops: [{ op: 'add', path: pointer, value: own }] }
  },
}

function seenIn({ answers }: { readonly answers: ReadonlyMap<string, AnswerEvidence> }): Sightings {
  return together([...answers.values()].map(({ seen }) => seen))
}

/** The path item that takes other methods, whatever its parameters are called. */
function itemFor(paths: Found, path: string, sources: Sources): Found | undefined {
  const form = formOf(path)
  return sources.members(paths).find(([key]) => formOf(key) === form)?.[1]
}

function formOf(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}
