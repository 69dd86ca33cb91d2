/** Scripts that play one trial after the other, each in a folder of its own, and tell what was wrong. */
import { refuse } from './options.mjs'
import { temporaryDirectory, toolToTest } from './tool.mjs'

/**
 * `trials`: by name, functions that return what was wrong, in sentences; `chosen`: names with commas between them;
 * `kind`: what one is called; `play`: calls one. Gives the exit code: 1 where something was wrong.
 */
async function playAll({ trials, chosen, kind, toolFile, play, good }) {
  const names = chosen?.split(',') ?? Object.keys(trials)
  const unknown = names.find((name) => !Object.hasOwn(trials, name))
  if (unknown !== undefined) refuse(`There is no ${kind} "${unknown}": choose among ${Object.keys(trials).join(', ')}`)
  const tool = await toolToTest(toolFile)
  const problems = []
  try {
    for (const name of names) {
      const work = await temporaryDirectory(kind)
      try {
        problems.push(...(await play(name, { tool: tool.toolFile, folder: work.path })))
      } finally {
        await work.remove()
      }
    }
  } finally {
    await tool.remove()
  }
  console.log(problems.length === 0 ? good : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}

/** Sets the exit code; 2 where a trial could not be played. */
export async function playTrials(options) {
  try {
    process.exitCode = await playAll(options)
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exitCode = 2
  }
}
