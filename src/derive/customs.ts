/** What is usual throughout a description: how errors are told, how states and XML are written. */
import type { ApiHead } from '../api/description.ts'
import type { DescribedApi } from '../api/model.ts'
import { usualErrors } from './errors/error-shape.ts'
import { statesWritten } from './lifecycle/states-written.ts'
import type { Reader } from './schemas/reader.ts'
import { xmlForm } from './schemas/xml-form.ts'

export function customsOf(described: DescribedApi, reader: Reader): Pick<ApiHead, 'errors' | 'states' | 'xml'> {
  const errors = usualErrors(described, reader)
  const states = statesWritten(described.schemas, reader)
  const xml = xmlForm(described, reader)
  return {
    ...(errors.length > 0 && { errors }),
    ...(states !== undefined && { states }),
    ...(xml !== undefined && { xml }),
  }
}
