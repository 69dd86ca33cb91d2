/** Which exchanges an upstream wants recorded. */
import type { RecordOptions } from '../../agent/upstream.ts'

/** `*` stands for what is in one segment, `**` for all that follows, `{name}` for a segment. */
function patternOf(text: string): RegExp {
  const source = text
    .split(/(\*\*|\*|\{[^/{}]*\})/)
    .map((part, i) => (i % 2 === 0 ? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : part === '**' ? '.*' : '[^/]*'))
    .join('')
  return new RegExp(`^${source}$`, 's')
}

export function recordFilter({
  include,
  exclude,
}: Pick<RecordOptions, 'include' | 'exclude'>): (path: string) => boolean {
  const [included, excluded] = [include.map(patternOf), exclude.map(patternOf)]
  return (path) =>
    (included.length === 0 || included.some((pattern) => pattern.test(path))) &&
    !excluded.some((pattern) => pattern.test(path))
}
