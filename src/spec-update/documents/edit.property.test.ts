/** Generated documents in every style that is known: an edit changes what it says, and no line that it does not. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type OpenDocument, readNode } from './document.ts'
import { editDocument } from './edit.ts'
import { openDocument } from './index.ts'
import { type PatchOperation, patched } from './patch.ts'

type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

const word = fc.constantFrom(
  'type',
  'a',
  'status',
  'x-note',
  'name',
  '200',
  '404',
  'yes',
  'a b',
  'in: x',
  '- z',
  '#c',
  "it's",
  '',
)
const scalar: fc.Arbitrary<Value> = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant('line\nline'),
)
const { value } = fc.letrec<{ value: Value; mapping: Value }>((tie) => ({
  mapping: fc.dictionary(fc.oneof(word, fc.string({ minLength: 1, maxLength: 4 })), tie('value'), {
    maxKeys: 5,
  }) as fc.Arbitrary<Value>,
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('mapping'), fc.array(tie('value'), { maxLength: 4 })),
}))
const root = fc.dictionary(word, value, { minKeys: 1, maxKeys: 6 }) as fc.Arbitrary<{ [key: string]: Value }>

interface Manner {
  readonly indent: number
  readonly dash: number
  readonly eol: string
  readonly comments: boolean
  readonly blanks: boolean
  readonly flowFrom: number
  readonly padding: string
  readonly final: boolean
  readonly mark: string
}
const manner: fc.Arbitrary<Manner> = fc.record({
  indent: fc.constantFrom(2, 4),
  dash: fc.constantFrom(0, 2, 4),
  eol: fc.constantFrom('\n', '\r\n'),
  comments: fc.boolean(),
  blanks: fc.boolean(),
  flowFrom: fc.constantFrom(2, 3, 99),
  padding: fc.constantFrom('', ' '),
  final: fc.boolean(),
  mark: fc.constantFrom('', '\uFEFF'),
})

/** A second writer, simpler than the one that is tested: every text in double quotes but plain words. */
function written(value: Value, { indent, dash, comments, blanks, flowFrom, padding }: Manner): string[] {
  const text = (v: string): string => (/^[a-z]+$/.test(v) && v !== 'yes' ? v : JSON.stringify(v))
  const flow = (v: Value): string => {
    if (Array.isArray(v)) return `[${v.map(flow).join(', ')}]`
    if (typeof v === 'object' && v !== null) {
      const members = Object.entries(v).map(([k, inner]) => `${text(k)}: ${flow(inner)}`)
      return members.length === 0 ? '{}' : `{${padding}${members.join(', ')}${padding}}`
    }
    return typeof v === 'string' ? text(v) : String(v)
  }
  const note = (n: number): string => (comments && n % 2 === 0 ? ' # note' : '')
  const lines = (v: Value, depth: number): string[] => {
    if (Array.isArray(v))
      return v.flatMap((item, n) => {
        if (typeof item !== 'object' || item === null || depth >= flowFrom || Object.keys(item).length === 0)
          return [`- ${flow(item)}${note(n)}`]
        const [first = '', ...rest] = lines(item, depth + 1)
        return Array.isArray(item)
          ? [`- ${flow(item)}`]
          : [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))]
      })
    return Object.entries(v as object).flatMap(([k, inner]: [string, Value], n) => {
      const above = comments && n % 3 === 1 ? [`# about ${n}`] : blanks && n % 2 === 1 ? [''] : []
      if (typeof inner !== 'object' || inner === null || depth >= flowFrom || Object.keys(inner).length === 0)
        return [...above, `${text(k)}: ${flow(inner)}${note(n)}`]
      const pad = ' '.repeat(Array.isArray(inner) ? dash : indent)
      const tail = comments && n % 2 === 1 ? [`${' '.repeat(indent + 1)}# tail`] : []
      return [
        ...above,
        `${text(k)}:${note(n)}`,
        ...lines(inner, depth + 1).map((line) => (line === '' ? '' : pad + line)),
        ...tail,
      ]
    })
  }
  return lines(value, 0)
}

const fresh: fc.Arbitrary<Value> = fc.oneof(
  scalar,
  fc.constant<Value>({ type: 'string' }),
  fc.constant<Value>({
    type: 'object',
    properties: { id: { type: 'integer' }, 'a b': { enum: ['yes', 'x'] } },
    required: ['id'],
  }),
)

interface Choice {
  readonly pick: number
  readonly value: Value
  readonly kind: number
}
const choices = fc.array(fc.record({ pick: fc.nat(), value: fresh, kind: fc.nat(3) }), { minLength: 1, maxLength: 4 })

/** Every collection of a value by pointer. */
function places(value: Value, at = ''): [pointer: string, value: Value][] {
  if (typeof value !== 'object' || value === null) return []
  const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
  return [[at, value], ...Object.entries(value).flatMap(([key, inner]) => places(inner, `${at}/${escaped(key)}`))]
}

function operationsFor(value: Value, wishes: readonly Choice[]): PatchOperation[] {
  const all = places(value)
  return wishes.flatMap(({ pick, value: put, kind }, n): PatchOperation[] => {
    const [pointer, target] = all[pick % all.length] ?? ['', {}]
    if (Array.isArray(target)) return [{ op: 'add', path: `${pointer}/-`, value: put }]
    const name = kind === 0 ? `20${n}` : `fresh${n}`
    return Object.hasOwn(target as object, name) ? [] : [{ op: 'add', path: `${pointer}/${name}`, value: put }]
  })
}

function opened(text: string): OpenDocument {
  const document = openDocument('a', text)
  if (typeof document === 'string') throw new Error(`${document}: ${text}`)
  return document
}

/** Lines that are not in the longest common part. */
function linesLost(before: readonly string[], after: readonly string[]): number {
  let row = after.map(() => 0)
  for (const line of before) {
    const next: number[] = []
    for (const [i, other] of after.entries())
      next.push(line === other ? (i > 0 ? (row[i - 1] ?? 0) : 0) + 1 : Math.max(row[i] ?? 0, next[i - 1] ?? 0))
    row = next
  }
  return before.length - (row.at(-1) ?? 0)
}

function check(text: string, value: Value, wishes: readonly Choice[]): void {
  const document = opened(text)
  expect(readNode(document.root)).toEqual(value)
  const operations = operationsFor(value, wishes)
  const edited = editDocument(
    document,
    operations.map((one) => [one]),
  )
  expect([...edited.refused.values()]).toEqual([])
  expect(readNode(opened(edited.text).root)).toEqual(patched(value, operations))
  const changed = linesLost(text.split('\n'), edited.text.split('\n'))
  expect(changed).toBeLessThanOrEqual(operations.length * 2)
}

it('edits YAML in place, in every style', () => {
  fc.assert(
    fc.property(root, manner, choices, (value, how, wishes) => {
      const text = how.mark + written(value, how).join(how.eol) + (how.final ? how.eol : '')
      check(text, value, wishes)
    }),
    { numRuns: 300 },
  )
})

it('edits JSON in place, in every style', () => {
  fc.assert(
    fc.property(
      root,
      fc.constantFrom(0, 2, 4, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      choices,
      (value, indent, eol, final, wishes) => {
        const text = JSON.stringify(value, undefined, indent).replaceAll('\n', eol) + (final ? eol : '')
        check(text, value, wishes)
        if (indent === 0) expect(editDocument(opened(text), []).text.split('\n').length).toBeLessThanOrEqual(2)
      },
    ),
    { numRuns: 150 },
  )
})
