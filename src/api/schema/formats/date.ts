/** RFC 3339 full-date. */
import { between, type Format, padded, textFormat } from './format.ts'

export function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (found === null) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export function sampleDate(next: () => number): string {
  return `${between(next, 2023, 2024)}-${padded(between(next, 1, 12))}-${padded(between(next, 1, 28))}`
}

export const date: Format = textFormat('date', isDate, sampleDate)
