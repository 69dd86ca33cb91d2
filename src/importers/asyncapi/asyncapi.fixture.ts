/** Reads AsyncAPI documents written inline in tests. */
import { Buffer } from 'node:buffer'
import type { ImportProblem } from '../../api/description.ts'
import { ToolError } from '../../support/errors.ts'
import type { Result } from '../../support/result.ts'
import { type AsyncApiEvents, readAsyncApi } from './asyncapi.ts'

type Outcome = Result<AsyncApiEvents, readonly ImportProblem[]>

export function tryRead(content: string | Uint8Array | object, prefix?: string): Promise<Outcome> {
  const isText = typeof content === 'string' || content instanceof Uint8Array
  const bytes = Buffer.from(isText ? content : JSON.stringify(content))
  const readDocument = async (location: string): Promise<never> => {
    throw new ToolError('not-found', `Cannot read ${location}: no such file`)
  }
  return readAsyncApi({ location: 'events.yaml', bytes }, readDocument, prefix)
}

export async function read(content: string | object, prefix?: string): Promise<AsyncApiEvents> {
  const result = await tryRead(content, prefix)
  if (!result.ok) throw new Error(result.error.map(({ message }) => message).join('; '))
  return result.value
}

export async function refusal(content: string): Promise<readonly ImportProblem[]> {
  const result = await tryRead(content)
  if (result.ok) throw new Error('the document was read')
  return result.error
}
