/** What was made of the sandboxes that `tool.yaml` lists: `listed.json`. By it the next start knows what changed, and what is not its own. */
import { isDeepStrictEqual } from 'node:util'
import { field, isObject, setOwn } from '../support/json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { readJson } from './lock-file.ts'

export interface Listed {
  /** Of the sandbox that was made: another one of the same name is not ours. */
  readonly id: string
  /** A digest of what the import was told; '' where it has to be made again. */
  readonly told: string
  /** Digests of the files that were read for it, by path. */
  readonly documents: Readonly<Record<string, string>>
  /** The sidecar is from the file. */
  readonly sidecar: boolean
  readonly sinks: readonly string[]
  readonly rules: Part
  readonly faults: Part
  /** The mode as text; '' where none is from the file. */
  readonly mode: string
  /** Digests of the records that were seeded. */
  readonly seeded: readonly string[]
  /** It does not stand in the file any more. */
  readonly unlisted: boolean
}

/** Things that were made together: what they were made of, as a digest, and what they are called. */
export interface Part {
  readonly sha256: string
  readonly ids: readonly string[]
}

export const NO_PART: Part = { sha256: '', ids: [] }

const FORMAT = 'listed-1'

/** By name. What is damaged counts as not there: the sandboxes that it told of are taken for made otherwise. */
export function readListedFile(path: string): ReadonlyMap<string, Listed> {
  const file = readJson(path)
  const sandboxes = field(file, 'format') === FORMAT ? field(file, 'sandboxes') : undefined
  if (!isObject(sandboxes)) return new Map()
  return new Map(Object.entries(sandboxes).flatMap(([name, raw]) => (isListed(raw) ? [[name, raw] as const] : [])))
}

export function writeListedFile(path: string, listed: ReadonlyMap<string, Listed>): void {
  const sandboxes = {}
  for (const [name, one] of listed) setOwn(sandboxes, name, one)
  const file = { format: FORMAT, sandboxes }
  if (isDeepStrictEqual(readJson(path), file) || (listed.size === 0 && readJson(path) === undefined)) return
  writeFileAtomically(path, [`${JSON.stringify(file, undefined, 2)}\n`])
}

function isListed(raw: unknown): raw is Listed {
  const texts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
  const isPart = (value: unknown): boolean => typeof field(value, 'sha256') === 'string' && texts(field(value, 'ids'))
  return (
    isObject(raw) &&
    ['id', 'told', 'mode'].every((key) => typeof field(raw, key) === 'string') &&
    ['sidecar', 'unlisted'].every((key) => typeof field(raw, key) === 'boolean') &&
    isObject(field(raw, 'documents')) &&
    texts(field(raw, 'sinks')) &&
    texts(field(raw, 'seeded')) &&
    isPart(field(raw, 'rules')) &&
    isPart(field(raw, 'faults'))
  )
}
