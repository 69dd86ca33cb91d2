/** What the prober's counts mean, and how good they have to be. Every figure is [good, of]. */
export const measures = [
  {
    key: 'status',
    title: 'declared status',
    bar: 99.5,
    // A 404 for an id that nobody could learn is no fault of the server: set aside.
    of: (r) => [r.status_ok, r.ops_probed - r.undeclared_404_unknown_id],
  },
  { key: 'success', title: 'documented success', bar: 93, of: (r) => [r.success_2xx, r.ops_probed] },
  { key: 'bodies', title: 'bodies valid', bar: 99.5, of: (r) => [r.schema_valid, r.schema_checked] },
  { key: 'ctype', title: 'content type', bar: 99.5, of: (r) => [r.ctype_ok, r.ctype_checked] },
  { key: 'negative', title: 'malformed refused', bar: 97, of: (r) => [r.negative_rejected, r.negative_sent] },
  { key: 'auth', title: 'missing auth 401', bar: 100, of: (r) => [r.auth_401, r.auth_checked] },
  { key: 'crud', title: 'CRUD round trips', bar: 90, of: (r) => [r.crud_roundtrip_ok, r.crud_total] },
]

/** No single description may fall under this on any measure. */
const floor = 70

/** Percentage, or undefined where nothing was measured. */
export function percent([good, of]) {
  return of > 0 ? (100 * good) / of : undefined
}

/** Sums of every measure over the results. */
export function totals(results) {
  return measures.map((measure) => {
    const sum = [0, 0]
    for (const result of results) {
      const [good, of] = measure.of(result)
      sum[0] += good
      sum[1] += of
    }
    return sum
  })
}

/** The bars that are missed, in words; empty when all hold. `serverErrors` is the server's own count, undefined when it shows none. */
export function missedBars(results, serverErrors) {
  const missed = []
  const sums = totals(results)
  for (const [index, measure] of measures.entries()) {
    const value = percent(sums[index])
    if (value !== undefined && value < measure.bar)
      missed.push(`${measure.title} ${value.toFixed(2)} % of all, wanted ${measure.bar} %`)
    for (const result of results) {
      const own = percent(measure.of(result))
      if (own !== undefined && own < floor)
        missed.push(`${measure.title} ${own.toFixed(1)} % in ${result.label}, wanted ${floor} % everywhere`)
    }
  }
  if (serverErrors === undefined) missed.push('the server shows no count of its answers by status in /_tool/metrics')
  else if (serverErrors > 0) missed.push(`${serverErrors} answers were 5xx by the server's own count, wanted none`)
  return missed
}
