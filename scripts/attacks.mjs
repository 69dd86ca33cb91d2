/**
 * Attacks on a server of its own each: what must neither end it, nor fill its memory, nor make others wait, nor leak.
 *
 *   npm run attacks -- [--only NAME,NAME] [--small] [--tool FILE]
 *
 * --small plays each in a form that takes seconds, as CI does.
 */
import { largeLists } from './attacks/large-lists.mjs'
import { readOptions, refuse } from './support/options.mjs'
import { temporaryDirectory, toolToTest } from './support/tool.mjs'

/** Each plays one attack in its variations and returns what was wrong, in sentences. */
const attacks = { 'large-lists': largeLists }
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
