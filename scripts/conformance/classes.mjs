/** Groups failures of all descriptions by what they have in common, so that one sees classes to mend, not cases. */

/** The message without what differs from case to case: ids, paths inside bodies, numbers, quoted values. */
function patternOf(message) {
  return message
    .replace(/\[[^\]]*"[^\]]*\]?/g, '[…]')
    .replace(/(^|: |; )(\/[^ ]*) (?=must|should)/g, '$1<path> ')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .replace(/\((\d\w\w|default)(,(\d\w\w|default))*,?\)/g, '(…)')
    .replace(/(^|[^\w])(\d{4,}|[0-9a-f]{8,}[0-9a-f-]*)(?=$|[^\w])/gi, '$1#')
    .replace(/(contain id|contain|the same id|deleting|lost) (?!id )[^\s]+( and [^\s]+)?/g, '$1 <id>')
    .replace(/did not return .* as sent/, 'did not return <fields> as sent')
    .replace(/does not show .*/, 'does not show <fields>')
    .replace(/^(missing_required|wrong_type|bad_enum|missing)_(\w+) \([^)]*\)/, '$1_$2 (<name>)')
    .slice(0, 160)
}

/** Failures as classes, the largest first: kind, pattern, count, files, cases. */
export function classesOf(results) {
  const classes = new Map()
  for (const result of results) {
    for (const failure of result.failures) {
      const pattern = patternOf(failure.msg)
      const key = `${failure.kind} ${pattern}`
      const found = classes.get(key) ?? { kind: failure.kind, pattern, cases: [] }
      found.cases.push({ ...failure, label: result.label })
      classes.set(key, found)
    }
  }
  return [...classes.values()].sort((a, b) => b.cases.length - a.cases.length)
}

/** A few cases from as many descriptions as possible. */
export function spread(cases, count) {
  const seen = new Map()
  const ranked = cases.map((one) => {
    const rank = seen.get(one.label) ?? 0
    seen.set(one.label, rank + 1)
    return { one, rank }
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one)
}
