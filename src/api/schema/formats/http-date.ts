/** Dates of HTTP headers (RFC 9110, IMF-fixdate). */
import { isDate, sampleDate } from './date.ts'
import { type Format, padded, textFormat } from './format.ts'
import { isTime, sampleTime } from './time.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function isHttpDate(text: string): boolean {
  const found = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text)
  if (found === null || !DAYS.includes(found[1] ?? '')) return false
  const month = MONTHS.indexOf(found[3] ?? '') + 1
  return isDate(`${found[4]}-${padded(month)}-${found[2]}`) && isTime(`${found[5]}Z`)
}

function sampleHttpDate(next: () => number): string {
  const day = sampleDate(next)
  const moment = new Date(`${day}T00:00:00Z`)
  const [year, month, date] = [moment.getUTCFullYear(), MONTHS[moment.getUTCMonth()], padded(moment.getUTCDate())]
  return `${DAYS[moment.getUTCDay()]}, ${date} ${month} ${year} ${sampleTime(next).slice(0, 8)} GMT`
}

export const httpDate: Format = textFormat('http-date', isHttpDate, sampleHttpDate)
