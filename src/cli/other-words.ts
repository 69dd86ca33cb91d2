/** Words that people know from other programs, and the command here that does it. */
import { hintOf } from '../support/nearest.ts'

/** By the first word. */
const whole: Readonly<Record<string, string>> = {
  ...words('up', 'serve server start mock run listen simulate daemon'),
  ...words('down', 'stop halt quit kill shutdown'),
  ...words('requests', 'log logs journal history traffic'),
  ...words('requests --explain', 'explain trace'),
  ...words('chaos', 'fault faults fail inject'),
  ...words('sandbox list', 'ls list sandboxes'),
  ...words('sandbox add', 'add new create init register'),
  ...words('sandbox show', 'show describe inspect'),
  ...words('sandbox remove', 'rm remove delete'),
  ...words('sandbox reset', 'reset clear'),
  ...words('sandbox seed', 'seed'),
  ...words('sandbox fork', 'fork clone'),
  ...words('import --update', 'update refresh reimport'),
  ...words('mode verify', 'verify'),
  ...words('spec-diff', 'diff compare'),
  ...words('config', 'settings'),
  ...words('--version', 'version'),
}

/** By the last word; the first that the group has is meant. */
const last: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  all: ['list'],
  rm: ['remove', 'drop', 'clear'],
  delete: ['remove', 'drop', 'clear'],
  remove: ['drop', 'clear'],
  unset: ['clear'],
  new: ['add', 'create-from-journal', 'set'],
  create: ['add', 'create-from-journal', 'set'],
  import: ['add'],
  record: ['create-from-journal'],
  start: ['set'],
  use: ['set'],
  get: ['show', 'list'],
  describe: ['show'],
  info: ['show', 'status'],
  status: ['show'],
  run: ['check', 'set'],
  play: ['check'],
  test: ['check', 'verify'],
  validate: ['check', 'verify'],
  send: ['emit'],
  trigger: ['emit'],
  resend: ['redeliver'],
  retry: ['redeliver'],
  save: ['snapshot'],
  clone: ['fork'],
  mv: ['rename'],
}

/** What a group does with a word that may well be a name: of a scenario, of a sandbox. */
const named: Readonly<Record<string, string>> = { mode: 'set', scenario: 'check', sandbox: 'show' }

const flags: Readonly<Record<string, string>> = {
  ...words('--version', '-v -V'),
  ...words('--detach', '--daemon --daemonize --background --detached -d'),
  ...words('--port', '-p'),
}

function words(command: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.split(' ').map((word) => [word, command]))
}

/** What was meant by a word that is no command; `group` is the word before it, '' for none, and `known` what may stand here. */
export function meantBy(word: string, group: string, known: readonly string[]): string | undefined {
  const near = hintOf(word, known)
  if (group === '') return hinted(whole, word) ?? near ?? descriptionIn(word)
  const found = Object.hasOwn(last, word) ? last[word]?.find((one) => known.includes(one)) : undefined
  if (found === undefined && near !== undefined) return near
  const meant = found ?? (Object.hasOwn(named, group) ? named[group] : undefined)
  return meant === undefined ? undefined : `did you mean ${group} ${meant}?`
}

/** What was meant by a flag that there is none of; `known` are those of the command, without dashes. */
export function flagMeantBy(flag: string, known: readonly string[]): string | undefined {
  const hint = hinted(flags, flag.replace(/=.*/s, ''))
  return known.some((name) => hint === `did you mean --${name}?`) ? hint : undefined
}

/** How a description is served that stands where no word of it may stand. */
export function descriptionIn(word: string): string | undefined {
  const isDescription = /^https?:\/\/\S/i.test(word) || /\.(ya?ml|json)$/i.test(word)
  return isDescription ? `did you mean up --spec ${word}?` : undefined
}

function hinted(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? `did you mean ${table[word]}?` : undefined
}
