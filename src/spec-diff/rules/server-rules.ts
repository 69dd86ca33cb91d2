/** What is said of addresses. */
import { type Rule, rulesOf } from './rule.ts'

export const serverRules: readonly Rule[] = rulesOf([
  ['base-path-changed', 'ERR', 'base path {before} is not served any more, but {after}'],
  ['server-changed', 'ERR', 'server {before} is not there any more, but {after}'],
  ['server-removed', 'WARN', 'server {before} removed'],
  ['server-added', 'INFO', 'server {after} added'],
])
