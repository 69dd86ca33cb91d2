/** The formats of documents, one line each. */
import type { DocumentNode, OpenDocument } from './document.ts'
import { readJsonNodes } from './json.ts'
import { readMendedYaml } from './mended-yaml.ts'

interface DocumentFormat {
  readonly format: OpenDocument['format']
  readonly recognises: (text: string) => boolean
  /** The root, or a clause that says why the text is none of the format. */
  readonly read: (text: string) => DocumentNode | string
}

export const documentFormats: readonly DocumentFormat[] = [
  {
    format: 'json',
    recognises: (text) => /^\s*[{[]/.test(text),
    read: (text) => readJsonNodes(text) ?? 'it is not JSON',
  },
  { format: 'yaml', recognises: () => true, read: readMendedYaml },
]

/** A document with the place of everything in it, or the clause that says why it cannot be edited. */
export function openDocument(location: string, whole: string): OpenDocument | string {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  let reason = ''
  for (const { format, recognises, read } of documentFormats) {
    if (!recognises(text)) continue
    const root = read(text)
    if (typeof root !== 'string') return { location, format, text, mark, root }
    reason = root
  }
  return reason
}
