/** The packs of a data directory as scenarios. */
import { parseDocument } from '../importers/documents.ts'
import { locateAll } from '../importers/locate.ts'
import { readScenario } from '../sandbox/scenarios/read.ts'
import type { Packs, Scenario } from '../sandbox/scenarios/scenario.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { type PackFile, readPackFiles } from '../stores/pack-files.ts'
import { problemText } from './print/problem-text.ts'

export function readPacks(data: DataDirectory): Packs {
  const scenarios: Scenario[] = []
  const problems: { name: string; message: string }[] = []
  const all = readPackFiles(data).map((file) => ({ file, read: readPack(file) }))
  // A name belongs to the file that is called so before one that only says it.
  const isNamesake = ({ file, read }: (typeof all)[number]): boolean =>
    typeof read !== 'string' && read.name === file.stem
  for (const { file, read } of [...all.filter(isNamesake), ...all.filter((one) => !isNamesake(one))]) {
    if (typeof read === 'string')
      problems.push({ name: file.stem, message: `Cannot use the pack ${file.file}: ${read}` })
    else if (scenarios.some(({ name }) => name === read.name))
      problems.push({
        name: file.stem,
        message: `Cannot use the pack ${file.file}: there is another named ${read.name}`,
      })
    else scenarios.push(read)
  }
  return { scenarios, problems }
}

/** The scenario, or what is wrong with the file. */
function readPack({ file, stem, bytes, problem }: PackFile): Scenario | string {
  if (bytes === undefined) return problem ?? 'it cannot be read'
  const parsed = parseDocument({ location: file, bytes })
  if (!parsed.ok) return parsed.error.message
  const { value, text, problems } = parsed.value
  const [first] = problems
  if (first !== undefined) return problemText({ ...first, document: '' })
  const read = readScenario(value, stem, file)
  if (read.ok) return read.value
  const places = locateAll(
    text,
    read.error.map(({ pointer }) => pointer),
  )
  const told = read.error.map((one) => problemText({ document: '', ...one, ...places.get(one.pointer) }))
  return told.join('; ')
}
