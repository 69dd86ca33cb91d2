/** The same pattern for RE2, which takes linear time whatever the text. It knows no look-around and no back reference. */
import { RE2JS } from 're2js'
import { spendRarely } from '../../../support/work.ts'
import type { Tree } from './syntax.ts'

/** RE2 may be in each state of the pattern at each character of the text: steps that take about half a second. */
const MOST_STEPS = 10_000_000
/** States of a pattern; a larger one takes long however short the text is. */
const MOST_STATES = 10_000

/** What a character costs, in steps of `spend`: with most patterns, and at worst, for each state. What beginning costs, in characters. */
const CHARACTER = 100
const STATE = 20
const BEGINNING = 100

/** A matcher in linear time, which leaves open what a text is that is too long for the pattern; undefined when RE2 cannot express it, or hardly. */
export function linearMatcher(tree: Tree): ((text: string) => boolean | undefined) | undefined {
  const states = statesOf(tree)
  const text = states > MOST_STATES ? undefined : write(tree)
  if (text === undefined) return undefined
  try {
    const compiled = RE2JS.compile(text)
    return (candidate) => {
      if (candidate.length * states > MOST_STEPS) return undefined
      const characters = candidate.length + BEGINNING
      spendRarely(characters * Math.min(CHARACTER, states * STATE), characters * states * STATE)
      return compiled.matcher(candidate).find()
    }
  } catch {
    return undefined
  }
}

/** With counted repetitions written out. */
function statesOf(tree: Tree): number {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.reduce((sum, part) => sum + statesOf(part), 1)
    case 'choice':
      return tree.options.reduce((sum, option) => sum + statesOf(option), 1)
    case 'group':
      return statesOf(tree.body)
    case 'repeat':
      return statesOf(tree.body) * (Number.isFinite(tree.max) ? Math.max(1, tree.max) : tree.min + 1)
    default:
      return 1
  }
}

function write(tree: Tree): string | undefined {
  switch (tree.kind) {
    case 'set':
      return tree.set.text
    case 'sequence':
      return join(tree.parts, '')
    case 'choice':
      return join(tree.options, '|')
    case 'group':
      return write(tree.body)
    case 'repeat':
      return repeat(tree)
    case 'edge':
      return { '^': '\\A', $: '\\z', b: '\\b', B: '\\B' }[tree.at]
    default:
      return undefined
  }
}

function join(trees: readonly Tree[], glue: string): string | undefined {
  const texts = trees.map(write)
  return texts.includes(undefined) ? undefined : `(?:${texts.join(glue)})`
}

function repeat({ body, min, max }: Extract<Tree, { kind: 'repeat' }>): string | undefined {
  const text = write(body)
  if (text === undefined) return undefined
  const most = max === Number.POSITIVE_INFINITY ? '' : String(max)
  return `(?:${text}){${min},${most}}`
}
