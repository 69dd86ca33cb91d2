/** The prober's findings as text. */
import { measures, percent, totals } from './bars.mjs'
import { classesOf, spread } from './classes.mjs'

const cell = (pair) => (percent(pair) === undefined ? '-' : percent(pair).toFixed(1))

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) => row.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  '))
    .join('\n')
}

/** One line a description, then the totals and the bars. */
export function printTable(results, refused) {
  const rows = [['description', 'ops', ...measures.map((m) => m.key), 'none/5xx', 'import s', 'probe s']]
  for (const r of results)
    rows.push([
      r.label,
      String(r.ops_probed),
      ...measures.map((m) => cell(m.of(r))),
      String(r.server_error_or_none),
      (r.importMilliseconds / 1000).toFixed(1),
      r.seconds.toFixed(1),
    ])
  const sum = (read) => results.reduce((total, r) => total + read(r), 0)
  const sums = totals(results)
  rows.push([
    'total %',
    String(sum((r) => r.ops_probed)),
    ...sums.map((pair) => (percent(pair) === undefined ? '-' : percent(pair).toFixed(2))),
    String(sum((r) => r.server_error_or_none)),
    (sum((r) => r.importMilliseconds) / 1000).toFixed(0),
    sum((r) => r.seconds).toFixed(0),
  ])
  rows.push(['of', '', ...sums.map(([good, of]) => `${good}/${of}`), '', '', ''])
  rows.push(['bar', '', ...measures.map((m) => String(m.bar)), '0', '', ''])
  console.log(table(rows))
  for (const one of refused) console.log(`not measured: ${one.label}: ${one.reason}`)
}

/** Every class of failure with examples; `limit` classes at most. */
export function printClasses(results, { limit = 25, examples = 3 } = {}) {
  const classes = classesOf(results)
  console.log(`\n${classes.length} classes of failures`)
  for (const { kind, pattern, cases } of classes.slice(0, limit)) {
    const files = new Set(cases.map((one) => one.label)).size
    console.log(`\n${String(cases.length).padStart(5)} × ${kind}: ${pattern}   (${files} descriptions)`)
    for (const one of spread(cases, examples)) {
      console.log(`        ${one.label}  ${one.op}: ${one.msg}`)
      if (one.body) console.log(`          ${one.status ?? ''} ${one.body.replace(/\s+/g, ' ').slice(0, 120)}`)
    }
  }
  if (classes.length > limit) console.log(`\n… ${classes.length - limit} more: --classes ${classes.length}`)
}
