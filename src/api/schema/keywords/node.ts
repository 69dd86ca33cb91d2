/**
 * One schema, compiled. A node builds itself when it is first asked, so a
 * description costs only what its traffic touches.
 */
import type { Report } from '../report.ts'
import type { SchemaObject } from '../schema.ts'
import type { Evaluated } from './evaluated.ts'
import { type Judge, judge } from './judge.ts'
import type { Check } from './keyword.ts'
import type { Scope } from './scope.ts'

export class Node implements Check {
  accepts: (value: unknown) => boolean
  private readonly schema: SchemaObject
  private readonly scope: Scope
  private built: Judge | undefined

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

  private judge(): Judge {
    if (this.built === undefined) {
      this.built = judge(this.schema, this.scope)
      this.accepts = this.built.accepts
    }
    return this.built
  }
}
