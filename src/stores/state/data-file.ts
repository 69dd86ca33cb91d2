/**
 * Judges an LMDB data file before it is mapped. LMDB trusts its pages: a
 * truncated or overwritten file would end the process with SIGBUS or SIGSEGV,
 * and every other sandbox with it. So each page that the newest snapshot reaches
 * is looked at once, with plain reads, when the store is opened.
 *
 *   meta 0 | meta 1 | pages ...        meta → root of the free tree, root of the main tree
 *   page = header (24) | offsets of nodes (2 each) ... free ... nodes
 */
import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const MAGIC = 0xbeefc0de
const VERSION = 2
const HEADER = 24
const NODE_HEADER = 8
const META_SIZE = 168
const BRANCH = 0x01
const LEAF = 0x02
const META = 0x08
const KIND_MASK = 0x7f
const BIG_DATA = 0x01
const NO_PAGE = 0xffff_ffff_ffff_ffffn
const DEEPEST = 32
/** A writer may replace the snapshot while it is looked at: then the next one is. */
const TRIES = 8

interface Tree {
  readonly name: string
  readonly depth: number
  readonly entries: bigint
  readonly root: bigint
}

interface Snapshot {
  readonly txnid: bigint
  readonly pageSize: number
  readonly trees: readonly Tree[]
}

/** What is wrong with the data file; undefined when every page of its newest snapshot is sound. Throws the errors of reading. */
export function findDamage(path: string): string | undefined {
  const file = openSync(path, 'r')
  try {
    let damage: string | undefined
    for (let i = 0; i < TRIES; i++) {
      const before = readSnapshot(file)
      if (typeof before === 'string') return before
      damage = new Walk(file, before).damage()
      if (damage === undefined) return undefined
      const after = readSnapshot(file)
      if (typeof after === 'string') return after
      if (after.txnid === before.txnid) return damage
    }
    return undefined
  } finally {
    closeSync(file)
  }
}

function readSnapshot(file: number): Snapshot | string {
  const size = fstatSync(file).size
  if (size === 0) return 'it is empty'
  const first = readMeta(file, 0)
  if (typeof first === 'string') return first
  const second = readMeta(file, first.pageSize)
  if (typeof second === 'string') return second
  if (second.pageSize !== first.pageSize) return 'its two heads contradict each other'
  return second.txnid > first.txnid ? second : first
}

function readMeta(file: number, position: number): Snapshot | string {
  const bytes = Buffer.alloc(META_SIZE)
  if (readSync(file, bytes, 0, META_SIZE, position) < META_SIZE) return 'it is cut off in its head'
  if (bytes.readUInt32LE(24) !== MAGIC || (bytes.readUInt16LE(18) & META) === 0) return 'it is not a state file'
  if (bytes.readUInt16LE(28) !== VERSION) return 'it was written by another version of the store'
  const pageSize = bytes.readUInt32LE(48)
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return 'its page size is impossible'
  const trees = [readTree(bytes, 48, 'free list'), readTree(bytes, 96, 'records')]
  return { txnid: bytes.readBigUInt64LE(152), pageSize, trees }
}

function readTree(bytes: Buffer, at: number, name: string): Tree {
  return {
    name,
    depth: bytes.readUInt16LE(at + 6),
    entries: bytes.readBigUInt64LE(at + 32),
    root: bytes.readBigUInt64LE(at + 40),
  }
}

class Walk {
  private readonly file: number
  private readonly snapshot: Snapshot
  private readonly page: Buffer
  private readonly pages: number
  private readonly seen: Uint8Array
  private entries = 0

  constructor(file: number, snapshot: Snapshot) {
    this.file = file
    this.snapshot = snapshot
    this.page = Buffer.alloc(snapshot.pageSize)
    this.pages = Math.floor(fstatSync(file).size / snapshot.pageSize)
    this.seen = new Uint8Array(this.pages)
  }

  damage(): string | undefined {
    for (const tree of this.snapshot.trees) {
      const damage = this.tree(tree)
      if (damage !== undefined) return `${damage} (${tree.name})`
    }
    return undefined
  }

  private tree(tree: Tree): string | undefined {
    if (tree.root === NO_PAGE) return tree.entries === 0n ? undefined : 'its root is missing'
    if (tree.depth < 1 || tree.depth > DEEPEST) return 'its depth is impossible'
    this.entries = 0
    let level: readonly number[] = [Number(tree.root)]
    for (let depth = 1; depth <= tree.depth; depth++) {
      const children: number[] = []
      for (const number of level) {
        const damage = this.read(number) ?? this.nodes(number, depth === tree.depth ? undefined : children)
        if (damage !== undefined) return damage
      }
      level = children
    }
    return BigInt(this.entries) === tree.entries ? undefined : 'entries are missing'
  }

  private read(number: number): string | undefined {
    if (number < 2 || number >= this.pages) return `page ${number} is beyond its end`
    if (this.seen[number] === 1) return `page ${number} is used twice`
    this.seen[number] = 1
    const size = this.snapshot.pageSize
    if (readSync(this.file, this.page, 0, size, number * size) < size) return `page ${number} is cut off`
    return undefined
  }

  /** Looks at the page just read: a leaf when `children` is undefined, else a branch whose children are added. */
  private nodes(number: number, children: number[] | undefined): string | undefined {
    const page = this.page
    const lower = page.readUInt16LE(20)
    const upper = page.readUInt16LE(22)
    const kind = page.readUInt16LE(18) & KIND_MASK
    const count = lower >> 1
    const damaged = `page ${number} is damaged`
    if (page.readBigUInt64LE(0) !== BigInt(number) || kind !== (children === undefined ? LEAF : BRANCH)) return damaged
    if (count < 1 || (lower & 1) === 1 || lower > upper || upper > page.length - HEADER) return damaged
    for (let i = 0; i < count; i++) {
      const at = page.readUInt16LE(HEADER + 2 * i) + HEADER
      if (at < upper + HEADER || at + NODE_HEADER > page.length) return damaged
      if (children === undefined) {
        if (!this.isSoundLeaf(at)) return damaged
      } else {
        if (at + NODE_HEADER + page.readUInt16LE(at + 6) > page.length) return damaged
        children.push(page.readUInt32LE(at) + page.readUInt16LE(at + 4) * 2 ** 32)
      }
    }
    if (children === undefined) this.entries += count
    return undefined
  }

  private isSoundLeaf(at: number): boolean {
    const page = this.page
    const size = page.readUInt32LE(at)
    const flags = page.readUInt16LE(at + 4)
    const data = at + NODE_HEADER + page.readUInt16LE(at + 6)
    if (data === at + NODE_HEADER) return false
    if (flags === 0) return data + size <= page.length
    if (flags !== BIG_DATA || data + 24 > page.length) return false
    const first = page.readBigUInt64LE(data)
    const pages = page.readBigUInt64LE(data + 16)
    const needed = Math.floor((HEADER - 1 + size) / this.snapshot.pageSize) + 1
    return first >= 2n && pages >= BigInt(needed) && first + BigInt(needed) <= BigInt(this.pages)
  }
}
