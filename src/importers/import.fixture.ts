/** Imports descriptions written inline in tests. */
import { Buffer } from 'node:buffer'
import type { ImportProblem } from '../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../api/model.ts'
import { ToolError } from '../support/errors.ts'
import type { Result } from '../support/result.ts'
import { importDescription } from './import.ts'

export type Files = Readonly<Record<string, string | object>>

function bytesOf(content: string | object): Uint8Array {
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

/** Imports the first file; the others can be referred to. */
export function tryImport(files: Files): Promise<Result<DescribedApi, readonly ImportProblem[]>> {
  const [location = '', content = ''] = Object.entries(files)[0] ?? []
  return importDescription({ location, bytes: bytesOf(content) }, async (other) => {
    const found = Object.hasOwn(files, other) ? files[other] : undefined
    if (found === undefined) throw new ToolError('not-found', `Cannot read ${other}: no such file`)
    return { location: other, bytes: bytesOf(found) }
  })
}

export async function imported(files: Files): Promise<DescribedApi> {
  const read = await tryImport(files)
  if (!read.ok) throw new Error(read.error.map((problem) => problem.message).join('; '))
  return read.value
}

/** A 3.1 description with these parts. */
export function openApi(parts: object, version = '3.1.0'): Files {
  return { 'api.json': { openapi: version, info: { title: 'T', version: '1' }, ...parts } }
}

export function swagger(parts: object): Files {
  return { 'api.json': { swagger: '2.0', info: { title: 'T', version: '1' }, ...parts } }
}

/** The only operation of a description with this path item under `/things/{id}`, or the path given. */
export async function operationOf(item: object, parts: object = {}, path = '/things'): Promise<DescribedOperation> {
  const { operations } = await imported(openApi({ paths: { [path]: item }, ...parts }))
  const [operation] = operations
  if (operation === undefined) throw new Error('the description has no operation')
  return operation
}

/** Messages that are about the document, without the line on the derived scheme. */
export function messages(api: DescribedApi): readonly string[] {
  return api.problems.map((problem) => problem.message).filter((message) => !message.startsWith('No security scheme'))
}
