/** What is said of request bodies beside their schemas. */
import { type Rule, rulesOf } from './rule.ts'

export const bodyRules: readonly Rule[] = rulesOf([
  ['request-body-added-required', 'ERR', 'required request body added'],
  ['request-body-added-optional', 'INFO', 'optional request body added'],
  ['request-body-removed', 'ERR', 'request body removed'],
  ['request-body-became-required', 'ERR', 'request body became required'],
  ['request-body-became-optional', 'INFO', 'request body became optional'],
  ['request-media-type-removed', 'ERR', 'media type {before} removed'],
  ['request-media-type-added', 'INFO', 'media type {after} added'],
  ['request-media-type-narrowed', 'ERR', 'media type narrowed from {before} to {after}'],
  ['request-encoding-changed', 'WARN', 'encoding of the field changed from {before} to {after}'],
])
