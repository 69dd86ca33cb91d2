/** Who writes what: the provider of its own accord, or somebody who has something to say. */

/** The provider writes it into every record: when, where, of what kind, which revision. */
const BY_PROVIDER = new RegExp(
  [
    '(^|_)(created|create|updated|update|modified|changed|inserted|registered|issued|submitted)(_(at|on|date|time|date_time|datetime|timestamp|ts|utc|date_utc))?$',
    '^(id|uuid|guid|urn|arn|sid|object|kind|etag|version|revision|generation|hash|checksum|digest|fingerprint)$',
    '^(self|href|link|links|permalink)$|_(self|href|permalink)$',
    '^(html|web|api|self|public|hosted|resource|git|ssh|clone)_ur[li]$|_view_ur[li]$',
  ].join('|'),
)

/** The provider writes it into a record where nobody says it. */
const BY_DEFAULT =
  /(^|_)(state|status|phase|type|mode|number|count|total)$|^(ur[li]|token|secret|key|client_secret|size|bytes|length|currency|currency_code|locale|language|time_?zone)$/

const PROSE =
  /(^|_)(description|notes?|message|memo|comments?|remarks?|bio|about|summary|reason|instructions?|content|text|body|details?|purpose|topic|explanation|footer|terms|terms_and_conditions)$/

/** True for what every record of a provider has, by its name in snake case. */
export function isByProvider(word: string): boolean {
  return BY_PROVIDER.test(word)
}

/** True for what a provider fills in where nobody says it, by its name in snake case. */
export function isByDefault(word: string): boolean {
  return BY_DEFAULT.test(word)
}

/** True for the name, in snake case, of what people write in sentences. */
export function isProse(word: string): boolean {
  return PROSE.test(word)
}
