/** What is usual throughout a description: how errors are told, how states and XML are written, what events are called. */
import type { ApiHead } from '../api/description.ts'
import type { DescribedApi } from '../api/model.ts'
import { usualErrors } from './errors/error-shape.ts'
import { statesWritten } from './lifecycle/states-written.ts'
import type { Reader } from './schemas/reader.ts'
import { xmlForm } from './schemas/xml-form.ts'
import { eventNames } from './webhooks/event-names.ts'

type Customs = Pick<ApiHead, 'errors' | 'states' | 'xml' | 'eventNames'>

export function customsOf(described: DescribedApi, reader: Reader): Customs {
  const errors = usualErrors(described, reader)
  const states = statesWritten(described.schemas, reader)
  const xml = xmlForm(described, reader)
  const names = eventNames(described)
  return {
    ...(errors.length > 0 && { errors }),
    ...(states !== undefined && { states }),
    ...(xml !== undefined && { xml }),
    ...(names.length > 0 && { eventNames: names }),
  }
}
