import { expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { viewer } from '../view.ts'
import { plainDefault } from './plain-default.ts'

const view = viewer(() => undefined)
const told = (description: string, schema: Exclude<Schema, boolean> = { type: 'string' }, name = 'x'): unknown =>
  plainDefault(view({ ...schema, description }), name)

it('reads a default that a sentence of its own tells', () => {
  expect(told('How it is exposed. Defaults to ClusterIP. Valid are others.')).toBe('ClusterIP')
  expect(told('Must be ClientIP or None. Default is "Ordered".')).toBe('Ordered')
  expect(told('Restart policy. Default to Always. More info: https://example.com/')).toBe('Always')
  expect(told('The protocol. The default is TCP.')).toBe('TCP')
  expect(told('If not specified, it defaults to NotRequired.')).toBe('NotRequired')
  expect(told('Defaults to PreemptLowerPriority if unset.')).toBe('PreemptLowerPriority')
  expect(told('Optional: Defaults to /dev/termination-log. Cannot be updated.')).toBe('/dev/termination-log')
  expect(told('Must be Strict or None. Defaults to None.')).toBe('None')
  expect(told('Defaults to sum.', { type: 'string', enum: ['sum', 'last'] })).toBe('sum')
})

it('reads numbers and flags', () => {
  expect(told('Retries. Defaults to 10.', { type: 'integer' })).toBe(10)
  expect(told('Default is `0.5`', { type: 'number' })).toBe(0.5)
  expect(told('Defaults to true.', { type: 'boolean' })).toBe(true)
  expect(told('Defaults to 600s.', { type: 'integer' }, 'deadlineSeconds')).toBe(600)
  expect(told('Default to 10 seconds.', { type: 'integer' }, 'periodSeconds')).toBe(10)
  for (const said of ['Defaults to 0644.', 'Defaults to 2 minutes.', 'Defaults to 1 pod.', 'The default is one.'])
    expect(told(said, { type: 'integer' }, 'timeoutSeconds'), said).toBe(undefined)
})

it('reads none that holds on a condition only, is no value, or is not for everybody', () => {
  for (const said of [
    'Defaults to Always if :latest tag is specified, or IfNotPresent otherwise.',
    'With the new version, the default is Never.',
    'Default to Https for backward compatibility.',
    'Defaults to Small. Otherwise it is Large.',
    'Defaults to One. Defaults to Two.',
    'Defaults to the pod IP.',
    'Defaults to null.',
    'Defaults to today.',
    'This field does not default to Any.',
    'Defaults to None.',
    'Defaults to Even. It may only be set for some.',
    'Deprecated. Defaults to Old.',
    'This is an alpha field. Defaults to New.',
  ])
    expect(told(said), said).toBe(undefined)
})
