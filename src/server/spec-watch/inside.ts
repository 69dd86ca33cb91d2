/** One look at the description of an upstream, from reading it to what changed since the pin. Runs in a thread of its own. */
import type { SpecChange } from '../../agent/spec-changes.ts'
import type { Finding } from '../../spec-diff/finding.ts'
import { severities } from '../../spec-diff/severity.ts'
import { specDiff } from '../../spec-diff/spec-diff.ts'
import { dataDirectory } from '../../stores/data-directory.ts'
import { readSpecPin, type SpecPin, writeSpecPin } from '../../stores/spec-pins.ts'
import { sha256 } from '../../support/digest.ts'
import { messageOf } from '../../support/errors.ts'
import { jsonText } from '../../support/exact-json.ts'
import { type Looked, type LookOrder, MOST_CHANGES } from './messages.ts'
import { type ReadDescription, readPinned, readSource } from './read-source.ts'

/** Never rejects: what went wrong is told. */
export async function lookAtDescription(order: LookOrder, now: number): Promise<Looked> {
  try {
    return await look(order, new Date(now).toISOString())
  } catch (error) {
    return { ok: false, error: messageOf(error) }
  }
}

async function look(order: LookOrder, at: string): Promise<Looked> {
  const data = dataDirectory(order.dataDirectory)
  const current = await readSource(order)
  const sourceSha256 = sha256(order.source)
  const known = order.pins ? undefined : readSpecPin(data, order.upstream)
  const pin = known?.sourceSha256 === sourceSha256 ? known : undefined
  if (pin === undefined) {
    const { documents, sha256: own } = current
    writeSpecPin(data, order.upstream, { sourceSha256, at, sha256: own, documents })
  }
  const findings = pin === undefined || pin.sha256 === current.sha256 ? NOTHING : await compare(pin, current, at)
  return {
    ok: true,
    pinned_sha256: pin?.sha256 ?? current.sha256,
    current_sha256: current.sha256,
    isPinned: pin === undefined,
    ...findings,
  }
}

type Found = Pick<Extract<Looked, { ok: true }>, 'counts' | 'changes'>

const NOTHING: Found = { counts: { ERR: 0, WARN: 0, INFO: 0 }, changes: [] }

async function compare(pin: SpecPin, current: ReadDescription, at: string): Promise<Found> {
  const pinned = await readPinned(pin.documents)
  const { findings, unlisted } = specDiff(pinned.comparable.documents, current.comparable.documents, {
    today: at.slice(0, 10),
  })
  const countOf = (wanted: Finding['severity']): number =>
    unlisted[wanted] + findings.filter(({ severity }) => severity === wanted).length
  const worst = findings.toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
  return {
    counts: { ERR: countOf('ERR'), WARN: countOf('WARN'), INFO: countOf('INFO') },
    changes: worst.slice(0, MOST_CHANGES).map(changeOf),
  }
}

function changeOf({
  rule,
  severity,
  method,
  path,
  location,
  before,
  after,
  message,
  fingerprint,
}: Finding): SpecChange {
  return { rule, severity, message, fingerprint, method, path, location, before: shown(before), after: shown(after) }
}

const LONGEST = 200

/** The fingerprint is over all of it. */
function shown(value: unknown): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : jsonText(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
