/** Words that people know from other programs, and the command here that does it. */
import { hintOf } from '../support/nearest.ts'

/** By the first word. */
const whole: Readonly<Record<string, string>> = {
  ...words('up', 'serve server start mock run listen simulate daemon'),
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

function words(command: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries(others.split(' ').map((word) => [word, command]))
}

/** What was meant by a word that is no command; `group` is the word before it, '' for none, and `known` what may stand here. */
export function meantBy(word: string, group: string, known: readonly string[]): string | undefined {
  const near = hintOf(word, known)
  if (group === '') return hinted(whole, word) ?? near
  const found = Object.hasOwn(last, word) ? last[word]?.find((one) => known.includes(one)) : undefined
  return found === undefined ? near : `did you mean ${group} ${found}?`
}

function hinted(table: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(table, word) ? `did you mean ${table[word]}?` : undefined
}
