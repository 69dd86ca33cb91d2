/** The classes of changes, one line each. */
import type { ChangeKind } from './change.ts'
import { endpoint } from './endpoint.ts'
import { enumeration } from './enum.ts'
import { field } from './field.ts'
import { header } from './header.ts'
import { nullable } from './nullable.ts'
import { parameter } from './parameter.ts'
import { required } from './required.ts'
import { status } from './status.ts'
import { type } from './type.ts'

export const changeKinds: readonly ChangeKind[] = [
  field,
  enumeration,
  nullable,
  status,
  parameter,
  header,
  type,
  required,
  endpoint,
]
