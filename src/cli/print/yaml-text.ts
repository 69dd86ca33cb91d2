/** Plain data as YAML that a person would write; what could be read as something else is quoted as JSON (YAML 1.2.2, 7.3.1). */
import type { Json, JsonObject } from '../../support/json.ts'

export function yamlText(value: Json): string {
  return `${lines(value).join('\n')}\n`
}

function lines(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [scalar(value)]
  return Array.isArray(value) ? listLines(value as readonly Json[]) : mapLines(value as JsonObject)
}

function listLines(items: readonly Json[]): readonly string[] {
  if (items.length === 0) return ['[]']
  return items.flatMap((item) => lines(item).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)))
}

function mapLines(map: JsonObject): readonly string[] {
  const entries = Object.entries(map)
  if (entries.length === 0) return ['{}']
  return entries.flatMap(([key, value]) => {
    const name = scalar(key)
    if (isLeaf(value)) return [`${name}: ${leaf(value)}`]
    return [`${name}:`, ...lines(value).map((line) => `  ${line}`)]
  })
}

/** Values that stand on the line of their key; short lists of texts and numbers do. */
function isLeaf(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return true
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)
}

function leaf(value: Json): string {
  return Array.isArray(value) ? `[${value.map((item) => scalar(item as Json)).join(', ')}]` : (lines(value)[0] ?? '')
}

/** Letters first, then nothing that YAML has a meaning for; words that some readers take for other than text are out. */
const PLAIN = /^[A-Za-z](?:[\w./ -]*[\w./])?$/
const MEANT = /^(true|false|null|yes|no|on|off|y|n|inf|nan)$/i

function scalar(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (PLAIN.test(value) && !MEANT.test(value)) return value
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/g, escaped)
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
