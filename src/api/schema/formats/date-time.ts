/** RFC 3339 date-time; a blank between date and time is let pass, as the RFC does. */
import { isDate, sampleDate } from './date.ts'
import { type Format, textFormat } from './format.ts'
import { isTime, sampleTime } from './time.ts'

function isDateTime(text: string): boolean {
  return text.length > 11 && /^[tT ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

export const dateTime: Format = textFormat('date-time', isDateTime, (next) => `${sampleDate(next)}T${sampleTime(next)}`)
