/**
 * One schema, compiled. A node builds itself when it is first asked, so a
 * description costs only what its traffic touches.
 */
import { maySpend, ofRequest, spend } from '../../../support/work.ts'
import type { Report } from '../report.ts'
import type { SchemaObject } from '../schema.ts'
import type { Evaluated } from './evaluated.ts'
import { type Judge, judge } from './judge.ts'
import type { Check } from './keyword.ts'
import type { Scope } from './scope.ts'

/** Verdicts after which a node is worth writing out as code. */
const OFTEN = 400
/** How far around such a node others are written out with it. */
const WARMED = 24
/** What writing one out takes, and building one, in steps of `spend`. */
const WRITING = 400_000
const BUILDING = 1_000

export class Node implements Check {
  accepts: (value: unknown) => boolean
  private readonly schema: SchemaObject
  private readonly scope: Scope
  private built: Judge | undefined
  private isWarm = false

  constructor(schema: SchemaObject, scope: Scope) {
    this.schema = schema
    this.scope = scope
    this.accepts = (value) => this.judge().accepts(value)
  }

  explain(value: unknown, pointer: string, report: Report): void {
    if (!report.full) this.judge().explain(value, pointer, report)
  }

  marks(value: unknown, evaluated: Evaluated): boolean {
    return this.judge().marks(value, evaluated)
  }

  warm(depth: number): void {
    if (this.isWarm || this.built === undefined || depth > WARMED || !maySpend(WRITING)) return
    this.isWarm = true
    this.accepts = this.built.writtenOut(depth) ?? this.built.accepts
  }

  private judge(): Judge {
    if (this.built === undefined) {
      ofRequest(spend, BUILDING, undefined)
      this.built = judge(this.schema, this.scope)
      this.accepts = this.counted(this.built.accepts)
    }
    return this.built
  }

  private counted(accepts: Judge['accepts']): Judge['accepts'] {
    let left = OFTEN
    return (value) => {
      if (--left === 0) {
        this.warm(0)
        left = OFTEN
      }
      return accepts(value)
    }
  }
}
