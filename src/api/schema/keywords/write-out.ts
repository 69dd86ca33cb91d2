/**
 * A node that is asked often, written out as one function of its own. Closures
 * of one kind share what the engine learns of them; a function of its own is
 * learnt for its own objects, and reads their properties several times faster.
 * Nothing of a schema becomes code but its property names, as JSON text.
 */
import { isWhole, MARK_CODE } from '../../../support/exact-number.ts'
import { effort } from './effort.ts'
import type { Check, Entry, ObjectCheck, Parts } from './keyword.ts'
import { isOfType, type TypeMask } from './types.ts'

/** Properties beyond which looking at those that came is cheaper than looking for each. */
const PROPERTIES = 64

/** The verdict as a function of its own; undefined when a closure does as well, or code may not be made here. */
export function writeOut(parts: Parts, depth: number): ((value: unknown) => boolean) | undefined {
  const writer = new Writer(depth + 1)
  const body = [
    ...(parts.types === undefined ? [] : [`if (!(${writer.typeText(parts.types)})) return false`]),
    ...writer.all(parts.any),
    ...writer.when(IS_TEXT, writer.all(parts.string)),
    ...writer.when(`typeof v === 'number' || ${IS_EXACT}`, writer.all(parts.number)),
    ...writer.when('Array.isArray(v)', writer.all(parts.array)),
    ...writer.when(
      writer.typeText(isOfType.object),
      parts.object.flatMap((check) => writer.object(check)),
    ),
    'return true',
  ]
  return body.length < 2 ? undefined : writer.make(body)
}

class Writer {
  private readonly values: unknown[] = []
  private readonly depth: number

  constructor(depth: number) {
    this.depth = depth
  }

  all(checks: readonly Check<never>[]): string[] {
    return checks.map((check) => {
      check.warm?.(this.depth)
      const target = check.target?.()
      if (target === undefined) return `if (!${this.use(check)}.accepts(v)) return false`
      const [bounds, found] = [this.use(effort), this.use(target.check)]
      return `{ ${bounds}.enter(${target.cost}); const holds = ${found}.accepts(v); ${bounds}.leave(); if (!holds) return false }`
    })
  }

  when(condition: string, lines: readonly string[]): string[] {
    return lines.length === 0 ? [] : [`if (${condition}) {`, ...lines, '}']
  }

  object(check: ObjectCheck): string[] {
    const { plan } = check
    if (plan === undefined || plan.entries.size > PROPERTIES) return this.all([check])
    const lines = [...plan.entries].flatMap(([name, entry]) => this.property(name, entry, plan.closed))
    if (!plan.closed) return ['let m', ...lines]
    // As many names as were found, or else the closure looks which one is too many.
    const slow = this.use(check)
    return ['let m, n = 0', ...lines, 'for (const k in v) n--', `if (n !== 0 && !${slow}.accepts(v)) return false`]
  }

  private property(name: string, { check, required, isText }: Entry, counts: boolean): string[] {
    const key = JSON.stringify(name)
    const isInherited = name in Object.prototype
    const present = `${isInherited ? `Object.hasOwn(v, ${key}) && ` : ''}(m = v[${key}]) !== undefined`
    check?.warm?.(this.depth)
    const refuses = isText
      ? `typeof m !== 'string' || m.charCodeAt(0) === ${MARK_CODE}`
      : check === undefined
        ? undefined
        : `!${this.use(check)}.accepts(m)`
    return [
      `if (${present}) {`,
      ...(refuses === undefined ? [] : [`if (${refuses}) return false`]),
      ...(counts ? ['n++'] : []),
      required ? '} else return false' : '}',
    ]
  }

  typeText(mask: TypeMask): string {
    let left = mask
    const texts: string[] = []
    for (const [bits, text] of TYPE_TEXTS)
      if ((left & bits) === bits) {
        texts.push(`(${text})`)
        left &= ~bits
      }
    return texts.join(' || ')
  }

  make(body: readonly string[]): ((value: unknown) => boolean) | undefined {
    const names = this.values.map((_value, i) => `x${i}`)
    try {
      const maker = new Function('w', ...names, `'use strict'\nreturn (v) => {\n${body.join('\n')}\n}`)
      return maker(isWhole, ...this.values) as (value: unknown) => boolean
    } catch {
      return undefined
    }
  }

  private use(value: unknown): string {
    return `x${this.values.push(value) - 1}`
  }
}

/** How a number is told that is held by its digits, and a text that is none. */
const IS_EXACT = `typeof v === 'string' && v.charCodeAt(0) === ${MARK_CODE}`
const IS_TEXT = `typeof v === 'string' && v.charCodeAt(0) !== ${MARK_CODE}`

/** `w` is `isWhole`. */
const TYPE_TEXTS: readonly (readonly [TypeMask, string])[] = [
  [isOfType.null, 'v === null'],
  [isOfType.boolean, "typeof v === 'boolean'"],
  [isOfType.number, `Number.isFinite(v) || ${IS_EXACT}`],
  [isOfType.integer, `Number.isInteger(v) || ${IS_EXACT} && w(v)`],
  [isOfType.string, IS_TEXT],
  [isOfType.array, 'Array.isArray(v)'],
  [isOfType.object, "typeof v === 'object' && v !== null && !Array.isArray(v)"],
]
