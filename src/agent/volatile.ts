/** Fields whose values mean nothing: those that are set so, and those that look so. */
import type { Endpoint } from './baseline/endpoint.ts'
import { type Field, fieldPath } from './baseline/field.ts'
import { type Told, toldField, toldTemplate } from './tellable.ts'

export interface VolatileSuggestion {
  readonly upstream: string
  readonly method: string
  readonly template: string
  readonly field: string
  /** Exchanges that held it, and the share of them in which it was another value than before, 0 to 1. */
  readonly samples: number
  readonly changed: number
}

const MOST_SUGGESTIONS = 1_000
const FEWEST_SAMPLES = 20

/** `settings` are names of fields, or JSON pointers in which `*` and `-` stand for any element. */
export function volatileTest(settings: readonly string[]): (field: Field) => boolean {
  if (settings.length === 0) return () => false
  const names = new Set(settings.filter((text) => !text.startsWith('/')))
  const pointers = new Set(settings.filter((text) => text.startsWith('/')).map(pointerAsPath))
  return (field) => names.has(ownName(field)) || names.has(fieldPath(field)) || pointers.has(fieldPath(field))
}

function pointerAsPath(pointer: string): string {
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce((path, step) => {
    if (step === '-' || step === '*' || /^\d+$/.test(step)) return `${path}[]`
    const shown = /^[\w$-]+$/.test(step) ? step : `["${step}"]`
    return path === '' || shown.startsWith('[') ? path + shown : `${path}.${shown}`
  }, '')
}

function ownName({ name, parent }: Field): string {
  return (name === '[]' || name === '*') && parent !== undefined ? ownName(parent) : name
}

/** Fields outside lists that were another value nearly every time. */
export function suggestVolatile(
  endpoints: Iterable<Endpoint>,
  toldOf: (upstream: string) => Told,
): readonly VolatileSuggestion[] {
  const found: VolatileSuggestion[] = []
  for (const { upstream, method, template, isDeclared, families } of endpoints) {
    const told = toldOf(upstream)
    const shown = isDeclared ? template : toldTemplate(template, told)
    const family = families.get('2xx')
    if (family === undefined || family.samples < FEWEST_SAMPLES) continue
    visit(family.body, (field) => {
      // One of few words means something, however often it changes.
      if (
        field.isEnum ||
        found.length >= MOST_SUGGESTIONS ||
        field.seen < FEWEST_SAMPLES ||
        field.changes < 0.95 * field.seen
      )
        return
      const changed = Math.min(1, Math.round((100 * field.changes) / field.seen) / 100)
      found.push({
        upstream,
        method,
        template: shown,
        field: toldField(fieldPath(field), told),
        samples: field.seen,
        changed,
      })
    })
  }
  return found
}

function visit(field: Field, tell: (field: Field) => void): void {
  for (const child of field.children?.values() ?? []) {
    if (child.name === '[]' || child.name === '*') continue
    if (child.children === undefined) tell(child)
    else visit(child, tell)
  }
}
