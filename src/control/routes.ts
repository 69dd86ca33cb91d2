/** The whole control plane, one line an endpoint. */
import type { Endpoint } from './endpoint.ts'
import { explainRequest } from './explain.ts'
import { armFaultRule, clearFaultRules, listFaults } from './faults.ts'
import { endFork, listForks, makeFork } from './forks.ts'
import { health } from './health.ts'
import { metrics } from './metrics.ts'
import { checkMode, clearModeOf, setModeOf, showMode, verifyMode } from './mode.ts'
import { describeControl } from './openapi.ts'
import { followRequests, listRequests, resetRequests } from './requests.ts'
import { deleteRule, postRules, putRules, showRules } from './rules.ts'
import { addSandbox, listSandboxes, reloadSandbox, removeSandbox, renameSandbox, showSandbox } from './sandboxes.ts'
import { dropSnapshots, listSnapshots, restoreSnapshot, takeSnapshot } from './snapshots.ts'
import { moveClock, resetRecords, seedRecords } from './state.ts'
import { deleteSink, emitWebhook, listDeliveries, listSinks, postSink, redeliverWebhook } from './webhooks.ts'

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly endpoint: Endpoint
}

export const routes: readonly ControlRoute[] = [
  { method: 'GET', path: '/_tool/healthz', endpoint: health },
  { method: 'GET', path: '/_tool/metrics', endpoint: metrics },
  { method: 'GET', path: '/_tool/openapi.json', endpoint: describeControl(() => routes) },
  { method: 'GET', path: '/_tool/sandboxes', endpoint: listSandboxes },
  { method: 'POST', path: '/_tool/sandboxes', endpoint: addSandbox },
  { method: 'GET', path: '/_tool/sandboxes/{name}', endpoint: showSandbox },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}', endpoint: removeSandbox },
  { method: 'POST', path: '/_tool/sandboxes/{name}/rename', endpoint: renameSandbox },
  { method: 'POST', path: '/_tool/sandboxes/{name}/reload', endpoint: reloadSandbox },
  { method: 'GET', path: '/_tool/sandboxes/{name}/requests', endpoint: listRequests },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/requests', endpoint: resetRequests },
  { method: 'GET', path: '/_tool/sandboxes/{name}/events', endpoint: followRequests },
  { method: 'POST', path: '/_tool/sandboxes/{name}/explain', endpoint: explainRequest },
  { method: 'POST', path: '/_tool/sandboxes/{name}/reset', endpoint: resetRecords },
  { method: 'POST', path: '/_tool/sandboxes/{name}/clock', endpoint: moveClock },
  { method: 'POST', path: '/_tool/sandboxes/{name}/seed', endpoint: seedRecords },
  { method: 'GET', path: '/_tool/sandboxes/{name}/faults', endpoint: listFaults },
  { method: 'POST', path: '/_tool/sandboxes/{name}/faults', endpoint: armFaultRule },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/faults', endpoint: clearFaultRules },
  { method: 'GET', path: '/_tool/sandboxes/{name}/rules', endpoint: showRules },
  { method: 'POST', path: '/_tool/sandboxes/{name}/rules', endpoint: postRules },
  { method: 'PUT', path: '/_tool/sandboxes/{name}/rules', endpoint: putRules },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/rules', endpoint: deleteRule },
  { method: 'POST', path: '/_tool/sandboxes/{name}/fork', endpoint: makeFork },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/fork', endpoint: endFork },
  { method: 'GET', path: '/_tool/sandboxes/{name}/forks', endpoint: listForks },
  { method: 'POST', path: '/_tool/sandboxes/{name}/snapshot', endpoint: takeSnapshot },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/snapshot', endpoint: dropSnapshots },
  { method: 'GET', path: '/_tool/sandboxes/{name}/snapshots', endpoint: listSnapshots },
  { method: 'POST', path: '/_tool/sandboxes/{name}/restore', endpoint: restoreSnapshot },
  { method: 'GET', path: '/_tool/sandboxes/{name}/webhooks', endpoint: listDeliveries },
  { method: 'POST', path: '/_tool/sandboxes/{name}/webhooks/emit', endpoint: emitWebhook },
  { method: 'POST', path: '/_tool/sandboxes/{name}/webhooks/{id}/redeliver', endpoint: redeliverWebhook },
  { method: 'GET', path: '/_tool/sandboxes/{name}/webhooks/sinks', endpoint: listSinks },
  { method: 'POST', path: '/_tool/sandboxes/{name}/webhooks/sinks', endpoint: postSink },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/webhooks/sinks', endpoint: deleteSink },
  { method: 'GET', path: '/_tool/sandboxes/{name}/mode', endpoint: showMode },
  { method: 'POST', path: '/_tool/sandboxes/{name}/mode', endpoint: setModeOf },
  { method: 'DELETE', path: '/_tool/sandboxes/{name}/mode', endpoint: clearModeOf },
  { method: 'GET', path: '/_tool/sandboxes/{name}/mode/verify', endpoint: verifyMode },
  { method: 'POST', path: '/_tool/sandboxes/{name}/mode/check', endpoint: checkMode },
]
