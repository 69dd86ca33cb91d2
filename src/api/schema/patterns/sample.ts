/** Makes a text that a pattern matches, from a stream of chance. Look-arounds are left to the caller's check. */
import { spend } from '../../../support/work.ts'
import { intersect, type Range } from './char-set.ts'
import type { Tree } from './syntax.ts'

/** The longest text made. */
const LONGEST = 4096
const READABLE: readonly (readonly Range[])[] = [
  [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  [[33, 126]],
  [[32, 126]],
  [
    [0xa1, 0xd7ff],
    [0xe000, 0xfffd],
  ],
]
const PLAIN: readonly Range[] = [
  [48, 57],
  [97, 122],
]

/** Digits of either case, which are written in one: as small letters. */
const HEX = '48,57,65,70,97,102'
const SMALL_HEX: readonly Range[] = [
  [48, 57],
  [97, 102],
]

export interface SampleOptions {
  readonly next: () => number
  /** How many repetitions beyond the least are tried. */
  readonly stretch: number
  /** Codes and words of open length are as long as they usually are. */
  readonly usual?: boolean
}

/** Characters of a code or a word whose pattern leaves its length open. */
const USUAL = 8

/** The least length of what may be any letters or digits, where far more are allowed than have to be. */
function usualLeast(body: Tree, min: number, max: number): number {
  if (min >= USUAL || max - min < USUAL || body.kind !== 'set') return min
  const letters = intersect(body.set.ranges, LETTERS).reduce((sum, [from, to]) => sum + to - from + 1, 0)
  return letters >= LETTERS_OF_WORDS ? Math.min(USUAL, max) : min
}

const LETTERS: readonly Range[] = [
  [65, 90],
  [97, 122],
]
/** Fewer are of hexadecimal digits, or of a choice. */
const LETTERS_OF_WORDS = 20

/** A text built along the tree; undefined when it would grow too long or cannot exist. */
export function sampleTree(tree: Tree, options: SampleOptions): string | undefined {
  const sampler = new Sampler(options)
  const done = sampler.add(tree)
  spend(sampler.parts * PART)
  return done ? sampler.text : undefined
}

/** Parts of a pattern that are gone through, and the steps that one takes. */
const MOST_PARTS = 10_000
const PART = 20

class Sampler {
  text = ''
  parts = 0
  private readonly options: SampleOptions
  private readonly groups = new Map<number | string, string>()

  constructor(options: SampleOptions) {
    this.options = options
  }

  add(tree: Tree): boolean {
    if (++this.parts > MOST_PARTS) return false
    switch (tree.kind) {
      case 'set':
        return this.character(tree.set.ranges)
      case 'sequence':
        return tree.parts.every((part, i) => (this.isDot(tree.parts, i) ? this.put('.') : this.add(part)))
      case 'choice': {
        const plain = tree.options.filter((one) => !isQuote(one))
        const among = plain.length === 0 ? tree.options : plain
        const option = among[Math.floor(this.options.next() * among.length)]
        return option !== undefined && this.add(option)
      }
      case 'repeat':
        return this.repeat(tree)
      case 'group': {
        const from = this.text.length
        const done = this.add(tree.body)
        this.groups.set(tree.number, this.text.slice(from))
        if (tree.name !== undefined) this.groups.set(tree.name, this.text.slice(from))
        return done
      }
      case 'back':
        this.text += this.groups.get(tree.to) ?? ''
        return this.text.length <= LONGEST
      default:
        return true
    }
  }

  /** A dot that was meant as itself, as in a number, a name of a host, or before the ending of a file. */
  private isDot(parts: readonly Tree[], i: number): boolean {
    if (isStray(parts, i)) return true
    const isFirst = i === 0 && isLetter(parts[1]) && isLetter(parts[2])
    return isAny(parts[i]) && /[A-Za-z0-9]$/.test(this.text) && (isFirst || areWords(parts[i + 1]))
  }

  private put(text: string): boolean {
    this.text += text
    return this.text.length <= LONGEST
  }

  private repeat({ body, min, max }: Extract<Tree, { kind: 'repeat' }>): boolean {
    if (min > LONGEST) return false
    const least = this.options.usual === true ? usualLeast(body, min, max) : min
    const spare = Math.min(max - least, this.options.stretch)
    const times = least + Math.floor(this.options.next() * (spare + 1))
    for (let i = 0; i < times; i++) if (!this.add(body)) return false
    return true
  }

  private character(ranges: readonly Range[]): boolean {
    const isWide = ranges.length > 0 && ranges.some(([from, to]) => to - from > 1000)
    const choices = (isWide ? [PLAIN, ...READABLE] : READABLE).map((readable) => intersect(ranges, readable))
    const isHex = ranges.length === 3 && ranges.flat().join() === HEX
    const among = isHex ? SMALL_HEX : (choices.find((choice) => choice.length > 0) ?? ranges)
    const size = among.reduce((sum, [from, to]) => sum + to - from + 1, 0)
    if (size === 0 || this.text.length >= LONGEST) return false
    let left = Math.floor(this.options.next() * size)
    for (const [from, to] of among) {
      if (left <= to - from) {
        this.text += String.fromCodePoint(from + left)
        return true
      }
      left -= to - from + 1
    }
    return false
  }
}

/** A dot that means any character, between others that are said: it was meant as itself. */
function isStray(parts: readonly Tree[], i: number): boolean {
  const [before, after] = [parts[i - 1], parts[i + 1]]
  return isAny(parts[i]) && ((isLetter(before) && isLetter(after)) || (isDigits(before) && isDigits(after)))
}

/** `(png|jpg)` */
function areWords(tree: Tree | undefined): boolean {
  if (tree?.kind === 'group') return areWords(tree.body)
  return tree?.kind === 'choice' && tree.options.every((one) => one.kind === 'sequence' && isLetter(one.parts[0]))
}

/** An option that is nothing but a quotation mark. */
function isQuote(tree: Tree): boolean {
  const [range, ...others] = tree.kind === 'set' ? tree.set.ranges : []
  return others.length === 0 && range !== undefined && range[0] === range[1] && QUOTES.includes(range[0])
}

const QUOTES: readonly number[] = [34, 39, 96]

function isAny(tree: Tree | undefined): boolean {
  return (
    tree?.kind === 'set' && intersect(tree.set.ranges, ASCII).reduce((sum, [from, to]) => sum + to - from + 1, 0) >= 95
  )
}

function isLetter(tree: Tree | undefined): boolean {
  const [range, ...others] = tree?.kind === 'set' ? tree.set.ranges : []
  return range !== undefined && others.length === 0 && range[0] === range[1]
}

function isDigits(tree: Tree | undefined): boolean {
  if (tree?.kind === 'repeat') return isDigits(tree.body)
  const [range, ...others] = tree?.kind === 'set' ? tree.set.ranges : []
  return range !== undefined && others.length === 0 && range[0] === 48 && range[1] === 57
}

const ASCII: readonly Range[] = [[32, 126]]
