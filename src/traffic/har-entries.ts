/**
 * The entries of a HAR file as it comes in, without holding more than one of them: captures of browsers are larger than
 * what can be held. Only the way to `log.entries` is followed here; each entry is a text of its own, to be parsed alone.
 */

/** Characters of one entry, above which it is left out. */
const LONGEST_ENTRY = 32 * 1024 * 1024

export interface EntryScanner {
  /** The texts of the entries that end in this piece. */
  push(piece: string): readonly string[]
  /** What came so far. */
  readonly found: {
    /** The first character that is no blank begins an object. */
    readonly isObject: boolean
    readonly hasEntries: boolean
    /** All that was opened is closed. */
    readonly isWhole: boolean
    /** Entries over the limit. */
    readonly tooLong: number
  }
}

export function entryScanner(longest: number = LONGEST_ENTRY): EntryScanner {
  return new Scanner(longest)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MARK = 0xfeff
/** Keys that are longer lead nowhere. */
const LONGEST_KEY = 64

class Scanner implements EntryScanner {
  readonly #longest: number
  /** The names under which the open containers stand, the outermost first. */
  readonly #open: string[] = []
  #depth = 0
  #inText = false
  #isEscaped = false
  /** The text that was read last outside of entries: a key, if a colon follows. */
  #text = ''
  #key = ''
  #collected: string[] = []
  #size = 0
  #isCollecting = false
  readonly found = { isObject: false, hasEntries: false, isWhole: false, tooLong: 0 }
  #hasBegun = false

  constructor(longest: number) {
    this.#longest = longest
  }

  push(piece: string): readonly string[] {
    const entries: string[] = []
    let from = 0
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i)
      if (this.#inText) this.#inside(code)
      else if (code === QUOTE) {
        this.#inText = true
        this.#text = ''
      } else if (code === 0x3a) this.#key = this.#text
      else if (code === 0x7b || code === 0x5b) {
        if (this.#begin(code)) from = i
      } else if (code === 0x7d || code === 0x5d) {
        if (this.#end()) entries.push(...this.#take(piece.slice(from, i + 1)))
      } else if (!this.#hasBegun && code > 0x20 && code !== MARK) this.#hasBegun = true
    }
    if (this.#isCollecting) this.#collect(piece.slice(from))
    return entries
  }

  #inside(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === BACKSLASH) this.#isEscaped = true
    else if (code === QUOTE) this.#inText = false
    else if (!this.#isCollecting && this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(code)
  }

  /** True where an entry begins. */
  #begin(code: number): boolean {
    if (!this.#hasBegun) this.found.isObject = code === 0x7b
    this.#hasBegun = true
    this.#depth++
    if (this.#isCollecting) return false
    const isEntry = code === 0x7b && this.#depth === 4 && this.#open[2] === 'entries' && this.#open[1] === 'log'
    if (this.#depth <= 3) this.#open[this.#depth - 1] = this.#key
    if (this.#depth === 3 && code === 0x5b && this.#key === 'entries' && this.#open[1] === 'log')
      this.found.hasEntries = true
    this.#key = ''
    if (isEntry) this.#isCollecting = true
    return isEntry
  }

  /** True where an entry ends. */
  #end(): boolean {
    this.#depth--
    if (this.#depth === 0) this.found.isWhole = true
    if (!this.#isCollecting && this.#depth < 3) this.#open.length = Math.max(0, this.#depth)
    return this.#isCollecting && this.#depth === 3
  }

  #collect(text: string): void {
    this.#size += text.length
    if (this.#size <= this.#longest) this.#collected.push(text)
    else this.#collected = []
  }

  #take(last: string): readonly string[] {
    this.#collect(last)
    const entry = this.#size <= this.#longest ? [this.#collected.join('')] : []
    if (entry.length === 0) this.found.tooLong++
    this.#collected = []
    this.#size = 0
    this.#isCollecting = false
    return entry
  }
}
