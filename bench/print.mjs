/** Findings as text beside their bars; each returns the bars that were missed, in words. */

const pad = (text, width) => String(text).padStart(width)

export function printThroughput(results) {
  const missed = []
  for (const { scenario, rows } of results) {
    console.log(
      `${scenario.padEnd(18)} ${pad('req/s', 9)} ${pad('CPU µs', 8)} ${pad('p50 ms', 8)} ${pad('p99 ms', 8)}  tool is`,
    )
    for (const row of rows) {
      const figures = `${pad(row.perSecond.toFixed(0), 9)} ${pad(row.microseconds.toFixed(1), 8)}`
      const latencies = `${pad(row.p50.toFixed(2), 8)} ${pad(row.p99.toFixed(2), 8)}`
      const ratio = row.name === 'tool' ? '' : `${row.ratio.toFixed(2)} × (by CPU ${row.processorRatio.toFixed(2)} ×)`
      const bar = row.bar === undefined ? '' : `, bar ${row.bar} ×`
      console.log(`  ${row.name.padEnd(16)} ${figures} ${latencies}  ${ratio}${bar}`)
      if (row.bar !== undefined && row.ratio < row.bar)
        missed.push(`${scenario}: ${row.ratio.toFixed(2)} × ${row.name}, wanted ${row.bar} ×`)
    }
    console.log()
  }
  return missed
}

export function printScaling({ few, many, rows }) {
  console.log(`CPU µs a request      ${pad(`${few} records`, 14)} ${pad(`${many} records`, 16)}   ratio`)
  const missed = []
  for (const row of rows) {
    const figures = `${pad(row.few.toFixed(1), 14)} ${pad(row.many.toFixed(1), 16)}`
    console.log(
      `  ${row.scenario.padEnd(20)}${figures}   ${row.ratio.toFixed(2)} (wall ${row.wallRatio.toFixed(2)}), bar ${row.bar}`,
    )
    if (row.ratio > row.bar) missed.push(`${row.scenario}: ${row.ratio.toFixed(2)} × the cost, wanted ${row.bar}`)
  }
  console.log()
  return missed
}

export const printImport = ({ label, milliseconds, slowest, bar }) =>
  printFigure(
    `import of ${label} in a fresh process, slowest ${slowest.toFixed(0)} ms, median`,
    milliseconds,
    bar,
    'ms',
  )

export const printStart = ({ milliseconds, bar }) =>
  printFigure('spawn of `tool up` to the first answer, 1,000 operations', milliseconds, bar, 'ms')

export function printMemory({ label, requests, idle, now, own, file, highest, bar }) {
  const parts = `${idle.toFixed(0)} MB before, ${own.toFixed(0)} anonymous and ${file.toFixed(0)} mapped after`
  console.log(`memory with ${label}: ${parts}, highest ${highest.toFixed(0)}`)
  return printFigure(`resident after ${requests} requests`, now, bar, 'MB')
}

function printFigure(what, value, bar, unit) {
  console.log(`${what}: ${value.toFixed(0)} ${unit}, bar ${bar} ${unit}\n`)
  return value > bar ? [`${what}: ${value.toFixed(0)} ${unit}, wanted ${bar} ${unit}`] : []
}
