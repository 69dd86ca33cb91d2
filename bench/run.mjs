/**
 * Measures the product against its bars, on this machine, in one run.
 *
 *   npm run bench -- [--only read,create,list,scaling,import,start,memory] [--quick] [--no-peers]
 *                    [--seconds 3] [--repeats 7] [--tool FILE]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readOptions, refuse } from '../scripts/support/options.mjs'
import { root, toolToTest } from '../scripts/support/tool.mjs'
import { installPeers } from './contestants.mjs'
import { printImport, printMemory, printScaling, printStart, printThroughput } from './print.mjs'

const parts = ['read', 'create', 'list', 'scaling', 'import', 'start', 'memory']
const { values: options } = readOptions(import.meta.url, {
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
    seconds: { type: 'string' },
    repeats: { type: 'string' },
    tool: { type: 'string' },
  },
})

async function main() {
  const chosen = options.only?.split(',') ?? parts
  const unknown = chosen.find((part) => !parts.includes(part))
  if (unknown !== undefined) refuse(`There is no part "${unknown}": choose among ${parts.join(', ')}`)
  await installPeers()
  // Load generators and peers are there only now.
  const { generator } = await import('./load.mjs')
  const tool = await toolToTest(options.tool)
  const setting = {
    tool: tool.toolFile,
    seconds: Number(options.seconds ?? (options.quick ? 1 : 3)),
    repeats: Number(options.repeats ?? (options.quick ? 3 : 7)),
    peers: !options['no-peers'],
  }
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load from ${generator},`)
  console.log(
    `medians of ${setting.repeats} turns of ${setting.seconds} s, servers in turn; journal on, durability os\n`,
  )
  try {
    return await measure(chosen, setting)
  } finally {
    await tool.remove()
  }
}

async function measure(chosen, setting) {
  const found = {}
  const missed = []
  const record = (part, result, print) => {
    found[part] = result
    missed.push(...print(result))
  }
  const scenarios = chosen.filter((part) => ['read', 'create', 'list'].includes(part))
  if (scenarios.length > 0) {
    const { measureThroughput } = await import('./throughput.mjs')
    record('throughput', await measureThroughput(scenarios, setting), printThroughput)
  }
  if (chosen.includes('scaling')) {
    const { measureScaling } = await import('./scaling.mjs')
    const many = options.quick ? 10_000 : 100_000
    record('scaling', await measureScaling({ ...setting, many }), printScaling)
  }
  const startup = await import('./startup.mjs')
  if (chosen.includes('import')) record('import', await startup.measureImport(setting), printImport)
  if (chosen.includes('start')) record('start', await startup.measureFirstAnswer(setting), printStart)
  if (chosen.includes('memory')) record('memory', await startup.measureMemory(setting), printMemory)
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(join(root, '.cache', 'bench.json'), JSON.stringify({ setting, found }, null, 1))
  console.log(missed.length === 0 ? 'Every bar holds' : `Bars missed: ${missed.length}\n  ${missed.join('\n  ')}`)
  return missed.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 2
}
