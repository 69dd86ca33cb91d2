/** Base paths of servers that have variables in them: `/bot{token}`, `/{version}`. */
import { oncePer } from '../support/once-per.ts'
import { decodeSegment, matchPartial, parsePathTemplate, type Segment } from './path-template.ts'

export interface UnderTemplate {
  /** The base path as it was sent. */
  readonly base: string
  /** The path below it. */
  readonly rest: string
  /** What its variables hold, percent-decoded. */
  readonly values: readonly string[]
}

/** True for a base path with variables that hold whatever the client says. */
export function isBaseTemplate(base: string): boolean {
  return base.includes('{')
}

/** The base paths with variables that a path stands under. */
export function underTemplates(path: string, basePaths: readonly string[]): readonly UnderTemplate[] {
  const templates = templatesOf(basePaths)
  return templates.length === 0 ? [] : templates.flatMap((template) => under(path, template) ?? [])
}

const templatesOf = oncePer((basePaths: readonly string[]): readonly (readonly Segment[])[] =>
  basePaths.filter(isBaseTemplate).map((base) => parsePathTemplate(base).segments),
)

function under(path: string, template: readonly Segment[]): UnderTemplate | undefined {
  const steps = path.slice(1).split('/')
  const values: string[] = []
  for (const [i, segment] of template.entries()) {
    const found = steps[i] === undefined ? undefined : valuesIn(steps[i], segment)
    if (found === undefined) return undefined
    values.push(...found)
  }
  const base = `/${steps.slice(0, template.length).join('/')}`
  return { base, rest: path.slice(base.length) || '/', values }
}

/** What the variables of one step hold; undefined when the step is another. */
function valuesIn(text: string, segment: Segment): readonly string[] | undefined {
  switch (segment.kind) {
    case 'literal':
      return decodeSegment(text) === segment.text ? [] : undefined
    case 'partial':
      return matchPartial(text, segment.literals)?.map(decodeSegment)
    case 'parameter':
    case 'rest':
      return text === '' ? undefined : [decodeSegment(text)]
    default:
      return segment satisfies never
  }
}
