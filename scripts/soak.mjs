/**
 * What the server survives. Each trial has its own data directory and its own server.
 *
 *   npm run soak -- [--only kill,disk,idle,slow,large] [--kills 200] [--tool FILE]
 */
import { dripSlowly, holdIdle, sendLarge } from './soak/connections.mjs'
import { fillDisk } from './soak/disk.mjs'
import { killUnderLoad } from './soak/kill.mjs'
import { readOptions } from './support/options.mjs'
import { playTrials } from './support/trials.mjs'

const trials = { kill: killUnderLoad, disk: fillDisk, idle: holdIdle, slow: dripSlowly, large: sendLarge }
const { values: options } = readOptions(import.meta.url, {
  options: { only: { type: 'string' }, kills: { type: 'string', default: '200' }, tool: { type: 'string' } },
})

await playTrials({
  trials,
  chosen: options.only,
  kind: 'trial',
  toolFile: options.tool,
  play: (name, where) => trials[name]({ ...where, kills: Number(options.kills) }),
  good: 'Nothing was lost and nobody waited',
})
