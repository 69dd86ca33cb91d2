import { printable } from '../../support/printable.ts'

/** Facts as `name: value` lines, the values in one column. */
export function block(facts: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const width = Math.max(...facts.map(([name]) => name.length)) + 1
  return facts.map(([name, value]) => `${`${name}:`.padEnd(width)}  ${printable(value)}`.trimEnd())
}

/** `3 operations`, `1 operation`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
