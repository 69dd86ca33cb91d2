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
  ['sandbox', 'Register, show and change sandboxes'],
  ['rule', 'Rules that a sandbox answers by'],
  ['mode', 'Put a sandbox into a failure story, and judge what a client did'],
  ['scenario', 'Failure stories: list, show, check, record'],
  ['webhook', 'Events of a sandbox: where they go, what was delivered, emit and receive them'],
  ['upstream', 'Real providers that the agent stands in front of'],
  ['agent', 'What the agent saw of them: changes, failures, recordings'],
  ['pr', 'Pull requests that tell what traffic says of a description'],
]

export const commands: readonly Listing[] = [
  {
    name: 'up',
    summary: 'Serve every registered sandbox, and the agent in front of every upstream',
    load: async () => (await import('./up.ts')).up,
  },
  {
    name: 'import',
    summary: 'Import a description as a sandbox, or update one',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'requests',
    summary: 'Show what a sandbox was asked, or explain one request',
    load: async () => (await import('./requests.ts')).requests,
  },
  {
    name: 'chaos',
    summary: 'Arm faults on a sandbox, list and clear them',
    load: async () => (await import('./chaos.ts')).chaos,
  },
  {
    name: 'rule list',
    summary: 'List the rules that a sandbox answers by',
    load: async () => (await import('./rule-list.ts')).ruleList,
  },
  {
    name: 'rule add',
    summary: 'Add rules that a sandbox answers by',
    load: async () => (await import('./rule-add.ts')).ruleAdd,
  },
  {
    name: 'rule drop',
    summary: 'Take a rule out',
    load: async () => (await import('./rule-drop.ts')).ruleDrop,
  },
  {
    name: 'rule check',
    summary: 'Report rules that hardly do what was meant',
    load: async () => (await import('./rule-check.ts')).ruleCheck,
  },
  {
    name: 'mode set',
    summary: 'Set a scenario as the mode of a sandbox',
    load: async () => (await import('./mode-set.ts')).modeSet,
  },
  {
    name: 'mode show',
    summary: 'Show the mode of a sandbox',
    load: async () => (await import('./mode-show.ts')).modeShow,
  },
  {
    name: 'mode clear',
    summary: 'Remove the mode, and every fault with it',
    load: async () => (await import('./mode-clear.ts')).modeClear,
  },
  {
    name: 'mode verify',
    summary: 'Judge what was sent since the mode was set',
    load: async () => (await import('./mode-verify.ts')).modeVerify,
  },
  {
    name: 'scenario list',
    summary: 'List the scenarios, and what each binds to',
    load: async () => (await import('./scenario-list.ts')).scenarioList,
  },
  {
    name: 'scenario show',
    summary: 'Show a scenario as a pack',
    load: async () => (await import('./scenario-show.ts')).scenarioShow,
  },
  {
    name: 'scenario check',
    summary: 'Play a scenario through in virtual time',
    load: async () => (await import('./scenario-check.ts')).scenarioCheck,
  },
  {
    name: 'scenario create-from-journal',
    summary: 'Make a pack of what the journal shows',
    load: async () => (await import('./scenario-create-from-journal.ts')).scenarioCreateFromJournal,
  },
  {
    name: 'scenario reproduce',
    summary: 'Let a sandbox fail as the real provider did',
    load: async () => (await import('./scenario-reproduce.ts')).scenarioReproduce,
  },
  {
    name: 'sandbox add',
    summary: 'Import a description and register it at /<name>/',
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
    summary: 'Remove the records that requests have made',
    load: async () => (await import('./sandbox-reset.ts')).sandboxReset,
  },
  {
    name: 'sandbox webhooks',
    summary: 'Attach an envelope and event bindings to a sandbox',
    load: async () => (await import('./sandbox-webhooks.ts')).sandboxWebhooks,
  },
  {
    name: 'webhook list',
    summary: 'Show the webhook deliveries of a sandbox',
    load: async () => (await import('./webhook-list.ts')).webhookList,
  },
  {
    name: 'webhook show',
    summary: 'Show the deliveries of one event, with its body',
    load: async () => (await import('./webhook-show.ts')).webhookShow,
  },
  {
    name: 'webhook emit',
    summary: 'Emit a declared event of a sandbox',
    load: async () => (await import('./webhook-emit.ts')).webhookEmit,
  },
  {
    name: 'webhook redeliver',
    summary: 'Send an event once more, under the same id',
    load: async () => (await import('./webhook-redeliver.ts')).webhookRedeliver,
  },
  {
    name: 'webhook listen',
    summary: 'Receive webhooks on this machine, print and verify them',
    load: async () => (await import('./webhook-listen.ts')).webhookListen,
  },
  {
    name: 'webhook sink',
    summary: 'Say where the events of a sandbox go',
    load: async () => (await import('./webhook-sink.ts')).webhookSink,
  },
  {
    name: 'sandbox fork',
    summary: 'Serve a copy of a sandbox under a name of its own',
    load: async () => (await import('./sandbox-fork.ts')).sandboxFork,
  },
  {
    name: 'sandbox forks',
    summary: 'List the forks of a sandbox',
    load: async () => (await import('./sandbox-forks.ts')).sandboxForks,
  },
  {
    name: 'sandbox snapshot',
    summary: 'Remember the state of a sandbox, to restore it later',
    load: async () => (await import('./sandbox-snapshot.ts')).sandboxSnapshot,
  },
  {
    name: 'sandbox restore',
    summary: 'Bring a sandbox back to a snapshot',
    load: async () => (await import('./sandbox-restore.ts')).sandboxRestore,
  },
  {
    name: 'sandbox rename',
    summary: 'Give a sandbox another name',
    load: async () => (await import('./sandbox-rename.ts')).sandboxRename,
  },
  {
    name: 'sandbox remove',
    summary: 'Remove a sandbox with everything it holds',
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
    summary: 'List what the agent stands in front of',
    load: async () => (await import('./upstream-list.ts')).upstreamList,
  },
  {
    name: 'upstream show',
    summary: 'Show an upstream with everything that holds for it',
    load: async () => (await import('./upstream-show.ts')).upstreamShow,
  },
  {
    name: 'upstream remove',
    summary: 'Take the agent away from in front of a provider',
    load: async () => (await import('./upstream-remove.ts')).upstreamRemove,
  },
  {
    name: 'agent status',
    summary: 'Show what the running agent has done so far',
    load: async () => (await import('./agent-status.ts')).agentStatus,
  },
  {
    name: 'agent report',
    summary: 'Show what changed in the traffic of the upstreams',
    load: async () => (await import('./agent-report.ts')).agentReport,
  },
  {
    name: 'agent incidents',
    summary: 'Show the failures of upstreams: errors, no answer, answers broken off, rate limits',
    load: async () => (await import('./agent-incidents.ts')).agentIncidents,
  },
  {
    name: 'agent inspect',
    summary: 'Show what was recorded of an upstream, as it was kept: without secrets and personal data',
    load: async () => (await import('./agent-inspect.ts')).agentInspect,
  },
  {
    name: 'agent import',
    summary: 'Take a capture of a browser or another proxy (HAR) as evidence',
    load: async () => (await import('./agent-import.ts')).agentImport,
  },
  {
    name: 'agent ack',
    summary: 'Acknowledge a finding: it is silent until what it says changes',
    load: async () => (await import('./agent-ack.ts')).agentAck,
  },
  {
    name: 'agent accept',
    summary: 'Accept a change: what is seen now becomes normal at its endpoint',
    load: async () => (await import('./agent-accept.ts')).agentAccept,
  },
  {
    name: 'agent baseline',
    summary: 'Show what is normal, or forget it',
    load: async () => (await import('./agent-baseline.ts')).agentBaseline,
  },
  {
    name: 'agent conformance',
    summary: 'Hold what was recorded of an upstream against its description',
    load: async () => (await import('./agent-conformance.ts')).agentConformance,
  },
  {
    name: 'agent spec',
    summary: 'Show what is known of the watched description of an upstream, look at it now, or take it as the pin',
    load: async () => (await import('./agent-spec.ts')).agentSpec,
  },
  {
    name: 'agent volatile',
    summary: 'Suggest fields whose values mean nothing, for volatile_fields',
    load: async () => (await import('./agent-volatile.ts')).agentVolatile,
  },
  {
    name: 'spec-diff',
    summary: 'Compare two descriptions, and tell which changes break clients',
    load: async () => (await import('./spec-diff.ts')).specDiffCommand,
  },
  {
    name: 'spec-update',
    summary: 'Correct a description from recorded traffic, by minimal edits',
    load: async () => (await import('./spec-update.ts')).specUpdateCommand,
  },
  {
    name: 'replay',
    summary: 'Send recorded requests to a sandbox, and tell where it answers otherwise than the provider did',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'pr open',
    summary: 'Open a pull request with the updated description, or bring it up to date',
    load: async () => (await import('./pr-open.ts')).prOpen,
  },
  {
    name: 'pr comment',
    summary: 'Say in a pull request where its description and traffic differ',
    load: async () => (await import('./pr-comment.ts')).prComment,
  },
  {
    name: 'config',
    summary: 'Show the settings in force and where each comes from',
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
