/** `tool agent conformance`: reads the description and what was recorded, judges, prints. */
import { type Conformance, startConformance } from '../spec-update/conformance.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText } from '../support/exact-json.ts'
import type { Call, ExitCode } from './command.ts'
import { readAll } from './description-texts.ts'
import { addHar, addRecordings } from './evidence.ts'
import { openPlace } from './place.ts'
import { conformanceLines, conformanceMarkdown } from './print/conformance-text.ts'
import { sourceOf } from './spec-update.ts'
import { getUpstream } from './upstreams.ts'

export async function checkConformance(call: Call): Promise<ExitCode> {
  const { args, flags, terminal } = call
  const name = args[0] ?? ''
  const format = formatOf(call)
  const place = await openPlace(call)
  const isHar = flags.has('har')
  if (!isHar) getUpstream(place, name)
  const spec = flags.text('spec') ?? sourceOf(place, name, isHar)
  const read = await readAll(spec, call)
  const shown = read.isFile ? read.root : read.shown
  const run = startConformance({ documents: read.texts, root: read.root, description: read.description })
  if (isHar) await addHar(call, place, name, read, run)
  else await addRecordings(call, place, name, run)
  const conformance = run.finish()
  if (conformance.recordings === 0)
    throw new ToolError(
      'unavailable',
      `Cannot say whether "${name}" conforms to ${shown}: no answer of it is recorded (send requests through the agent, or name a capture with --har)`,
    )
  terminal.out(textOf(format, name, shown, conformance))
  const failsOnAny = flags.text('fail-on') === 'any'
  return conformance.violations.some(({ severity }) => failsOnAny || severity === 'error') ? 1 : 0
}

function formatOf({ flags }: Call): string {
  const said = flags.text('format')
  if (flags.has('json') && said !== undefined && said !== 'json')
    throw new ToolError('usage', `--json and --format ${said} cannot go together: leave one of them out`)
  return flags.has('json') ? 'json' : (said ?? 'text')
}

function textOf(format: string, upstream: string, spec: string, conformance: Conformance): string {
  if (format === 'markdown') return conformanceMarkdown(upstream, spec, conformance)
  if (format === 'text') return conformanceLines(upstream, spec, conformance).join('\n')
  const { recordings, operations, violations } = conformance
  const countOf = (wanted: string): number => violations.filter(({ severity }) => severity === wanted).length
  const counts = { errors: countOf('error'), warnings: countOf('warning') }
  return jsonText({ upstream, spec, recordings, counts, operations, violations }, 2)
}
