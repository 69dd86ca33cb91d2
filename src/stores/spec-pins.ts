/**
 * Descriptions of upstreams as they were last taken as known, and what the last look at them told.
 *
 *   agent/specs/<upstream>/pin.json            which documents, and from where
 *   agent/specs/<upstream>/documents/<sha256>  their bytes
 *   agent/specs/<upstream>/look.json           the last look
 */
import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../support/digest.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import { field } from '../support/json.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { type DataDirectory, makeDirectory } from './data-directory.ts'
import { readRegularFile } from './regular-file.ts'
import { readSandboxDocument } from './sandbox-document.ts'

export interface PinnedDocument {
  readonly location: string
  readonly bytes: Uint8Array
  readonly mediaType?: string
}

export interface SpecPin {
  /** SHA-256 of where it is from: an address may hold a secret. */
  readonly sourceSha256: string
  /** RFC 3339. */
  readonly at: string
  /** `documentsSha256` of the documents. */
  readonly sha256: string
  /** The root first. */
  readonly documents: readonly PinnedDocument[]
}

const PIN_VERSION = 1

/** Of one document its own, of several that of all of them one after another. */
export function documentsSha256(documents: readonly Pick<PinnedDocument, 'bytes'>[]): string {
  const hash = createHash('sha256')
  for (const { bytes } of documents) hash.update(bytes)
  return hash.digest('hex')
}

/** Undefined where there is none. Throws ToolError where it cannot be read. */
export function readSpecPin(data: DataDirectory, upstream: string): SpecPin | undefined {
  const folder = folderOf(data, upstream)
  const path = join(folder, 'pin.json')
  const value = readSandboxDocument(path, 'pinned description')
  if (value === undefined) return undefined
  const listed = field(value, 'documents')
  const texts = [field(value, 'source_sha256'), field(value, 'at'), field(value, 'sha256')]
  if (field(value, 'v') !== PIN_VERSION || !Array.isArray(listed) || !texts.every((one) => typeof one === 'string'))
    throw damaged(path)
  const [sourceSha256 = '', at = '', own = ''] = texts.map(String)
  return { sourceSha256, at, sha256: own, documents: listed.map((one) => readDocument(folder, one, path)) }
}

function readDocument(folder: string, told: unknown, path: string): PinnedDocument {
  const [location, own, mediaType] = [field(told, 'location'), field(told, 'sha256'), field(told, 'media_type')]
  if (typeof location !== 'string' || typeof own !== 'string' || !/^[0-9a-f]{64}$/.test(own)) throw damaged(path)
  let bytes: Buffer
  try {
    bytes = readRegularFile(join(folder, 'documents', own))
  } catch {
    throw damaged(path)
  }
  if (sha256(bytes) !== own) throw damaged(path)
  return { location, bytes, ...(typeof mediaType === 'string' && { mediaType }) }
}

function damaged(path: string): ToolError {
  return new ToolError(
    'corrupt',
    `Cannot read the pinned description in ${path}: it is damaged (remove its folder, and the next look makes a new pin)`,
  )
}

/** Takes the place of the pin before, in one step. */
export function writeSpecPin(data: DataDirectory, upstream: string, pin: SpecPin): void {
  const folder = folderOf(data, upstream)
  const documents = join(folder, 'documents')
  makeDirectory(documents)
  const named = pin.documents.map((one) => ({ ...one, own: sha256(one.bytes) }))
  for (const { own, bytes } of named) writeFileAtomically(join(documents, own), [bytes])
  const listed = named.map(({ location, own, mediaType }) => ({ location, sha256: own, media_type: mediaType }))
  const { sourceSha256, at, sha256: whole } = pin
  const value = { v: PIN_VERSION, source_sha256: sourceSha256, at, sha256: whole, documents: listed }
  writeFileAtomically(join(folder, 'pin.json'), [`${jsonText(value, 2)}\n`])
  const wanted = new Set(named.map(({ own }) => own))
  for (const name of readdirSync(documents)) if (!wanted.has(name)) rmSync(join(documents, name), { force: true })
}

/** What the last look told, as it was written; undefined where there was none, or where it is damaged. */
export function readSpecLook(data: DataDirectory, upstream: string): unknown {
  try {
    return readSandboxDocument(join(folderOf(data, upstream), 'look.json'), 'last look at the description')
  } catch {
    return undefined
  }
}

export function writeSpecLook(data: DataDirectory, upstream: string, look: unknown): void {
  const folder = folderOf(data, upstream)
  makeDirectory(folder)
  writeFileAtomically(join(folder, 'look.json'), [`${jsonText(look, 2)}\n`])
}

function folderOf({ agent }: DataDirectory, upstream: string): string {
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(upstream)) throw new Error(`no name of an upstream: ${upstream}`)
  return join(agent, 'specs', upstream)
}
