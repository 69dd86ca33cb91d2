/** A line of an address taken apart: `185 Berry St Ste 6100`, and a whole address in one line. */

export interface Street {
  readonly number: string
  readonly before: string
  readonly name: string
  /** As it was said, and its usual abbreviation. */
  readonly suffix: string
  readonly short: string
  readonly after: string
  readonly designator: string
  readonly unit: string
}

export interface Town {
  readonly city?: string
  readonly state?: string
  readonly zip?: string
  readonly plus?: string
}

/** A longer text is no line of an address. */
export const LONGEST_LINE = 200

/** What the line says; what it does not say is ''. */
export function streetOf(line: string): Street {
  const words = line.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
  const [designator = '', unit = ''] = takeUnit(words)
  const number = takeNumber(words)
  const before = words.length > 2 ? takeDirection(words, 0) : ''
  const after = words.length > 2 ? takeDirection(words, words.length - 1) : ''
  const short = words.length > 1 ? SUFFIXES.get(plainWord(words.at(-1))) : undefined
  const suffix = short === undefined ? '' : (words.pop() ?? '')
  return { number, before, name: words.join(' '), suffix, short: short ?? '', after, designator, unit }
}

function takeUnit(words: string[]): readonly string[] {
  const at = words.findIndex((word, index) => index > 1 && (UNITS.has(plainWord(word)) || word.startsWith('#')))
  if (at < 0) return []
  const [word = '', ...rest] = words.splice(at)
  return word.startsWith('#')
    ? ['#', [word.slice(1), ...rest].join('')]
    : [UNITS.get(plainWord(word)) ?? '', rest.join(' ')]
}

/** Before the street, or behind it. */
function takeNumber(words: string[]): string {
  const isNumber = (word: string | undefined): boolean => /^\d+[A-Za-z]?(?:[-/]\w{1,6})?$/.test(word ?? '')
  if (words.length > 1 && isNumber(words[0])) return words.shift() ?? ''
  return words.length > 1 && isNumber(words.at(-1)) ? (words.pop() ?? '') : ''
}

function takeDirection(words: string[], at: number): string {
  const short = DIRECTIONS.get(plainWord(words[at]))
  if (short !== undefined) words.splice(at, 1)
  return short ?? ''
}

/** What is before the gap is said so that it ends in one way only: the expressions take linear time. */
const ZIP = /^(.*[^\s,]|)[\s,]+(\d{5})(?:-(\d{4}))?$/
const STATE = /^(.*[^\s,]|)[\s,]+([A-Z]{2})$/

/** The line of the street, and the town behind it, of an address in one line. */
export function apart(address: string): readonly [line: string, town: Town] {
  const [, line = address, zip, plus] = ZIP.exec(address.trim()) ?? []
  if (zip === undefined) return [line, {}]
  const town = { zip, ...(plus !== undefined && { plus }) }
  const [, rest, state] = STATE.exec(line) ?? []
  if (rest === undefined || state === undefined) return [line, town]
  const comma = rest.lastIndexOf(',')
  return comma < 0
    ? [rest, { ...town, state }]
    : [rest.slice(0, comma), { ...town, state, city: rest.slice(comma + 1).trim() }]
}

function plainWord(word: string | undefined): string {
  return (word ?? '').toLowerCase().replace(/\.$/, '')
}

const table = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows.split('; ').flatMap((row) => {
      const words = row.split(' ')
      return words.map((word) => [word, (words[0] ?? '').toUpperCase()] as const)
    }),
  )

/** Abbreviation first. */
const SUFFIXES = table(
  'st street; ave avenue av; blvd boulevard; rd road; dr drive; ln lane; ct court; pl place; ter terrace; way; cir circle; pkwy parkway; sq square; hwy highway; trl trail; aly alley; plz plaza; loop; row; xing crossing; expy expressway; fwy freeway; cres crescent; brg bridge; cv cove; pt point; rdg ridge; hl hill; path; walk; pike; mall; run',
)
const DIRECTIONS = table('n north; s south; e east; w west; ne northeast; nw northwest; se southeast; sw southwest')
const UNITS = table(
  'apt apartment; ste suite; unit; bldg building; fl floor; rm room; dept department; ph penthouse; spc space; lot; trlr trailer',
)
