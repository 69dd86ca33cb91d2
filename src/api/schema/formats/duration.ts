/** ISO 8601 durations as in RFC 3339, appendix A. */
import { between, type Format, pick, textFormat } from './format.ts'

function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true
  const found = /^P((?:\d+Y)?(?:\d+M)?(?:\d+D)?)(T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/.exec(text)
  if (found === null) return false
  const [date, time] = [found[1] ?? '', found[2]]
  return time === undefined ? date !== '' : time !== 'T'
}

export const duration: Format = textFormat('duration', isDuration, (next) =>
  pick(next, [`P${between(next, 1, 30)}D`, `PT${between(next, 1, 23)}H`, `PT${between(next, 1, 59)}M`]),
)
