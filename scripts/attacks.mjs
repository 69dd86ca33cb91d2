/**
 * Attacks on a server of its own each: what must neither end it, nor fill its memory, nor make others wait, nor leak.
 *
 *   npm run attacks -- [--only NAME,NAME] [--small] [--tool FILE]
 *
 * --small plays each in a form that takes seconds, as CI does.
 */
import { agentCanaries } from './attacks/agent-canaries.mjs'
import { bombs } from './attacks/bombs.mjs'
import { hostileConfigurations } from './attacks/configuration.mjs'
import { damagedFiles } from './attacks/damaged-files.mjs'
import { earlierData } from './attacks/earlier-data.mjs'
import { hangingDocuments } from './attacks/hanging-documents.mjs'
import { hangingReceivers } from './attacks/hanging-receivers.mjs'
import { longHeads } from './attacks/heads.mjs'
import { floodWithInterimAnswers } from './attacks/interim.mjs'
import { journalCanaries } from './attacks/journal-canaries.mjs'
import { largeLists } from './attacks/large-lists.mjs'
import { sendLateBytes } from './attacks/late-bytes.mjs'
import { hostileSenders } from './attacks/receiver.mjs'
import { toldToStrangers } from './attacks/strangers.mjs'
import { terminalEscapes } from './attacks/terminal.mjs'
import { webhookLoops } from './attacks/webhook-loops.mjs'
import { readOptions } from './support/options.mjs'
import { playTrials } from './support/trials.mjs'

/** Each plays one attack in its variations and returns what was wrong, in sentences. */
const attacks = {
  'agent-canaries': agentCanaries,
  bombs,
  configuration: hostileConfigurations,
  'damaged-files': damagedFiles,
  'earlier-data': earlierData,
  'hanging-documents': hangingDocuments,
  'hanging-receivers': hangingReceivers,
  heads: longHeads,
  interim: floodWithInterimAnswers,
  'journal-canaries': journalCanaries,
  'large-lists': largeLists,
  'late-bytes': sendLateBytes,
  receiver: hostileSenders,
  strangers: toldToStrangers,
  terminal: terminalEscapes,
  'webhook-loops': webhookLoops,
}
const { values: options } = readOptions(import.meta.url, {
  options: { only: { type: 'string' }, small: { type: 'boolean', default: false }, tool: { type: 'string' } },
})

async function play(name, where) {
  const started = performance.now()
  const found = await attacks[name]({ ...where, small: options.small })
  console.log(`${name}: ${found.length} wrong, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return found.map((problem) => `${name}: ${problem}`)
}

await playTrials({
  trials: attacks,
  chosen: options.only,
  kind: 'attack',
  toolFile: options.tool,
  play,
  good: 'Every attack was withstood',
})
