/** Facts about running processes, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Fields of /proc/<pid>/stat after the command name: [0] is the state, [1] the parent. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Seconds of processor time a process and its children have used. */
export function processorSeconds(pid) {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(name) }))
    .filter(({ stat }) => stat !== undefined)
  const family = new Set([pid])
  for (let grown = true; grown; ) {
    grown = false
    for (const one of stats)
      if (!family.has(one.pid) && family.has(Number(one.stat[1]))) {
        family.add(one.pid)
        grown = true
      }
  }
  let ticks = 0
  for (const one of stats) if (family.has(one.pid)) ticks += Number(one.stat[11]) + Number(one.stat[12])
  return ticks / TICKS_PER_SECOND
}

/** Resident memory in MB, now and at its highest. */
export function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
  // Pages of the memory-mapped store that are in the page cache count as resident but belong to the file.
  return { now: read('VmRSS'), own: read('RssAnon'), file: read('RssFile'), highest: read('VmHWM') }
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
