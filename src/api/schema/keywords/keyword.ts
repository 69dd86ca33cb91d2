/** What a keyword's compiler gets and gives. */
import type { Report } from '../report.ts'
import type { Schema, SchemaObject } from '../schema.ts'
import type { Evaluated } from './evaluated.ts'
import type { Scope } from './scope.ts'
import type { TypeMask } from './types.ts'

/** A compiled schema or one compiled keyword. */
export interface Check<T = unknown> {
  /** The fast verdict. */
  readonly accepts: (value: T) => boolean
  /** Adds what is wrong with a value; nothing when it is fine. */
  readonly explain: (value: T, pointer: string, report: Report) => void
  /** The verdict, and what was looked at; left out by keywords that look at no member. */
  readonly marks?: (value: T, evaluated: Evaluated) => boolean
  /** Makes the verdict as fast as it gets, as others `depth` steps away are; for checks that are asked often. */
  readonly warm?: (depth: number) => void
  /** Of a reference: what it leads to, once it has been followed. */
  readonly target?: () => Target | undefined
}

/** What a reference leads to, and the steps that following it takes. */
export interface Target {
  readonly check: Check
  readonly cost: number
}

/** A property that an object is asked for. */
export interface Entry {
  /** Undefined for a name that is required and not declared. */
  readonly check: Check | undefined
  readonly required: boolean
  /** True when any string will do and nothing else: judged on the spot, most properties are such. */
  readonly isText: boolean
}

/** A check of objects that can also be written out as code, property by property. */
export interface ObjectCheck extends Check<Members> {
  readonly plan?: { readonly entries: ReadonlyMap<string, Entry>; readonly closed: boolean }
}

/** What keyword compilers add to. */
export interface Parts {
  types: TypeMask | undefined
  readonly any: Check[]
  readonly string: Check<string>[]
  /** Of numbers, also those held by their digits (`support/exact-number.ts`). */
  readonly number: Check<number | string>[]
  readonly array: Check<readonly unknown[]>[]
  readonly object: ObjectCheck[]
  /** The unevaluated… keywords, asked last. */
  readonly leftovers: Leftovers[]
}

/** An object of the instance. */
export type Members = Readonly<Record<string, unknown>>

/** Compiles one keyword: adds its checks to the parts. */
export type KeywordCompiler = (draft: KeywordDraft) => void

export interface KeywordDraft {
  readonly schema: SchemaObject
  readonly scope: Scope
  readonly parts: Parts
  readonly value: unknown
}

/** A keyword that looks at members no other keyword of the schema looked at. */
export interface Leftovers {
  readonly marks: (value: unknown, evaluated: Evaluated) => boolean
  readonly explain: (value: unknown, evaluated: Evaluated, pointer: string, report: Report) => void
}

/** A schema of a keyword's value, whatever stands there. */
export function asSchema(value: unknown): Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
    ? (value as Schema)
    : true
}

/** A check that judges a value by itself and says one clause when it fails. */
export function assertion<T>(keyword: string, accepts: (value: T) => boolean, clause: (value: T) => string): Check<T> {
  return {
    accepts,
    explain: (value, pointer, report) => {
      if (!accepts(value)) report.add(pointer, keyword, clause(value))
    },
  }
}

/** The number a keyword says; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The name under which `$recursiveAnchor` is bound; no anchor can be called that. */
export const RECURSIVE = '#'
