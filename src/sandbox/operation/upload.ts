import type { JsonObject } from '../../support/json.ts'
import type { UploadedFile } from '../exchange.ts'
import { parentsOf } from './address.ts'
import { createOne } from './create-one.ts'
import { inputOf } from './input.ts'
import type { OperationKindDefinition } from './kind.ts'
import { echoed } from './passthrough.ts'

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
    const made = createOne(call, resource, parents.links, { ...facts, ...inputOf(call) })
    return 'refuse' in made ? made : { show: 'record', record: made.record, created: true }
  },
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
