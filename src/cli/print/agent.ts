/** What the agent knows, as text and as Markdown. */

import type { Finding } from '../../agent/finding.ts'
import type { AgentHealth, SpecWatchHealth } from '../../control/agent.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'

export interface ToldReport {
  readonly findings: readonly Finding[]
  readonly baselines: AgentHealth['baselines']
}

/** `nothing` is said where there are none. */
export function findingLines(findings: readonly Finding[], nothing: string): readonly string[] {
  if (findings.length === 0) return [nothing]
  const rows = findings.map((one) => [
    one.fingerprint,
    one.kind,
    `${one.upstream} ${one.method} ${one.template} ${one.status_class}`.trim(),
    one.field === '' ? '-' : one.field,
    changeText(one),
    String(one.count),
    `${one.last_seen}${one.acked ? ' (acknowledged)' : ''}`,
  ])
  const words = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  return [...table([['FINGERPRINT', 'KIND', 'WHERE', 'FIELD', 'CHANGE', 'COUNT', 'LAST SEEN'], ...rows]), words]
}

function changeText(finding: Pick<Finding, 'before' | 'after' | 'rule' | 'severity' | 'on_wire'>): string {
  const { before, after, rule, severity } = finding
  if (rule !== undefined) {
    const values = before === null && after === null ? '' : ` ${before ?? 'nothing'} → ${after ?? 'nothing'}`
    return `${severity ?? ''} ${rule}${values}${wireText(finding)}`
  }
  return before === null && after === null ? '-' : `${before ?? 'nothing'} → ${after ?? 'nothing'}`
}

/** What is declared, beside what was observed. */
function wireText({ rule = '', on_wire }: Pick<Finding, 'rule' | 'on_wire'>): string {
  if (on_wire !== true) return ''
  return rule.includes('removed') ? ' (removed in the document, still on your wire)' : ' (on your wire)'
}

/** For a comment or a summary page. */
export function findingsMarkdown({ findings, baselines }: ToldReport): string {
  const cell = (text: string): string => printable(text).replace(/([|\\`*_<>[\]])/g, '\\$1')
  const rows = findings.map((one) =>
    [one.kind, `${one.upstream} ${one.method} ${one.template} ${one.status_class}`, one.field, changeText(one)]
      .map(cell)
      .concat(String(one.count), `\`${one.fingerprint}\``)
      .join(' | '),
  )
  const warm = baselines.filter((one) => one.warmed_up).length
  const head =
    rows.length === 0
      ? ['No findings.']
      : [
          '| kind | where | field | change | count | fingerprint |',
          '|---|---|---|---|---|---|',
          ...rows.map((row) => `| ${row} |`),
        ]
  return ['## Drift report', '', ...head, '', `${warm} of ${baselines.length} baselines are warmed up.`].join('\n')
}

export function baselineLines(baselines: AgentHealth['baselines']): readonly string[] {
  if (baselines.length === 0) return ['no baselines yet: nothing has gone through the agent']
  const rows = baselines.map((one) => [
    one.endpoint,
    one.status_class,
    String(one.samples),
    one.warmed_up ? 'yes' : 'no',
  ])
  return table([['ENDPOINT', 'CLASS', 'SAMPLES', 'WARMED UP'], ...rows])
}

/** One block a description. */
export function specLines(specs: readonly SpecWatchHealth[]): readonly string[] {
  if (specs.length === 0) return ['no description is watched: give an upstream a spec_source']
  return specs.flatMap(({ upstream, source, checked_at, ok, error, changes, pinned_sha256, current_sha256 }) => {
    const { ERR, WARN, INFO } = changes
    const isSame = pinned_sha256 === current_sha256
    return [
      `${upstream}: ${source}`,
      `  looked at: ${checked_at ?? 'not yet'}${ok ? '' : `, failed: ${error}`}`,
      ...(pinned_sha256 === null ? [] : [`  pinned:    ${pinned_sha256}`]),
      ...(current_sha256 === null ? [] : [`  now:       ${isSame ? 'the same' : current_sha256}`]),
      `  changes:   ${isSame ? 'none' : `${ERR} ERR, ${WARN} WARN, ${INFO} INFO`}`,
    ].map((line) => printable(line))
  })
}

function watchText({ upstream, source, ok, error, changes: { ERR, WARN, INFO } }: SpecWatchHealth): string {
  const state = ok ? `${ERR} ERR, ${WARN} WARN, ${INFO} INFO since the pin` : `cannot be checked: ${error}`
  return `${upstream} at ${source}, ${state}`
}

/** `url` is where it listens. */
export function statusLines(url: string, health: AgentHealth): readonly string[] {
  const { baselines, upstreams } = health
  const warm = baselines.filter((one) => one.warmed_up).length
  const rows: readonly (readonly [string, string])[] = [
    ['agent', `${url}/, up for ${health.uptime_seconds} s`],
    ...upstreams.map(({ name, listen }): [string, string] => ['upstream', `${name} at ${url}${listen}/`]),
    [
      'proxied',
      `${health.requests_proxied} requests, ${health.upstream_errors} without an answer, ${health.upstream_body_errors} broken off`,
    ],
    [
      'recorded',
      `${health.recordings_written}, ${health.recordings_dropped} dropped, ${health.recordings_sampled_out} sampled out`,
    ],
    ['baselines', `${baselines.length}, ${warm} warmed up`],
    [
      'findings',
      `${health.tracked_fingerprints} fingerprints, ${health.events_emitted} told, ${health.alerts_sent} alerts sent`,
    ],
    ...(health.spec_watch ?? []).map((one): [string, string] => ['spec', watchText(one)]),
    ...(health.last_delivery_ok ? [] : [['alerts', `the last one failed: ${health.last_delivery_err}`] as const]),
    ...(health.observer_panics === 0 ? [] : [['observer', `failed ${health.observer_panics} times`] as const]),
  ]
  return rows.map(([name, text]) => `${`${name}:`.padEnd(11)}${printable(text)}`)
}
