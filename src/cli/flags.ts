/** Flag values of one invocation, by name without dashes. */
import { ToolError } from '../support/errors.ts'

export type FlagValue = true | string | readonly string[]

export class Flags {
  readonly #values: ReadonlyMap<string, FlagValue>

  constructor(values: Iterable<readonly [string, FlagValue]>) {
    this.#values = new Map(values)
  }

  /** All that was given. */
  record(): Readonly<Record<string, FlagValue>> {
    return Object.fromEntries(this.#values)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name)
    return typeof value === 'string' ? value : undefined
  }

  list(name: string): readonly string[] {
    const value = this.#values.get(name)
    if (value === undefined || value === true) return []
    return typeof value === 'string' ? [value] : value
  }

  /** A flag that counts things. */
  count(name: string, otherwise: number, [least, most]: readonly [number, number] = [0, 999_999_999]): number {
    const text = this.text(name)
    if (text === undefined) return otherwise
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most))
      throw new ToolError('usage', `--${name} must be a whole number from ${least} to ${most}, not "${text}"`)
    return value
  }

  /** A flag that is true or false, as `--auth=false`. */
  truth(name: string, otherwise: boolean): boolean {
    const value = this.#values.get(name)
    if (value === undefined) return otherwise
    if (value === true || value === 'true') return true
    if (value === 'false') return false
    throw new ToolError('usage', `--${name} must be true or false, not "${String(value)}"`)
  }
}
