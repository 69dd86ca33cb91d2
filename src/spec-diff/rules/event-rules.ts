/** What is said of webhooks and callbacks, which the client receives and answers. */
import { type Rule, rulesOf } from './rule.ts'

export const eventRules: readonly Rule[] = rulesOf([
  ['webhook-removed', 'ERR', 'webhook removed'],
  ['webhook-added', 'INFO', 'webhook added'],
  ['callback-removed', 'ERR', 'callback removed'],
  ['callback-added', 'INFO', 'callback added'],
  ['event-body-removed', 'ERR', 'body removed'],
  ['event-body-added', 'INFO', 'body added'],
  ['event-media-type-removed', 'WARN', 'media type {before} removed'],
  ['event-media-type-added', 'WARN', 'media type {after} added'],
  ['reply-status-removed', 'WARN', 'answer is no longer described'],
  ['reply-status-added', 'INFO', 'answer described'],
])
