/** What is said of addresses. */
import { type Rule, rulesOf } from './rule.ts'

export const serverRules: readonly Rule[] = rulesOf([
  ['base-path-changed', 'ERR', 'base path changed from {before} to {after}'],
  ['server-changed', 'ERR', 'server changed from {before} to {after}'],
  ['server-removed', 'WARN', 'server {before} removed'],
  ['server-added', 'INFO', 'server {after} added'],
])
