import type { ResourcePlan } from '../../../api/plan.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Call, UploadedFile } from '../../exchange.ts'
import { keepContent } from '../../state/contents.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed, parentsOf } from '../address.ts'
import { changeOne, type Wanted } from '../change-one.ts'
import { createOne } from '../create-one.ts'
import { inputOf, merged, renamed } from '../input.ts'
import type { OperationKindDefinition } from '../kind.ts'
import { contentName, echoed } from './passthrough.ts'

/** Takes a file in: a record that knows the file's name, type and size. */
export const upload: OperationKindDefinition = {
  kind: 'upload',
  perform(call) {
    const parents = parentsOf(call)
    if ('refuse' in parents) return parents
    const { resource } = call.compiled
    const [file] = call.files
    const facts = file === undefined ? {} : factsOf(file)
    if (resource === undefined)
      return { show: 'value', sources: [facts, ...echoed(call)], key: `upload/${call.request.path}` }
    const input = { ...facts, ...inputOf(call) }
    const before = call.compiled.operation.plan.target === undefined ? undefined : addressed(call)
    const made =
      before !== undefined && 'record' in before
        ? changeOne(call, resource, before.record, merging(call, resource, before.record, input))
        : createOne(call, resource, { links: parents.links, given: input })
    if ('refuse' in made) return made
    if (file !== undefined)
      keepContent(call.sandbox.store, made.record, file, before === undefined ? '' : contentName(call))
    return { show: 'record', record: made.record, created: before === undefined || 'refuse' in before }
  },
}

function merging(call: Call, plan: ResourcePlan, { value }: StoredRecord, input: JsonObject): Wanted {
  const said = renamed(call, input, plan)
  return { input, said: () => said, becomes: () => ({ value: merged(value, said, plan.schema, call.runtime) }) }
}

/** The file's facts under the names that descriptions use for them. */
function factsOf(file: UploadedFile): JsonObject {
  const size = file.bytes.length
  const named = file.name === undefined ? {} : { filename: file.name, file_name: file.name, name: file.name }
  const typed =
    file.mediaType === undefined
      ? {}
      : { content_type: file.mediaType, mime_type: file.mediaType, mimetype: file.mediaType }
  return { ...named, ...typed, size, bytes: size, file_size: size }
}
