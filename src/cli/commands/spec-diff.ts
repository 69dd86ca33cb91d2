import { applyIgnores, type IgnoreLine, parseIgnores } from '../../spec-diff/ignore.ts'
import { isRule } from '../../spec-diff/rules/registry.ts'
import { type Severity, severities } from '../../spec-diff/severity.ts'
import { specDiff } from '../../spec-diff/spec-diff.ts'
import { openSource } from '../../stores/source-documents.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { parseHeader } from '../explain.ts'
import type { Flags } from '../flags.ts'
import { specDiffActions } from '../print/spec-diff-actions.ts'
import { specDiffMarkdown } from '../print/spec-diff-markdown.ts'
import { countsOf, operationOf, type SpecDiffReport } from '../print/spec-diff-report.ts'
import { specDiffSarif } from '../print/spec-diff-sarif.ts'
import { specDiffText } from '../print/spec-diff-text.ts'
import { readSpecDocuments, type SpecDocuments } from '../spec-documents.ts'
import type { Terminal } from '../terminal.ts'

const formats = ['text', 'json', 'markdown', 'githubactions', 'sarif'] as const
type Format = (typeof formats)[number]

const levels = severities.toReversed()

export const specDiffCommand: Command = {
  name: 'spec-diff',
  summary: 'Compare two descriptions and find changes that break clients',
  details:
    'Every change has a severity: ERR if a client of the old description can break, WARN if it may, INFO if it does not. Exits with 0 if nothing is at or above --fail-on, 1 if something is, 2 if it cannot say. docs/reference/spec-diff.md lists the rules.',
  arguments: [
    { name: 'old', values: 'files', summary: 'the older description: a file, a URL, or "-" for standard input' },
    { name: 'new', values: 'files', summary: 'the newer description: a file or a URL' },
  ],
  flags: [
    {
      name: 'fail-on',
      value: '<severity>',
      choices: levels,
      summary: 'exit with 1 from this severity on (default: ERR)',
    },
    { name: 'format', value: '<format>', choices: formats, summary: 'output format (default: text)' },
    { name: 'severity', value: '<rule=severity>', repeatable: true, summary: 'change the severity of a rule' },
    {
      name: 'ignore',
      value: '<file>',
      repeatable: true,
      summary: 'findings to ignore: lines with a fingerprint, or with a rule and optionally method and path',
    },
    { name: 'header', value: "<'k: v'>", repeatable: true, summary: 'header for downloading the descriptions' },
    jsonFlag,
  ],
  examples: [
    'tool spec-diff old.yaml new.yaml',
    'tool spec-diff old.yaml new.yaml --fail-on WARN --severity parameter-removed=ERR',
    'tool spec-diff https://api.example.com/openapi.json openapi.json --format markdown --ignore accepted.txt',
  ],
  run,
}

async function run({ args, flags, terminal }: Call): Promise<ExitCode> {
  const format = formatOf(flags)
  const failOn = (flags.text('fail-on') ?? 'ERR') as Severity
  const overrides = new Map(flags.list('severity').map(parseOverride))
  const ignores = await readIgnores(flags.list('ignore'), terminal)
  const [old = '', fresh = ''] = args
  if (old === '-' && fresh === '-') throw new ToolError('usage', 'Only one description can come from standard input')
  const headers = flags.list('header').map(parseHeader)
  const older = await readSpecDocuments({ location: old, headers, terminal })
  const newer = await readSpecDocuments({ location: fresh, headers, terminal })
  const today = new Date().toISOString().slice(0, 10)
  const found = specDiff(older.documents, newer.documents, { today, severities: overrides })
  const { kept, ignored, unused } = applyIgnores(found.findings, ignores)
  const { unlisted } = found
  const report: SpecDiffReport = {
    old: older.location,
    new: newer.location,
    findings: kept,
    ignored,
    unlisted: unlisted.ERR + unlisted.WARN + unlisted.INFO,
    lines: format === 'sarif' || format === 'githubactions' ? linesIn(newer, kept) : new Map(),
    color: terminal.color,
  }
  for (const note of notesOf(older, newer, unused)) terminal.err(`note: ${note}`)
  const printed = textOf(format, report, unused)
  if (printed !== '') terminal.painted(printed)
  const fails = (severity: Severity): boolean => severities.indexOf(severity) >= severities.indexOf(failOn)
  const isBeyond = severities.some((severity) => fails(severity) && unlisted[severity] > 0)
  return isBeyond || kept.some(({ severity }) => fails(severity)) ? 1 : 0
}

function formatOf(flags: Flags): Format {
  const said = flags.text('format') as Format | undefined
  if (flags.has('json') && said !== undefined && said !== 'json')
    throw new ToolError('usage', `--json and --format ${said} cannot go together: leave one of them out`)
  return flags.has('json') ? 'json' : (said ?? 'text')
}

function parseOverride(text: string): readonly [rule: string, severity: Severity] {
  const [rule = '', level = ''] = text.split('=')
  const severity = severities.find((one) => one === level.toUpperCase())
  if (!isRule(rule)) throw new ToolError('usage', `--severity names no rule: "${rule}" (docs/reference/spec-diff.md)`)
  if (severity === undefined)
    throw new ToolError('usage', `--severity must be ${rule}=ERR, WARN or INFO, not "${text}"`)
  return [rule, severity]
}

async function readIgnores(files: readonly string[], { cwd, stdin }: Terminal): Promise<readonly IgnoreLine[]> {
  const lines: IgnoreLine[] = []
  for (const file of files) {
    const { document } = await openSource({ location: file, cwd, stdin: stdin() })
    const parsed = parseIgnores(new TextDecoder().decode(document.bytes))
    if (!parsed.ok) throw new ToolError('bad-input', `Cannot read the findings to ignore from ${file}: ${parsed.error}`)
    lines.push(...parsed.value)
  }
  return lines
}

function linesIn(newer: SpecDocuments, findings: SpecDiffReport['findings']): ReadonlyMap<string, number> {
  const operations = new Map(findings.map((finding) => [operationOf(finding), finding]))
  return newer.linesOf([...operations.values()].map(({ method, path }) => [method, path] as const))
}

/** Broken references told at most. */
const MOST_NOTES = 10

function notesOf(older: SpecDocuments, newer: SpecDocuments, unused: readonly IgnoreLine[]): readonly string[] {
  const broken = [...new Set([...older.broken(), ...newer.broken()])]
  const more = broken.length - MOST_NOTES
  return [
    ...broken.slice(0, MOST_NOTES),
    ...(more > 0 ? [`${more} more references refer to nothing`] : []),
    ...unused.map(({ line, text }) => `line ${line} of the findings to ignore matches nothing: ${text}`),
  ]
}

function textOf(format: Format, report: SpecDiffReport, unused: readonly IgnoreLine[]): string {
  if (format === 'text') return specDiffText(report)
  if (format === 'markdown') return specDiffMarkdown(report)
  if (format === 'githubactions') return specDiffActions(report)
  if (format === 'sarif') return jsonText(specDiffSarif(report), 2)
  const { old, new: fresh, findings, ignored, unlisted } = report
  const counts = countsOf(findings)
  const lines = unused.map(({ line, text }) => ({ line, text }))
  return jsonText({ old, new: fresh, findings, counts, ignored, unused_ignores: lines, unlisted }, 2)
}
