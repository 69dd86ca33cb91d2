/** A rule in words, for tables and messages. */
import { conditions } from './conditions/index.ts'
import type { Rule } from './rule.ts'

/** `POST /charges, body.amount > 1000, first 2 per client`. */
export function whenWords({ when }: Rule): string {
  const asked = conditions.flatMap((condition) => {
    const argument = when[condition.name as 'body']
    return argument === undefined ? [] : [condition.words(argument)]
  })
  const { times = 0, per = '' } = when
  const window = times === 0 ? '' : `first ${times}${per === '' || per === 'global' ? '' : ` per ${per}`}`
  return [`${when.method} ${when.path}`, ...asked, window].filter((part) => part !== '').join(', ')
}

/** `402`, `example 402 declined`, `set status; emit charge.failed`. */
export function respondWords({ respond, set, emit }: Rule): string {
  const example = respond?.example
  const parts = [
    example === undefined
      ? ''
      : ['example', example.status, example.name].filter((part) => part !== undefined).join(' '),
    respond === undefined || example !== undefined
      ? ''
      : `${respond.status ?? 200}${respond.body === undefined ? '' : ' with a body'}`,
    set === undefined ? '' : `set ${Object.keys(set).join(', ')}`,
    emit === undefined ? '' : `emit ${emit.event}`,
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** True when the rule fires on every request to its operation. */
export function isUnconditional({ when }: Rule): boolean {
  return (when.times ?? 0) === 0 && conditions.every(({ name }) => Object.keys(when[name as 'body'] ?? {}).length === 0)
}
