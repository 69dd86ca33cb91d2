/** Dates of HTTP fields (RFC 9110 5.6.7). */
import type { Instant } from '../support/clock.ts'

const FORM =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Sun, 06 Nov 1994 08:49:37 GMT`. */
export function formatHttpDate(moment: Instant): string {
  return new Date(moment).toUTCString()
}

/** The moment of an IMF-fixdate; undefined for any other text and for days that do not exist. */
export function parseHttpDate(text: string): Instant | undefined {
  const match = FORM.exec(text.trim())
  if (match === null) return undefined
  const [, day, month, year, hour, minute, second] = match
  const moment = Date.UTC(
    Number(year),
    MONTHS.indexOf(month ?? ''),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const date = new Date(moment)
  if (Number(year) < 100) date.setUTCFullYear(Number(year))
  return date.getUTCDate() === Number(day) && date.getUTCHours() === Number(hour) ? date.getTime() : undefined
}
