/** Every command, loaded only when it is called. A new one is its file and a line here. */
import type { Command } from '../command.ts'

export interface Listing {
  readonly name: string
  readonly summary: string
  /** An old spelling: it works, help does not show it. */
  readonly deprecated?: boolean
  load(): Promise<Command>
}

export const groups: readonly (readonly [name: string, summary: string])[] = [
  ['sandbox', 'Add, show, change and remove sandboxes'],
  ['rule', 'Rules that answer certain requests of a sandbox'],
  ['mode', 'Run a failure scenario on a sandbox, and judge how a client handled it'],
  ['scenario', 'Failure scenarios: list, show, check, record'],
  ['webhook', 'Webhooks of a sandbox: targets, deliveries, sending and receiving'],
  ['upstream', 'Real providers behind the agent'],
  ['agent', 'What the agent observed: changes, failures, recordings'],
  ['pr', 'Pull requests about differences between traffic and description'],
]

export const commands: readonly Listing[] = [
  {
    name: 'up',
    summary: 'Serve every registered sandbox, and the agent in front of every upstream',
    load: async () => (await import('./up.ts')).up,
  },
  {
    name: 'status',
    summary: 'Show the server that runs on the data directory',
    load: async () => (await import('./status.ts')).status,
  },
  {
    name: 'down',
    summary: 'Stop the server that runs on the data directory',
    load: async () => (await import('./down.ts')).down,
  },
  {
    name: 'import',
    summary: 'Import a description as a sandbox, or update one',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'requests',
    summary: 'Show the requests to a sandbox, or explain one',
    load: async () => (await import('./requests.ts')).requests,
  },
  {
    name: 'chaos',
    summary: 'Add, list and clear faults of a sandbox',
    load: async () => (await import('./chaos.ts')).chaos,
  },
  {
    name: 'rule list',
    summary: 'List the rules of a sandbox',
    load: async () => (await import('./rule-list.ts')).ruleList,
  },
  {
    name: 'rule add',
    summary: 'Add rules to a sandbox',
    load: async () => (await import('./rule-add.ts')).ruleAdd,
  },
  {
    name: 'rule drop',
    summary: 'Remove a rule',
    load: async () => (await import('./rule-drop.ts')).ruleDrop,
  },
  {
    name: 'rule check',
    summary: 'Report rules that probably do not do what was meant',
    load: async () => (await import('./rule-check.ts')).ruleCheck,
  },
  {
    name: 'mode set',
    summary: 'Put a sandbox into a failure scenario',
    load: async () => (await import('./mode-set.ts')).modeSet,
  },
  {
    name: 'mode show',
    summary: 'Show the mode of a sandbox',
    load: async () => (await import('./mode-show.ts')).modeShow,
  },
  {
    name: 'mode clear',
    summary: 'Remove the mode and all faults',
    load: async () => (await import('./mode-clear.ts')).modeClear,
  },
  {
    name: 'mode verify',
    summary: 'Judge the requests since the mode was set',
    load: async () => (await import('./mode-verify.ts')).modeVerify,
  },
  {
    name: 'scenario list',
    summary: 'List the scenarios',
    load: async () => (await import('./scenario-list.ts')).scenarioList,
  },
  {
    name: 'scenario show',
    summary: 'Show a scenario as a pack',
    load: async () => (await import('./scenario-show.ts')).scenarioShow,
  },
  {
    name: 'scenario check',
    summary: 'Play a scenario in virtual time',
    load: async () => (await import('./scenario-check.ts')).scenarioCheck,
  },
  {
    name: 'scenario create-from-journal',
    summary: 'Create a scenario from the journal',
    load: async () => (await import('./scenario-create-from-journal.ts')).scenarioCreateFromJournal,
  },
  {
    name: 'scenario reproduce',
    summary: 'Make a sandbox fail as the real provider did',
    load: async () => (await import('./scenario-reproduce.ts')).scenarioReproduce,
  },
  {
    name: 'sandbox add',
    summary: 'Create a sandbox from a description, served at /<name>/',
    load: async () => (await import('./sandbox-add.ts')).sandboxAdd,
  },
  {
    name: 'sandbox list',
    summary: 'List the sandboxes with their credentials',
    load: async () => (await import('./sandbox-list.ts')).sandboxList,
  },
  {
    name: 'sandbox show',
    summary: 'Show what was understood of a description, and why',
    load: async () => (await import('./sandbox-show.ts')).sandboxShow,
  },
  {
    name: 'sandbox seed',
    summary: 'Add records that survive a reset',
    load: async () => (await import('./sandbox-seed.ts')).sandboxSeed,
  },
  {
    name: 'sandbox reset',
    summary: 'Remove the records that requests have created',
    load: async () => (await import('./sandbox-reset.ts')).sandboxReset,
  },
  {
    name: 'sandbox webhooks',
    summary: 'Set how the webhooks of a sandbox are signed and triggered',
    load: async () => (await import('./sandbox-webhooks.ts')).sandboxWebhooks,
  },
  {
    name: 'webhook list',
    summary: 'List the webhook deliveries of a sandbox',
    load: async () => (await import('./webhook-list.ts')).webhookList,
  },
  {
    name: 'webhook show',
    summary: 'Show the deliveries and the body of one event',
    load: async () => (await import('./webhook-show.ts')).webhookShow,
  },
  {
    name: 'webhook emit',
    summary: 'Send an event of a sandbox',
    load: async () => (await import('./webhook-emit.ts')).webhookEmit,
  },
  {
    name: 'webhook redeliver',
    summary: 'Send an event again, with the same id',
    load: async () => (await import('./webhook-redeliver.ts')).webhookRedeliver,
  },
  {
    name: 'webhook listen',
    summary: 'Receive webhooks, print and verify them',
    load: async () => (await import('./webhook-listen.ts')).webhookListen,
  },
  {
    name: 'webhook sink',
    summary: 'Set where the events of a sandbox go',
    load: async () => (await import('./webhook-sink.ts')).webhookSink,
  },
  {
    name: 'sandbox fork',
    summary: 'Create a fork: a copy of a sandbox with its own address',
    load: async () => (await import('./sandbox-fork.ts')).sandboxFork,
  },
  {
    name: 'sandbox forks',
    summary: 'List the forks of a sandbox',
    load: async () => (await import('./sandbox-forks.ts')).sandboxForks,
  },
  {
    name: 'sandbox snapshot',
    summary: 'Save the state of a sandbox, to restore it later',
    load: async () => (await import('./sandbox-snapshot.ts')).sandboxSnapshot,
  },
  {
    name: 'sandbox restore',
    summary: 'Restore a snapshot of a sandbox',
    load: async () => (await import('./sandbox-restore.ts')).sandboxRestore,
  },
  {
    name: 'sandbox rename',
    summary: 'Rename a sandbox',
    load: async () => (await import('./sandbox-rename.ts')).sandboxRename,
  },
  {
    name: 'sandbox remove',
    summary: 'Remove a sandbox and all its data',
    load: async () => (await import('./sandbox-remove.ts')).sandboxRemove,
  },
  {
    name: 'sandbox requests',
    summary: 'Old spelling of "requests"',
    deprecated: true,
    load: async () => (await import('./sandbox-requests.ts')).sandboxRequests,
  },
  {
    name: 'why',
    summary: 'Old spelling of "requests --explain"',
    deprecated: true,
    load: async () => (await import('./why.ts')).why,
  },
  {
    name: 'upstream add',
    summary: 'Put the agent in front of a provider',
    load: async () => (await import('./upstream-add.ts')).upstreamAdd,
  },
  {
    name: 'upstream list',
    summary: 'List the upstreams of the agent',
    load: async () => (await import('./upstream-list.ts')).upstreamList,
  },
  {
    name: 'upstream show',
    summary: 'Show an upstream with all its settings',
    load: async () => (await import('./upstream-show.ts')).upstreamShow,
  },
  {
    name: 'upstream remove',
    summary: 'Remove an upstream',
    load: async () => (await import('./upstream-remove.ts')).upstreamRemove,
  },
  {
    name: 'agent status',
    summary: 'Show the counters of the running agent',
    load: async () => (await import('./agent-status.ts')).agentStatus,
  },
  {
    name: 'agent report',
    summary: 'Show what changed in the traffic of the upstreams',
    load: async () => (await import('./agent-report.ts')).agentReport,
  },
  {
    name: 'agent incidents',
    summary: 'Show failures of upstreams: errors, missing or incomplete answers, rate limits',
    load: async () => (await import('./agent-incidents.ts')).agentIncidents,
  },
  {
    name: 'agent inspect',
    summary: 'Show the recordings of an upstream, without secrets and personal data',
    load: async () => (await import('./agent-inspect.ts')).agentInspect,
  },
  {
    name: 'agent import',
    summary: 'Import a HAR file from a browser or another proxy',
    load: async () => (await import('./agent-import.ts')).agentImport,
  },
  {
    name: 'agent ack',
    summary: 'Acknowledge a finding: hide it until it changes',
    load: async () => (await import('./agent-ack.ts')).agentAck,
  },
  {
    name: 'agent accept',
    summary: 'Accept a change: the current answers become normal',
    load: async () => (await import('./agent-accept.ts')).agentAccept,
  },
  {
    name: 'agent baseline',
    summary: 'Show or reset what is normal',
    load: async () => (await import('./agent-baseline.ts')).agentBaseline,
  },
  {
    name: 'agent conformance',
    summary: 'Check recorded traffic against the description',
    load: async () => (await import('./agent-conformance.ts')).agentConformance,
  },
  {
    name: 'agent spec',
    summary: 'Show, check or pin the watched description of an upstream',
    load: async () => (await import('./agent-spec.ts')).agentSpec,
  },
  {
    name: 'agent volatile',
    summary: 'Suggest fields whose values do not matter, for volatile_fields',
    load: async () => (await import('./agent-volatile.ts')).agentVolatile,
  },
  {
    name: 'spec-diff',
    summary: 'Compare two descriptions and find changes that break clients',
    load: async () => (await import('./spec-diff.ts')).specDiffCommand,
  },
  {
    name: 'spec-update',
    summary: 'Correct a description from recorded traffic with minimal edits',
    load: async () => (await import('./spec-update.ts')).specUpdateCommand,
  },
  {
    name: 'replay',
    summary: 'Send recorded requests to a sandbox and compare its answers with the provider',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'pr open',
    summary: 'Open or update a pull request with the corrected description',
    load: async () => (await import('./pr-open.ts')).prOpen,
  },
  {
    name: 'pr comment',
    summary: 'Comment on a pull request where description and traffic differ',
    load: async () => (await import('./pr-comment.ts')).prComment,
  },
  {
    name: 'config',
    summary: 'Show the current settings and where each comes from',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./completion.ts')).completionOf(loadShown, groups),
  },
]

function loadShown(): Promise<readonly Command[]> {
  return Promise.all(commands.filter(({ deprecated }) => !deprecated).map(({ load }) => load()))
}
