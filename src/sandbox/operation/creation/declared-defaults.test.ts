import { expect, it } from 'vitest'
import type { Schema } from '../../../api/schema/schema.ts'
import { viewer } from '../../../api/schema/view.ts'
import { presetOf } from './declared-defaults.ts'

const view = viewer(() => undefined)
const preset = (schema: Exclude<Schema, boolean>): unknown => presetOf(view(schema))

it('takes a default that is a value by itself', () => {
  expect(preset({ type: 'integer', default: 0 })).toBe(0)
  expect(preset({ type: 'string', default: 'automatic' })).toBe('automatic')
  expect(preset({ type: 'string', enum: ['RFC 2833', 'None'], default: 'RFC 2833' })).toBe('RFC 2833')
})

it('takes none that only stands for a value', () => {
  for (const text of ['', 'null', 'string', 'null in most cases', 'https://example.com/{id}', 'text-example'])
    expect(preset({ type: 'string', default: text }), text).toBe(undefined)
  expect(preset({ type: ['string', 'null'], default: null })).toBe(undefined)
})

it('reads what words say of flags and choices, where it holds always', () => {
  expect(preset({ type: 'boolean', description: 'Whether it is on. Defaults to `true`.' })).toBe(true)
  expect(preset({ type: 'string', enum: ['once', 'forever'], description: 'How long. Defaults to once.' })).toBe('once')
  expect(preset({ type: 'boolean', description: 'Defaults to true if the account allows it.' })).toBe(undefined)
  expect(preset({ type: 'boolean', description: 'Defaults to the setting of the account.' })).toBe(undefined)
  expect(preset({ type: 'string', description: 'Defaults to once.' })).toBe(undefined)
  expect(preset({ type: 'integer', description: 'Timeout in seconds. Defaults to 30 seconds.' })).toBe(30)
  expect(preset({ type: 'integer', description: 'Timeout in seconds. Defaults to 2 minutes.' })).toBe(undefined)
})
