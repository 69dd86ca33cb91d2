/** What is said of operations as such. */
import { type Rule, rulesOf } from './rule.ts'

export const operationRules: readonly Rule[] = rulesOf([
  ['operation-removed', 'ERR', 'operation removed'],
  ['operation-removed-before-sunset', 'ERR', 'operation removed before its sunset on {before}'],
  ['operation-removed-deprecated', 'WARN', 'operation removed that was deprecated without a sunset'],
  ['operation-removed-after-sunset', 'INFO', 'operation removed after its sunset on {before}'],
  ['operation-removed-unstable', 'INFO', 'operation removed that was {before}'],
  ['operation-added', 'INFO', 'operation added'],
  ['operation-deprecated', 'INFO', 'operation deprecated'],
  ['operation-not-deprecated', 'INFO', 'operation no longer deprecated'],
  ['sunset-moved-earlier', 'ERR', 'sunset moved from {before} to {after}'],
  ['sunset-moved-later', 'INFO', 'sunset moved from {before} to {after}'],
  ['sunset-removed', 'ERR', 'sunset on {before} removed while deprecated'],
  ['stability-lowered', 'ERR', 'stability lowered from {before} to {after}'],
  ['stability-raised', 'INFO', 'stability raised from {before} to {after}'],
  ['operation-id-added', 'INFO', 'operationId {after} added'],
  ['operation-id-changed', 'WARN', 'operationId changed from {before} to {after}: generated clients use another name'],
  ['operation-id-removed', 'WARN', 'operationId {before} removed: generated clients use another name'],
  ['tag-added', 'INFO', 'tag {after} added'],
  ['tag-removed', 'INFO', 'tag {before} removed'],
])
