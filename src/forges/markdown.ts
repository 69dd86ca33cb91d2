/**
 * Strangers' text in Markdown that a forge shows (GitHub and GitLab Flavored Markdown). Inside code nothing has a meaning:
 * no mention, link, reference, HTML or quick action, so all of it goes there.
 */
import { printable } from '../support/printable.ts'

const MOST_SPAN = 300

/** As a code span of one line, cut where it is long. */
export function codeSpan(text: string): string {
  const line = cut(wellFormed(printable(text)).trim(), MOST_SPAN)
  if (line === '') return '` `'
  const fence = '`'.repeat(longestRun(line) + 1)
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** As a block of code of its own; lines stay. */
export function codeBlock(text: string, language: string, most: number): string {
  const lines = wellFormed(text)
    .split(/\r\n|[\r\n]/)
    .map(printable)
  const body = cut(lines.join('\n'), most)
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1))
  return `${fence}${language}\n${body}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${wellFormed(text.slice(0, most))}…`
}

/** Halves of surrogate pairs are no text that a forge takes. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
