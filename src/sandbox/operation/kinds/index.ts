import type { OperationKindDefinition } from '../kind.ts'
import { action } from './action.ts'
import { bulk } from './bulk.ts'
import { create } from './create.ts'
import { deleteRecord } from './delete.ts'
import { list, search } from './list.ts'
import { passthrough } from './passthrough.ts'
import { read } from './read.ts'
import { replace } from './replace.ts'
import { singleton } from './singleton.ts'
import { stream } from './stream.ts'
import { update } from './update.ts'
import { upload } from './upload.ts'

/** Every kind of operation. A new one is its file and a line here. */
export const operationKinds: readonly OperationKindDefinition[] = [
  create,
  read,
  list,
  update,
  replace,
  deleteRecord,
  action,
  search,
  singleton,
  bulk,
  upload,
  stream,
  passthrough,
]
