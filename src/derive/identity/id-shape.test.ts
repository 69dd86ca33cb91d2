import { expect, it } from 'vitest'
import { smallApi } from '../../../test/support/small-api.ts'
import type { Parameter } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { readerFor } from '../schemas/reader.ts'
import { fromSample, shapeOf } from './id-shape.ts'

const reader = readerFor(smallApi({}))

function shape(property: Schema | undefined, param?: Partial<Parameter>, samples: readonly unknown[] = []): string {
  const params =
    param === undefined
      ? []
      : [
          {
            name: 'id',
            in: 'path',
            required: true,
            style: 'simple',
            explode: false,
            allowReserved: false,
            ...param,
          } satisfies Parameter,
        ]
  const found = shapeOf({ property, params, samples, names: ['thing'] }, reader)
  if (found.kind === 'text') return `${found.prefix}<${found.alphabet}:${found.length}>`
  return found.kind === 'pattern'
    ? found.pattern
    : found.kind === 'integer'
      ? `integer from ${found.start}`
      : found.kind
}

it.each<[string, Schema | undefined, Partial<Parameter> | undefined, readonly unknown[], string]>([
  ['an integer', { type: 'integer' }, undefined, [], 'integer from 1'],
  ['an integer with a least value', { type: 'integer', minimum: 1000 }, undefined, [], 'integer from 1000'],
  ['a uuid by format', { type: 'string', format: 'uuid' }, undefined, [], 'uuid'],
  ['a uuid by example', { type: 'string', example: '4c1eb5d2-6f6f-4b3f-8a51-1c1c3e3b2f11' }, undefined, [], 'uuid'],
  [
    'an example that fits a pattern with nested repetitions',
    { type: 'string', pattern: '^se(-[a-z0-9]+)+$', example: 'se-28529731' },
    undefined,
    [],
    'se-<digits:8>',
  ],
  ['the path by example', { type: 'string' }, undefined, ['/thing/Z3M3LMPEXAMPLE'], '/thing/<base36-upper:14>'],
  ['another path by example', { type: 'string' }, undefined, ['/other/Z3M3LMPEXAMPLE'], '<base36:16>'],
  ['a digest by example', { type: 'string', example: `sha256:${'0af1'.repeat(16)}` }, undefined, [], 'sha256:<hex:64>'],
  ['a kind and a colon', { type: 'string', example: 'ccof:uIbfJXhXETSP197M3GB' }, undefined, [], 'ccof:<base62:19>'],
  ['no words after a colon', { type: 'string', example: 'device:livingroomlamp' }, undefined, [], '<base36:16>'],
  ['no date', { type: 'string', example: 'ABC-2025-0131' }, undefined, [], '<base36:16>'],
  ['a prefix by example', { type: 'string', example: 'cus_NffrFeUfNV2Hib' }, undefined, [], 'cus_<base62:14>'],
  ['a prefix by the parameter’s example', { type: 'string' }, { example: 'adr_fa85158b26c3eb7c' }, [], 'adr_<hex:16>'],
  ['a prefix by an answer’s example', { type: 'string' }, undefined, ['sub_sched_1MsKfq'], 'sub_sched_<base62:8>'],
  [
    'a prefix before the word for it',
    { type: 'string', description: 'System-generated IDs have the `PROD-` prefix.' },
    undefined,
    [],
    'PROD-<base62:16>',
  ],
  [
    'a prefix in words',
    { type: 'string', description: 'Unique identifier prefixed with `lnk_`.' },
    undefined,
    [],
    'lnk_<base62:16>',
  ],
  [
    'a prefix before a uuid',
    { type: 'string', example: 'link-test-4c1eb5d2-6f6f-4b3f-8a51-1c1c3e3b2f11' },
    undefined,
    [],
    '^link-test-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  ],
  ['a ULID', { type: 'string', example: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, undefined, [], '<ulid:26>'],
  ['upper-case letters and digits', { type: 'string', example: 'C012AB3CD' }, undefined, [], 'C<base36-upper:8>'],
  ['a pattern alone', { type: 'string', pattern: '^[A-Z0-9]+$' }, undefined, [], '^[A-Z0-9]+$'],
  [
    'a pattern that the example breaks',
    { type: 'string', pattern: '^ord_[0-9]{6}$', example: 'cus_NffrFeUfNV2Hib' },
    undefined,
    [],
    '^ord_[0-9]{6}$',
  ],
  [
    'the parameter’s pattern',
    { type: 'string', example: 'ep_1srOrx2ZWZBpBUvZwXKQmoEYga2' },
    { schema: { type: 'string', pattern: '^ep_[A-Za-z0-9]{27}$' } },
    [],
    'ep_<base62:27>',
  ],
  ['a length', { type: 'string', maxLength: 10 }, undefined, [], '<base36:10>'],
  ['the parameter’s length', { type: 'string' }, { schema: { type: 'string', maxLength: 6 } }, [], '<base36:6>'],
  ['values', { type: 'string', enum: ['a', 'b.c'] }, undefined, [], '^(a|b\\.c)$'],
  ['an example that shows nothing', { type: 'string', example: 'string' }, undefined, [], '<base36:16>'],
  ['nothing', undefined, undefined, [], '<base36:16>'],
  [
    'capitals that several examples share',
    { type: 'string' },
    undefined,
    ['PL61C53A8B97E6915A', 'PLE83C39B0A0DE0C1E'],
    'PL<base36-upper:16>',
  ],
  ['capitals of one example', { type: 'string' }, undefined, ['PL61C53A8B97E6915A'], '<base36-upper:18>'],
])('reads %s', (_, property, param, samples, expected) => {
  expect(shape(property, param, samples)).toBe(expected)
})

it('takes no shape from words', () => {
  for (const sample of ['my-template', 'default', 'test', '', ' ', 'a/b', 'https://x.example'])
    expect(fromSample(sample)).toBeUndefined()
})

it('is digits where another answer shows a number', () => {
  const sources = { property: { type: 'string' } as Schema, params: [], samples: [], names: ['thing'] }
  expect(shapeOf({ ...sources, shown: [{ type: 'integer' }] }, reader)).toMatchObject({ alphabet: 'digits' })
  expect(shapeOf({ ...sources, shown: [{ type: 'string' }] }, reader)).toMatchObject({ alphabet: 'base36' })
})

it.each([
  ['uuid', 'uuid'],
  ['user_uuid', 'uuid'],
  ['userGuid', 'uuid'],
  ['druid', 'text'],
])('is called %s, and is %s', (called, kind) => {
  const sources = { property: { type: 'string' } as Schema, params: [], samples: [], names: ['thing'], called }
  expect(shapeOf(sources, reader)).toMatchObject({ kind })
})
