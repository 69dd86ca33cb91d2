/** Answers over HTTP name no place of this machine: who asks need not know it. The log and the terminal do. */

/** A text without the places in it: what lies below one stays, as `apis/pay.ir.json`. */
export type Discreet = (text: string) => string

/** What a data directory holds. */
const KEPT = '(?:apis|sandboxes|state|scenarios|agent)/|(?:server|upstreams|listed)\\.json|up\\.log|lock\\b|reserve\\b'
/** As node words what the system refuses: its path may be any. */
const REFUSED = /\b(E[A-Z]{2,}: [^,'"]{1,100}, \w{1,30}) '\/[^']*'(?: -> '[^']*')?/g

/** `places` are absolute folders. One that lies at the root may as well be a path of an API: of it only what a data directory holds is hidden. */
export function makeDiscreet(places: readonly string[]): Discreet {
  const longestFirst = [...new Set(places)].filter((one) => one.length > 1).sort((a, b) => b.length - a.length)
  const patterns = longestFirst.map((place) => {
    const here = place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const isAtRoot = place.split(/[\\/]/).length < 3
    return new RegExp(isAtRoot ? `${here}/(?=${KEPT})` : `${here}(?:[\\\\/]+|(?![\\w.-]))`, 'g')
  })
  return (text) =>
    patterns.reduce(
      (left, pattern) => left.replace(pattern, (found) => (/[\\/]$/.test(found) ? '' : 'its directory')),
      text.replace(REFUSED, '$1'),
    )
}
