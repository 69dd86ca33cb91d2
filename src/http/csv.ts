import { jsonText } from '../support/exact-json.ts'
import { scalarText } from '../support/exact-number.ts'
import { isObject, isScalar } from '../support/json.ts'

/** Comma-separated text (RFC 4180): a heading of all property names, then one line an object; arrays of plain values one a line. */
export function formatCsv(value: unknown): string {
  const rows = Array.isArray(value) ? value : [value]
  const objects = rows.filter(isObject)
  if (objects.length === 0) return rows.map((row) => line(Array.isArray(row) ? row : [row])).join('')
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  const lines = objects.map((row) => line(names.map((name) => (Object.hasOwn(row, name) ? row[name] : ''))))
  return line(names) + lines.join('')
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = isScalar(value) ? scalarText(value) : jsonText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
