/** What every behaviour shows of itself, for the contract suite. */
import type { Told } from '../../test/support/inline.ts'

type Ask = (line: string, asked?: { readonly body?: unknown }) => Told

export interface Example {
  /** A description that implies it, and one as near to it as can be that does not. */
  readonly implied: string
  readonly plain: string
  /** What a client does, and what it then sees. */
  readonly seen: (ask: Ask) => unknown
  /** What it sees where the behaviour acts, and where it is off. */
  readonly acts: unknown
  readonly off: unknown
}

export const media = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
export const answers = (schema: string): string => `{description: ok, ${media(schema)}}`
export const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`
export const inPath = (name: string): string =>
  `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`
export const idOf = ({ body }: Told): string => (body as { readonly id: string }).id
