/** What is said of responses beside their schemas. */
import { type Rule, rulesOf } from './rule.ts'

export const responseRules: readonly Rule[] = rulesOf([
  ['response-success-removed', 'ERR', 'successful response removed'],
  ['response-success-added', 'WARN', 'successful response added'],
  ['response-status-removed', 'WARN', 'response removed'],
  ['response-status-added', 'INFO', 'response added'],
  ['response-media-type-removed', 'ERR', 'media type {before} removed'],
  ['response-media-type-added', 'INFO', 'media type {after} added'],
  ['response-media-type-narrowed', 'WARN', 'media type narrowed from {before} to {after}'],
  ['response-media-type-widened', 'ERR', 'media type widened from {before} to {after}'],
  ['header-removed', 'ERR', 'required header removed'],
  ['header-optional-removed', 'WARN', 'optional header removed'],
  ['header-became-optional', 'ERR', 'header became optional'],
  ['header-became-required', 'INFO', 'header became required'],
  ['header-added', 'INFO', 'header added'],
])
