/** What is said of credentials. */
import { type Rule, rulesOf } from './rule.ts'

export const securityRules: readonly Rule[] = rulesOf([
  ['security-added', 'ERR', 'a credential became necessary: {after}'],
  ['security-alternative-removed', 'ERR', 'credential {before} is no longer sufficient'],
  ['security-scheme-changed', 'ERR', 'credential changed from {before} to {after}'],
  ['security-scope-added', 'ERR', 'scope {after} became necessary'],
  ['security-scope-removed', 'INFO', 'scope {before} is no longer necessary'],
  ['security-alternative-added', 'INFO', 'credential {after} suffices as well'],
  ['security-removed', 'INFO', 'no credential is necessary'],
  ['oauth-flow-removed', 'ERR', 'OAuth flow {before} removed'],
  ['oauth-flow-added', 'INFO', 'OAuth flow {after} added'],
  ['oauth-url-changed', 'WARN', 'address changed from {before} to {after}'],
  ['oauth-scope-removed', 'WARN', 'OAuth scope {before} removed'],
  ['oauth-scope-added', 'INFO', 'OAuth scope {after} added'],
])
