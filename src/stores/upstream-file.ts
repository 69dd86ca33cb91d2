/** The upstreams that `tool upstream add` keeps: `upstreams.json`, in the words of `tool.yaml`. */
import { ToolError } from '../support/errors.ts'
import { field, isObject } from '../support/json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readSandboxDocument, unloadable } from './sandbox-document.ts'

const FORMAT = 'upstreams-1'
const WHAT = 'upstreams'
/** More than one agent has any use for. */
const MOST = 1_000

export type RawUpstreams = Readonly<Record<string, unknown>>

/** By name, not yet judged. Throws ToolError that says what is wrong with the file. */
export function readUpstreamFile(path: string): RawUpstreams {
  const value = readSandboxDocument(path, WHAT)
  if (value === undefined) return {}
  if (field(value, 'format') !== FORMAT) throw unloadable(path, WHAT, 'another version wrote it')
  const upstreams = field(value, 'upstreams')
  if (!isObject(upstreams)) throw unloadable(path, WHAT, '"upstreams" is wrong')
  return upstreams
}

export function writeUpstreamFile(path: string, upstreams: RawUpstreams): void {
  if (Object.keys(upstreams).length > MOST) throw new ToolError('usage', `Cannot keep more than ${MOST} upstreams`)
  writeFileAtomically(path, [`${JSON.stringify({ format: FORMAT, upstreams }, undefined, 2)}\n`])
}
