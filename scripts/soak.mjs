/**
 * What the server survives. Each trial has its own data directory and its own server.
 *
 *   npm run soak -- [--only kill,disk,idle,slow,large] [--kills 200] [--tool FILE]
 */
import { dripSlowly, holdIdle, sendLarge } from './soak/connections.mjs'
import { fillDisk } from './soak/disk.mjs'
import { killUnderLoad } from './soak/kill.mjs'
import { readOptions, refuse } from './support/options.mjs'
import { temporaryDirectory, toolToTest } from './support/tool.mjs'

const trials = { kill: killUnderLoad, disk: fillDisk, idle: holdIdle, slow: dripSlowly, large: sendLarge }
const { values: options } = readOptions(import.meta.url, {
  options: { only: { type: 'string' }, kills: { type: 'string', default: '200' }, tool: { type: 'string' } },
})

async function main() {
  const chosen = options.only?.split(',') ?? Object.keys(trials)
  const unknown = chosen.find((name) => !Object.hasOwn(trials, name))
  if (unknown !== undefined) refuse(`There is no trial "${unknown}": choose among ${Object.keys(trials).join(', ')}`)
  const tool = await toolToTest(options.tool)
  const problems = []
  try {
    for (const name of chosen) {
      const work = await temporaryDirectory('soak')
      try {
        problems.push(...(await trials[name]({ tool: tool.toolFile, folder: work.path, kills: Number(options.kills) })))
      } finally {
        await work.remove()
      }
    }
  } finally {
    await tool.remove()
  }
  console.log(problems.length === 0 ? 'Nothing was lost and nobody waited' : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 2
}
