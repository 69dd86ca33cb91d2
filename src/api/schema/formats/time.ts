/** RFC 3339 full-time, leap seconds included. */
import { between, type Format, padded, textFormat } from './format.ts'

export function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text)
  if (found === null) return false
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [zoneHour, zoneMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false
  return second < 60 || isLastMinute(hour * 60 + minute - (found[4] === '-' ? -1 : 1) * (zoneHour * 60 + zoneMinute))
}

/** Leap seconds come at 23:59 of universal time. */
function isLastMinute(minutes: number): boolean {
  return ((minutes % 1440) + 1440) % 1440 === 1439
}

export function sampleTime(next: () => number): string {
  return `${padded(between(next, 0, 23))}:${padded(between(next, 0, 59))}:${padded(between(next, 0, 59))}Z`
}

export const time: Format = textFormat('time', isTime, sampleTime)
