/** What is said of parameters beside their schemas. */
import { type Rule, rulesOf } from './rule.ts'

export const parameterRules: readonly Rule[] = rulesOf([
  ['parameter-removed', 'ERR', 'parameter removed'],
  ['parameter-removed-deprecated', 'INFO', 'deprecated parameter removed'],
  ['parameter-removed-before-sunset', 'ERR', 'parameter removed before its sunset on {before}'],
  ['parameter-added-required', 'ERR', 'required parameter added'],
  ['parameter-added-optional', 'INFO', 'optional parameter added'],
  ['parameter-became-required', 'ERR', 'parameter became required'],
  ['parameter-became-optional', 'INFO', 'parameter became optional'],
  ['parameter-location-changed', 'ERR', 'parameter moved from {before} to {after}'],
  ['parameter-renamed', 'INFO', 'parameter of the path renamed from {before} to {after}'],
  ['parameter-style-changed', 'ERR', 'parameter style changed from {before} to {after}'],
  ['parameter-media-type-changed', 'ERR', 'media type of the parameter changed from {before} to {after}'],
  ['parameter-empty-value-refused', 'ERR', 'parameter may no longer be empty'],
  ['parameter-empty-value-allowed', 'INFO', 'parameter may be empty'],
  ['parameter-reserved-refused', 'WARN', 'reserved characters must be escaped'],
  ['parameter-reserved-allowed', 'INFO', 'reserved characters need not be escaped'],
])
