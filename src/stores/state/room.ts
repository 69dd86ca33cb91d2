/**
 * Room in the data file, made before LMDB writes into it. Where a write of its
 * own finds the disk full, the native library lays a message of more than 100
 * bytes into 100 (lmdb-js 3.5.6, `mdb_page_flush`) and the process ends sooner or
 * later, with all its sandboxes. So the file is always longer than what a commit
 * may need: zeros behind the last page, which LMDB takes no notice of. A disk
 * that is full refuses those, and the commit is refused before it began.
 */
import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { readSnapshot } from './data-file.ts'

/** Pages that one change may touch or split on its way from the root, and that any commit writes for its own affairs. */
const PAGES_PER_CHANGE = 10
const PAGES_PER_COMMIT = 16
/** Free pages are listed in pages: one entry of 8 bytes each, with as much again for writing the list anew. */
const FREE_PER_PAGE = 256
/** What surrounds key and value on a page, in bytes. */
const NODE_BYTES = 64
/** Bytes that only commits may use which leave less than there was: where nothing more can be stored, something can still be removed. */
const FOR_REMOVALS = 128 * 1024
/** How much more is taken from the disk than is needed just now: a share of what is used, in bytes. */
const SHARE = 2
const LEAST_STEP = 256 * 1024
const MOST_STEP = 4 * 1024 * 1024

const zeros = Buffer.alloc(64 * 1024)

export class Room {
  /** For reading anywhere, and for writing at the end only. */
  readonly #file: number
  /** Of the file, in bytes. */
  #size: number
  #pageSize = 0
  /** All that follow are in pages, and no less than what is so: up to the last one used, and those of the records' tree. */
  #used = 0
  #tree = 0
  /** Of the commit under way: its changes, and the pages that keys and values fill. */
  #changes = 0
  #filled = 0
  #hasLooked = false
  #spare = FOR_REMOVALS
  /** When the file was written last, by us as far as we know. */
  #written: number

  /** @param path the data file of an environment that is open */
  constructor(path: string) {
    this.#file = openSync(path, 'a+')
    const { size, mtimeMs } = fstatSync(this.#file)
    this.#size = size
    this.#written = mtimeMs
    this.#look()
  }

  /** A commit begins, which may leave less than there was. */
  begin(shrinks: boolean): void {
    this.#spare = shrinks ? 0 : FOR_REMOVALS
    this.#changes = 0
    this.#filled = 0
    this.#hasLooked = false
  }

  /** Before a key is stored with so many bytes of a value. Throws the error of the disk when there is no room. */
  store(key: string, bytes: number): void {
    this.#changes++
    // Pages may be filled by half; a long value has pages of its own.
    this.#filled += Math.ceil((2 * (3 * key.length + bytes + NODE_BYTES)) / this.#pageSize)
    this.#secure(this.#spare)
  }

  /** Before a key is removed. Throws the error of the disk when there is no room for that. */
  remove(): void {
    this.#changes++
    this.#secure(0)
  }

  /** The commit has been made. */
  committed(): void {
    const pages = this.#pages()
    this.#used += pages
    this.#tree += pages
  }

  /** A commit has been made, or given up: what was written was ours. */
  ended(): void {
    this.#written = fstatSync(this.#file).mtimeMs
  }

  /** What was done to the file by others since this was asked last, or since a commit; undefined: nothing that can be seen. */
  foreign(): 'cut off' | 'removed or replaced' | 'changed' | undefined {
    const { size, nlink, mtimeMs } = fstatSync(this.#file)
    if (size < this.#size) return 'cut off'
    if (nlink === 0) return 'removed or replaced'
    if (mtimeMs === this.#written) return undefined
    this.#written = mtimeMs
    return 'changed'
  }

  close(): void {
    closeSync(this.#file)
  }

  /** What LMDB has used in truth, up to the commit before. */
  #look(): void {
    this.#hasLooked = true
    const snapshot = readSnapshot(this.#file, this.#pageSize)
    if (typeof snapshot === 'string') throw new Error(snapshot)
    this.#pageSize = snapshot.pageSize
    this.#used = Number(snapshot.lastPage) + 1
    this.#tree = snapshot.trees.reduce((sum, tree) => sum + Number(tree.branchPages + tree.leafPages), 0)
  }

  /** The pages that the commit under way needs at most: a page of the tree is written anew once, however much changes on it. */
  #pages(): number {
    const touched = Math.min(this.#changes * PAGES_PER_CHANGE, 2 * this.#tree + PAGES_PER_CHANGE)
    return PAGES_PER_COMMIT + Math.ceil(this.#used / FREE_PER_PAGE) + touched + this.#filled
  }

  /** Bytes by which the file is too short for the commit under way and as much more. */
  #missing(more: number): number {
    return (this.#used + this.#pages()) * this.#pageSize + more - this.#size
  }

  #secure(more: number): void {
    let missing = this.#missing(more)
    if (missing <= 0) return
    if (!this.#hasLooked) {
      this.#look()
      missing = this.#missing(more)
      if (missing <= 0) return
    }
    const step = Math.min(Math.max(LEAST_STEP, (this.#used * this.#pageSize) / SHARE), MOST_STEP)
    const wanted = this.#size + missing + Math.ceil(step)
    try {
      while (this.#size < wanted)
        this.#size += writeSync(this.#file, zeros, 0, Math.min(zeros.length, wanted - this.#size))
    } catch (error) {
      if (this.#missing(more) > 0) throw error
    }
  }
}
