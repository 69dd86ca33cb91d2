/** The same pattern for RE2, which takes linear time whatever the text. It knows no look-around and no back reference. */
import { RE2JS } from 're2js'
import type { Tree } from './syntax.ts'

/** A matcher in linear time; undefined when RE2 cannot express the pattern. */
export function linearMatcher(tree: Tree): ((text: string) => boolean) | undefined {
  const text = write(tree)
  if (text === undefined) return undefined
  try {
    const compiled = RE2JS.compile(text)
    return (candidate) => compiled.matcher(candidate).find()
  } catch {
    return undefined
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
