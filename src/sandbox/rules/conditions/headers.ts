/** Request fields, names in any case. */
import { valuesCondition } from './values.ts'

export const headers = valuesCondition('headers', (call, name) => call.request.fields.get(name.toLowerCase()))
