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
import { readOptions, refuse } from './support/options.mjs'
import { temporaryDirectory, toolToTest } from './support/tool.mjs'

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

async function main() {
  const chosen = options.only?.split(',') ?? Object.keys(attacks)
  const unknown = chosen.find((name) => !Object.hasOwn(attacks, name))
  if (unknown !== undefined) refuse(`There is no attack "${unknown}": choose among ${Object.keys(attacks).join(', ')}`)
  const tool = await toolToTest(options.tool)
  const problems = []
  try {
    for (const name of chosen) {
      const started = performance.now()
      const work = await temporaryDirectory('attack')
      try {
        const found = await attacks[name]({ tool: tool.toolFile, folder: work.path, small: options.small })
        problems.push(...found.map((problem) => `${name}: ${problem}`))
        console.log(`${name}: ${found.length} wrong, ${((performance.now() - started) / 1000).toFixed(1)} s`)
      } finally {
        await work.remove()
      }
    }
  } finally {
    await tool.remove()
  }
  console.log(problems.length === 0 ? 'Every attack was withstood' : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 2
}
