/**
 * Judges an LMDB data file before it is mapped. LMDB trusts its pages: a
 * truncated or overwritten file would end the process with SIGBUS or SIGSEGV,
 * and every other sandbox with it. So each page that the newest snapshot reaches
 * is looked at once, with plain reads, when the store is opened.
 *
 *   meta 0 | meta 1 | pages ...      a meta leads to the root of the free tree and that of the records
 */
import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { type JudgeEntry, PageWalk } from './page-walk.ts'

export interface Tree {
  readonly name: 'free pages' | 'records'
  readonly depth: number
  readonly branchPages: bigint
  readonly leafPages: bigint
  readonly overflowPages: bigint
  readonly entries: bigint
  readonly root: bigint
}

/** The state of the file after one transaction. */
export interface Snapshot {
  readonly transaction: bigint
  readonly pageSize: number
  readonly lastPage: bigint
  readonly trees: readonly Tree[]
}

const MAGIC = 0xbeefc0de
const VERSION = 2
const META_SIZE = 168
const META_PAGE = 0x08
/** Flag of the free tree. */
const INTEGER_KEYS = 0x08
const SMALLEST_PAGE = 512
const LARGEST_PAGE = 65_536
/** Of a page: where it tells the transaction that wrote it. */
const PAGE_TRANSACTION = 8

/** What is wrong with the data file of an environment that nobody has open; undefined when every page of its newest snapshot is sound. Throws the errors of reading. */
export function findDamage(path: string, judge: JudgeEntry): string | undefined {
  const file = openSync(path, 'r')
  try {
    const metas = readMetas(file)
    const snapshot = newestSnapshot(metas)
    if (typeof snapshot === 'string') return snapshot
    if (isOutlived(file, metas, snapshot)) return 'its two heads contradict each other'
    return new PageWalk(file, snapshot, judge).damage()
  } finally {
    closeSync(file)
  }
}

/** The other head leads to a page of a later transaction: that one was the newest, and its number has been changed. */
function isOutlived(file: number, metas: Buffer, { transaction, pageSize }: Snapshot): boolean {
  const page = Buffer.alloc(PAGE_TRANSACTION)
  return [0, META_SIZE].some((at) => {
    const meta = readMeta(metas.subarray(at, at + META_SIZE), at === 0 ? 0 : 1)
    const roots = typeof meta === 'string' ? [] : meta.trees.map(({ root }) => Number(root) * pageSize)
    return roots.some(
      (root) =>
        Number.isSafeInteger(root) &&
        readSync(file, page, 0, page.length, root + PAGE_TRANSACTION) === page.length &&
        page.readBigUInt64LE(0) > transaction,
    )
  })
}

/** The newest snapshot of an open data file, or what is wrong with its heads; quicker where the size of its pages is known. */
export function readSnapshot(file: number, pageSize: number): Snapshot | string {
  return newestSnapshot(readMetas(file, pageSize || LARGEST_PAGE))
}

/** Both metas, one after the other; shorter when the file is. */
function readMetas(file: number, pageSize = LARGEST_PAGE): Buffer {
  const bytes = Buffer.allocUnsafe(pageSize + META_SIZE)
  const read = readSync(file, bytes, 0, bytes.length, 0)
  const second = read < META_SIZE ? 0 : bytes.readUInt32LE(48)
  const found = Buffer.alloc(Math.min(2 * META_SIZE, Math.max(0, read)))
  bytes.copy(found, 0, 0, META_SIZE)
  if (second + META_SIZE <= read) bytes.copy(found, META_SIZE, second, second + META_SIZE)
  return found
}

function newestSnapshot(metas: Buffer): Snapshot | string {
  if (metas.length === 0) return 'it is empty'
  if (metas.length < 2 * META_SIZE) return 'it is cut off in its head'
  const first = readMeta(metas.subarray(0, META_SIZE), 0)
  const second = readMeta(metas.subarray(META_SIZE), 1)
  if (typeof first === 'string') return first
  if (typeof second === 'string') return second
  const apart = second.transaction - first.transaction
  const follows = apart === 1n || apart === -1n || (apart === 0n && first.transaction === 0n)
  if (!follows || first.pageSize !== second.pageSize) return 'its two heads contradict each other'
  return apart > 0n ? second : first
}

function readMeta(bytes: Buffer, number: number): Snapshot | string {
  const isMeta = (bytes.readUInt16LE(18) & META_PAGE) !== 0 && bytes.readUInt32LE(24) === MAGIC
  if (!isMeta || bytes.readBigUInt64LE(0) !== BigInt(number)) return 'it is not a state file'
  if (bytes.readUInt16LE(28) !== VERSION) return 'it was written by another version of the store'
  const pageSize = bytes.readUInt32LE(48)
  const transaction = bytes.readBigUInt64LE(152)
  const lastPage = bytes.readBigUInt64LE(144)
  const isPower = pageSize >= SMALLEST_PAGE && pageSize <= LARGEST_PAGE && (pageSize & (pageSize - 1)) === 0
  // No fixed address, and records without duplicates in the order of their bytes: what this store makes.
  const isOurs =
    bytes.readBigUInt64LE(32) === 0n &&
    bytes.readUInt16LE(52) === INTEGER_KEYS &&
    bytes.readUInt16LE(100) === 0 &&
    bytes.readUInt32LE(96) === 0
  if (!isPower || !isOurs || transaction > BigInt(Number.MAX_SAFE_INTEGER)) return 'its head is damaged'
  const trees = [readTree(bytes, 48, 'free pages'), readTree(bytes, 96, 'records')]
  return { transaction, pageSize, lastPage, trees }
}

function readTree(bytes: Buffer, at: number, name: Tree['name']): Tree {
  return {
    name,
    depth: bytes.readUInt16LE(at + 6),
    branchPages: bytes.readBigUInt64LE(at + 8),
    leafPages: bytes.readBigUInt64LE(at + 16),
    overflowPages: bytes.readBigUInt64LE(at + 24),
    entries: bytes.readBigUInt64LE(at + 32),
    root: bytes.readBigUInt64LE(at + 40),
  }
}
