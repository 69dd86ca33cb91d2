/** The kinds of drift. */
import { contentTypeChanged } from './content-type-changed.ts'
import { enumValueNew } from './enum-value-new.ts'
import { errorShapeChanged } from './error-shape-changed.ts'
import { fieldAdded } from './field-added.ts'
import { fieldNullable } from './field-nullable.ts'
import { fieldRemoved } from './field-removed.ts'
import { formatChanged } from './format-changed.ts'
import { headerRemoved } from './header-removed.ts'
import type { DriftKind } from './kind.ts'
import { requestFieldUnused } from './request-field-unused.ts'
import { statusCodeChanged } from './status-code-changed.ts'
import { statusNew } from './status-new.ts'
import { typeChanged } from './type-changed.ts'

export const driftKinds: readonly DriftKind[] = [
  fieldAdded,
  fieldRemoved,
  typeChanged,
  fieldNullable,
  enumValueNew,
  formatChanged,
  statusCodeChanged,
  statusNew,
  errorShapeChanged,
  contentTypeChanged,
  headerRemoved,
  requestFieldUnused,
]
