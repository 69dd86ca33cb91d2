/** A header field of answers that says something of the API and that the document does not know. */

import { pointerText } from '../../api/references.ts'
import { isSecretNamed } from '../../http/secrets.ts'
import { isKnownName } from '../../traffic/schema-words.ts'
import { responseFor } from '../evidence.ts'
import { inferred } from '../infer.ts'
import { isUsual } from '../thresholds.ts'
import type { ChangeKind } from './change.ts'

/** Standard fields that an API gives a meaning of its own. */
const TELLING = /^(location|retry-after|link|deprecation|sunset|request-id|api-version|(ratelimit|rate-limit)(-\w+)*)$/
/** Fields of servers, caches and networks in between. */
const NOISE =
  /^x-(powered-by|frame-options|content-type-options|xss-protection|dns-prefetch-control|download-options|permitted-cross-domain-policies|ua-compatible|robots-tag|served-by|timer|runtime|backend|proxy|varnish|via|edge|robots|nginx|envoy|amz|amzn|azure|ms|goog|cloud-trace|forwarded|real-ip|akamai|fastly|vercel|netlify|now|render|cache|cdn|cf|tool|b3|datadog|newrelic|sentry|aspnet|aspnetmvc|unknown)(-.*)?$/

export const header: ChangeKind = {
  class: 'header',
  ofOperation({ method, path, answers }, at, sources) {
    return [...answers.values()].flatMap(({ status, headers, seen }) => {
      const anchor = responseFor(sources, at, status)
      if (anchor === undefined) return []
      const declared = new Set(sources.members(sources.below(anchor, 'headers')).map(([name]) => name.toLowerCase()))
      return [...headers].flatMap(([name, value]) =>
        declared.has(name) || !isTelling(name)
          ? []
          : [
              {
                ...{ class: 'header', anchor, name, operation: { method, path }, isRequest: false, status },
                ...{ among: `answers with ${status}`, seen: value.seen, samples: seen.count, shapes: [value.shape] },
              } as const,
            ],
      )
    })
  },
  holds: ({ seen, samples }, thresholds) => isUsual(seen.count, samples, thresholds),
  plan({ anchor, name, shapes }, sources) {
    const shown = name.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase())
    const schema = inferred(shapes, sources.idiom)
    const told = typeof schema['type'] === 'string' ? schema : { type: 'string' }
    const value = sources.idiom === 'swagger-2.0' ? told : { schema: told }
    const isThere = sources.child(anchor, 'headers') !== undefined
    const path = `${anchor.pointer}/headers`
    const pointer = path + pointerText([shown])
    return {
      disposition: 'APPLIED',
      pointer,
      value,
      ops: [isThere ? { op: 'add', path: pointer, value } : { op: 'add', path, value: { [shown]: value } }],
    }
  },
}

function isTelling(name: string): boolean {
  if (isSecretNamed(name, 'header', '')) return false
  return TELLING.test(name) || (name.startsWith('x-') && isKnownName(name) && !NOISE.test(name))
}
