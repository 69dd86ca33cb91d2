/** What a change does to the values that are allowed, and how bad that is for who sends or receives them. */

export type Severity = 'ERR' | 'WARN' | 'INFO'

/** From the mildest. */
export const severities: readonly Severity[] = ['INFO', 'WARN', 'ERR']

/** Fewer values, more, others, nobody can tell, or the same. */
export type Effect = 'narrows' | 'widens' | 'changes' | 'unknown' | 'none'

/** Who writes the values: the client, or the server for the client to read. */
export type Way = 'sent' | 'received'

/** A client that sends what it always sent fails where less is taken; one that reads, where more comes. */
export function severityOf(effect: Effect, way: Way): Severity {
  if (effect === 'changes') return 'ERR'
  if (effect === 'unknown') return 'WARN'
  if (effect === 'none') return 'INFO'
  return (effect === 'narrows') === (way === 'sent') ? 'ERR' : 'INFO'
}
