/** Collects violations up to a limit, and spells values in their clauses. */
import { shownJson } from '../../support/exact-json.ts'
import type { SchemaViolation } from './compile.ts'

export class Report {
  readonly found: SchemaViolation[] = []
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get full(): boolean {
    return this.found.length >= this.limit
  }

  add(pointer: string, keyword: string, message: string): void {
    if (!this.full) this.found.push({ pointer, keyword, message })
  }
}

/** The pointer one step further into the instance. */
export function step(pointer: string, name: string | number): string {
  if (typeof name === 'number') return `${pointer}/${name}`
  const plain = !name.includes('~') && !name.includes('/')
  return `${pointer}/${plain ? name : name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A value as it stands in a clause, short enough for one line. */
export function spell(value: unknown): string {
  const text = shownJson(JSON.stringify(value, brief) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Keeps `JSON.stringify` from writing out what would be cut off anyway. */
function brief(key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > 80) return value.slice(0, 80)
  return key !== '' && typeof value === 'object' && value !== null ? (Array.isArray(value) ? [] : {}) : value
}

/** "1 item", "3 items". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
