// Plays a sample of the cases of ../shared/cases that are known to pass (cases.txt), each time the same number of them,
// and writes "PASSED FAILED" as the last line. A case for which no time is left is neither.
//   node .ci/cases.mjs [how many]
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const cases = resolve(root, '../shared/cases')
const most = Number(process.argv[2] ?? 40)
const known = readFileSync(join(import.meta.dirname, 'cases.txt'), 'utf8')
  .split('\n')
  .filter((slug) => slug !== '' && existsSync(join(cases, slug, 'case.json')))
const step = Math.max(1, known.length / most)
const chosen = known.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))

const folder = mkdtempSync(join(tmpdir(), 'cases-'))
try {
  for (const slug of chosen) cpSync(join(cases, slug), join(folder, slug), { recursive: true })
  const args = [join(cases, 'run.mjs'), '--json', '--tool', join(root, 'bin/tool.js'), folder]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  const played = JSON.parse(stdout).cases.filter(({ wrong = '' }) => !wrong.includes('no time is left'))
  const failed = played.filter(({ ok }) => !ok)
  for (const { slug, wrong } of failed) console.log(`case ${slug}: ${wrong}`)
  console.log(`${played.length - failed.length} ${failed.length}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
