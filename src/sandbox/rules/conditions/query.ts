/** Query parameters: typed where they are declared, else as they were sent. */
import { valuesCondition } from './values.ts'

export const query = valuesCondition('query', (call, name) => call.parameters.get(`query:${name}`) ?? call.query.find(([sent]) => sent === name)?.[1])
