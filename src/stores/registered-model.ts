/** A registered sandbox with the model of its own description. */
import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { DataDirectory } from './data-directory.ts'
import { openDescription, openDescriptionOf, type StoredDescription } from './descriptions.ts'
import type { RegisteredSandbox } from './sandboxes.ts'

export interface RegisteredModel {
  readonly sandbox: RegisteredSandbox
  readonly api: StoredDescription
}

/** Throws ToolError: 'corrupt' for the model of another description, but for the moment in which an update brings it. */
export function openRegisteredModel(
  data: DataDirectory,
  name: string,
  get: (name: string) => RegisteredSandbox,
): RegisteredModel {
  const sandbox = get(name)
  const path = data.modelFile(name)
  try {
    return { sandbox, api: openDescriptionOf(path, sandbox) }
  } catch (error) {
    const now = get(name)
    if (!existsSync(data.intentionFile(name)) && isDeepStrictEqual(now, sandbox)) throw error
    return { sandbox: now, api: openDescription(path) }
  }
}
