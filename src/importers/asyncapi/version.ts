/** Which version of AsyncAPI a document is of. */
import { field, textOf } from '../../support/json.ts'
import type { ParsedDocument } from '../documents.ts'

export type Major = 2 | 3

/** Undefined for what is not read. */
export function majorOf(value: unknown): Major | undefined {
  const [, major] = /^\s*v?([23])(?:\.|\s*$)/.exec(textOf(field(value, 'asyncapi'))) ?? []
  return major === undefined ? undefined : major === '2' ? 2 : 3
}

const WANTED = 'AsyncAPI 2.x or 3.x is expected'

/** Why a document that is of neither version is not read; a document that cannot be parsed says so itself. */
export function whyUnread({ value }: ParsedDocument): string {
  const version = field(value, 'asyncapi')
  if (version === undefined) return `The document has no "asyncapi" at its top; ${WANTED}`
  const said = JSON.stringify(version) ?? 'unknown'
  return `The document is of AsyncAPI ${said.slice(0, 80)}, which is not supported; ${WANTED}`
}
