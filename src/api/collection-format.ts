/** How Swagger 2.0 writes several values (`collectionFormat`), in the words of OpenAPI 3. */
import type { Parameter } from './description.ts'

export type Serialisation = Pick<Parameter, 'style' | 'explode'>

const FORMATS: Readonly<Record<string, Serialisation>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}

const CSV: Serialisation = { style: 'form', explode: false }

/** `said` is the format where one is declared; what is not known is `csv`. Paths and headers have no form. */
export function serialisationFor(said: string | undefined, place: string): Serialisation {
  const format = (said !== undefined && Object.hasOwn(FORMATS, said) ? FORMATS[said] : undefined) ?? CSV
  const isSimple = (place === 'path' || place === 'header') && format.style === 'form'
  return isSimple ? { style: 'simple', explode: false } : format
}
