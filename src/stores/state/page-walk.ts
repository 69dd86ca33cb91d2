/**
 * Looks at every page of one snapshot of an LMDB file (see data-file.ts).
 *
 *   page       number (8) | transaction (8) | - (2) | kind (2) | lower (2) | upper (2) | offsets of nodes (2 each) ... nodes
 *   leaf node  size of data (4) | flags (2) | size of key (2) | key | data, or where its pages are
 *   branch     number of the child (6) | size of key (2) | key
 *   free list  count (8) | 0 for nothing, a page number, or the negative length of a block and its first page (8 each)
 */
import { Buffer } from 'node:buffer'
import { fstatSync, readSync } from 'node:fs'
import type { Snapshot, Tree } from './data-file.ts'

const HEADER = 24
const NODE_HEADER = 8
const BRANCH = 0x01
const LEAF = 0x02
const OVERFLOW = 0x04
const BIG_DATA = 0x01
/** Page number, transaction and count of the pages that hold the data of a node. */
const BIG_DATA_SIZE = 24
const NO_PAGE = 0xffff_ffff_ffff_ffffn
const DEEPEST = 32
/** Pages that may be free beyond the end of the file, which is cut there only when it grows again. */
const MOST_BEYOND = 2 ** 22

const USED = 1
const FREE = 2

/** What is wrong with an entry of the records, so that none of them can be trusted; undefined otherwise. */
export type JudgeEntry = (key: Buffer, value: Buffer) => string | undefined

/** A page, and between which keys its own lie: from the first on, and before the second. */
interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

export class PageWalk {
  private readonly file: number
  private readonly snapshot: Snapshot
  private readonly page: Buffer
  private readonly pages: number
  private marks: Uint8Array = new Uint8Array(0)
  private counted = { branch: 0, leaf: 0, overflow: 0, entries: 0 }
  private readonly judge: JudgeEntry

  constructor(file: number, snapshot: Snapshot, judge: JudgeEntry) {
    this.file = file
    this.snapshot = snapshot
    this.judge = judge
    this.page = Buffer.alloc(snapshot.pageSize)
    this.pages = Math.floor(fstatSync(file).size / snapshot.pageSize)
  }

  damage(): string | undefined {
    const { lastPage, trees } = this.snapshot
    if (lastPage < 1n || lastPage > BigInt(this.pages + MOST_BEYOND)) return 'it is cut off or its head is damaged'
    this.marks = new Uint8Array(Number(lastPage) + 1)
    // Free pages come last, so that one that is also used is seen.
    for (const tree of [...trees].reverse()) {
      const damage = this.tree(tree)
      if (damage !== undefined) return `${damage} (${tree.name})`
    }
    return undefined
  }

  private tree(tree: Tree): string | undefined {
    if (tree.root === NO_PAGE) return tree.entries === 0n ? undefined : 'its root is missing'
    if (tree.depth < 1 || tree.depth > DEEPEST) return 'its head is damaged'
    this.counted = { branch: 0, leaf: 0, overflow: 0, entries: 0 }
    let level: readonly Child[] = [{ number: Number(tree.root), from: undefined, to: undefined }]
    for (let depth = 1; depth <= tree.depth; depth++) {
      const children: Child[] = []
      for (const child of level) {
        const isLeaf = depth === tree.depth
        const damage = this.read(child.number) ?? (isLeaf ? this.leaf(child, tree) : this.branch(child, tree, children))
        if (damage !== undefined) return damage
      }
      level = children
    }
    const { branch, leaf, overflow, entries } = this.counted
    const isComplete =
      tree.branchPages === BigInt(branch) &&
      tree.leafPages === BigInt(leaf) &&
      tree.overflowPages === BigInt(overflow) &&
      tree.entries === BigInt(entries)
    return isComplete ? undefined : 'pages are missing'
  }

  private read(number: number): string | undefined {
    if (!this.use(number, 1)) return `page ${number} is impossible`
    const size = this.snapshot.pageSize
    if (readSync(this.file, this.page, 0, size, number * size) < size) return `page ${number} is cut off`
    return undefined
  }

  /** Marks pages as used; false when they cannot be. */
  private use(first: number, count: number): boolean {
    if (first < 2 || first + count > this.pages || first + count > this.marks.length) return false
    for (let page = first; page < first + count; page++) {
      if (this.marks[page] !== 0) return false
      this.marks[page] = USED
    }
    return true
  }

  /** Offsets of the nodes of the page just read; undefined when its header is damaged. */
  private nodes(number: number, kind: number): readonly number[] | undefined {
    const page = this.page
    const lower = page.readUInt16LE(20)
    const upper = page.readUInt16LE(22)
    if (!this.isHeader(page, number, kind)) return undefined
    if (lower < 2 || (lower & 1) === 1 || lower > upper || upper > page.length - HEADER) return undefined
    const offsets: number[] = []
    for (let i = 0; i < lower; i += 2) {
      const at = page.readUInt16LE(HEADER + i) + HEADER
      if (at < upper + HEADER || at + NODE_HEADER > page.length) return undefined
      offsets.push(at)
    }
    return this.isPacked(offsets, upper + HEADER, kind) ? offsets : undefined
  }

  /** Nodes lie one behind the other, from the upper bound to the end of the page. */
  private isPacked(offsets: readonly number[], upper: number, kind: number): boolean {
    let end = upper
    for (const at of [...offsets].sort((a, b) => a - b)) {
      if (at !== end) return false
      end += this.nodeSize(at, kind)
    }
    return end === this.page.length
  }

  private nodeSize(at: number, kind: number): number {
    const key = NODE_HEADER + this.page.readUInt16LE(at + 6)
    if (kind === BRANCH) return key + (key & 1)
    const size = this.page.readUInt16LE(at + 4) === BIG_DATA ? key + BIG_DATA_SIZE : key + this.page.readUInt32LE(at)
    return size + (size & 1)
  }

  private isHeader(bytes: Buffer, number: number, kind: number): boolean {
    const transaction = bytes.readBigUInt64LE(8)
    return (
      bytes.readBigUInt64LE(0) === BigInt(number) &&
      transaction <= this.snapshot.transaction &&
      bytes.readUInt16LE(18) === kind
    )
  }

  private branch({ number, from, to }: Child, tree: Tree, children: Child[]): string | undefined {
    const offsets = this.nodes(number, BRANCH)
    if (offsets === undefined || offsets.length < 2) return `page ${number} is damaged`
    // The first child takes whatever comes before the second: its key is not looked at.
    const keys = offsets.map((at, i) => (i === 0 ? from : this.keyAt(at, tree)))
    for (const [i, at] of offsets.entries()) {
      const child = this.page.readUInt32LE(at) + this.page.readUInt16LE(at + 4) * 2 ** 32
      const [own, next] = [keys[i], i + 1 < keys.length ? keys[i + 1] : to]
      if (i > 0 && (own === undefined || !isWithin(own, from, to))) return `page ${number} is damaged`
      if (own !== undefined && next !== undefined && Buffer.compare(own, next) >= 0) return `page ${number} is damaged`
      children.push({ number: child, from: own, to: next })
    }
    this.counted.branch++
    return undefined
  }

  private leaf({ number, from, to }: Child, tree: Tree): string | undefined {
    const offsets = this.nodes(number, LEAF)
    if (offsets === undefined) return `page ${number} is damaged`
    let before: Buffer | undefined
    for (const at of offsets) {
      const key = this.keyAt(at, tree)
      const isNext = key !== undefined && (before === undefined || Buffer.compare(before, key) < 0)
      if (!isNext || !isWithin(key, from, to)) return `page ${number} is damaged`
      const damage = this.node(number, at, tree)
      if (damage !== undefined) return damage
      before = key
    }
    this.counted.leaf++
    this.counted.entries += offsets.length
    return undefined
  }

  /** Keys ascend through all pages: by their bytes, those of the free tree as numbers. Undefined where it can be none. */
  private keyAt(at: number, { name }: Tree): Buffer | undefined {
    const length = this.page.readUInt16LE(at + 6)
    if (length === 0 || (name === 'free pages' && length !== 8)) return undefined
    if (at + NODE_HEADER + length > this.page.length) return undefined
    const key = Buffer.from(this.page.subarray(at + NODE_HEADER, at + NODE_HEADER + length))
    return name === 'free pages' ? key.reverse() : key
  }

  private node(number: number, at: number, tree: Tree): string | undefined {
    const { page } = this
    const size = page.readUInt32LE(at)
    const flags = page.readUInt16LE(at + 4)
    const from = at + NODE_HEADER
    const data = from + page.readUInt16LE(at + 6)
    const isInside = flags === 0 && data + size <= page.length
    const value = isInside ? page.subarray(data, data + size) : this.bigData(flags, data, size)
    if (value === undefined) return `page ${number} is damaged`
    if (tree.name === 'records') return this.judge(page.subarray(from, data), value)
    return this.isFreeList(value) ? undefined : `page ${number} is damaged`
  }

  /** A value that has pages of its own. */
  private bigData(flags: number, data: number, size: number): Buffer | undefined {
    const { page } = this
    if (flags !== BIG_DATA || data + BIG_DATA_SIZE > page.length) return undefined
    const first = Number(page.readBigUInt64LE(data))
    const count = Number(page.readBigUInt64LE(data + 16))
    if (count !== Math.floor((HEADER - 1 + size) / page.length) + 1 || !this.use(first, count)) return undefined
    this.counted.overflow += count
    const bytes = Buffer.alloc(HEADER + size)
    if (readSync(this.file, bytes, 0, bytes.length, first * page.length) < bytes.length) return undefined
    if (!this.isHeader(bytes, first, OVERFLOW) || bytes.readUInt32LE(20) !== count) return undefined
    return bytes.subarray(HEADER)
  }

  private isFreeList(list: Buffer): boolean {
    if (list.length < 8 || list.length % 8 !== 0) return false
    const count = list.readBigUInt64LE(0)
    if (count > BigInt(list.length / 8 - 1)) return false
    for (let i = 1; i <= Number(count); i++) {
      const entry = Number(list.readBigInt64LE(i * 8))
      if (entry === 0) continue
      if (entry > 0 && !this.free(entry, 1)) return false
      if (entry > 0) continue
      i++
      if (i > Number(count) || !this.free(Number(list.readBigInt64LE(i * 8)), -entry)) return false
    }
    return true
  }

  /** Marks pages as free; false when they cannot be. */
  private free(first: number, count: number): boolean {
    if (first < 2 || count > this.marks.length || first + count > this.marks.length) return false
    for (let page = first; page < first + count; page++) {
      if (this.marks[page] === USED) return false
      this.marks[page] = FREE
    }
    return true
  }
}

function isWithin(key: Buffer, from: Buffer | undefined, to: Buffer | undefined): boolean {
  return (from === undefined || Buffer.compare(from, key) <= 0) && (to === undefined || Buffer.compare(key, to) < 0)
}
