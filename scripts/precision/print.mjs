/** The figures of each bar, with the descriptions that do worst. */

const titles = {
  sent: ['what was sent is shown, and read', 99.9],
  equal: ['two equal creates are accepted', 100],
  references: ['references nobody sent are there', 100],
}

/** Exit code: 0 where every bar holds. */
export function printBars(results, { worst, examples, bar: only }) {
  let missed = 0
  const refused = results.flatMap(({ label, refused: all }) => all.map((one) => `${label}  ${one}`))
  for (const [name, [title, wanted]] of Object.entries(titles)) {
    if (only !== undefined && only !== name) continue
    const [good, all] = ['good', 'all'].map((part) => results.reduce((sum, { bars }) => sum + bars[name][part], 0))
    const share = all === 0 ? 100 : (100 * good) / all
    if (share < wanted) missed++
    console.log(`\n${title}: ${good} of ${all}, ${share.toFixed(2)} % (bar ${wanted} %)`)
    const sorted = results
      .filter(({ bars }) => bars[name].bad.length > 0)
      .sort((a, b) => b.bars[name].bad.length - a.bars[name].bad.length)
    for (const { label, bars } of sorted.slice(0, Number(worst)))
      console.log(`  ${String(bars[name].bad.length).padStart(4)} of ${String(bars[name].all).padStart(5)}  ${label}`)
    const cases = sorted.flatMap(({ label, bars }) => bars[name].bad.map((one) => `${label}  ${one}`))
    for (const one of cases.slice(0, Number(examples))) console.log(`        ${one}`)
  }
  console.log(`\n${refused.length} creates were refused and not judged`)
  if (only === 'refused') for (const one of refused.slice(0, Number(examples))) console.log(`        ${one}`)
  console.log(missed === 0 ? 'Every bar holds' : `${missed} bars missed`)
  return missed === 0 ? 0 : 1
}
