/** Sizes of which words say that they only grow: "Volumes can only be resized up." */
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Recogniser } from '../../../derive/recogniser.ts'
import { eachRecordSchema, saidProperties } from '../../../derive/schemas/requests.ts'
import { type GrowOnly, growOnly } from './fact.ts'

const SIZE = /size|capacity|storage|quota|disk|memory|(^|_)g(i)?b$/i
const GROWS =
  /\b(can|may) only (be )?(increased?|expand(ed)?|grow|grown|enlarged?|extended?)\b|\bonly be (resized|scaled) up\b|\b(cannot|can not|can't|may not|not possible to) (be )?(shrink|shrunk|decreased?|reduced?|downsized?|made smaller|(resized?|scaled?) down)\b/i

const LONGEST = 4_000

export const recogniser: Recogniser<GrowOnly, object> = {
  fact: growOnly,
  operation(operation, model) {
    const resource = model.resource(operation.plan.type)
    const schema = resource === undefined ? undefined : eachRecordSchema(operation, model)
    if (resource === undefined || schema === undefined) return undefined
    const { summary = '', description = '' } = operation
    const isSaid = GROWS.test(`${summary} ${description}`.slice(0, LONGEST))
    const own = allProperties(resource.schema, model)
    const names = [...saidProperties(operation, resource.schema, model)].flatMap(([name, property]) => {
      const told = model.view(property).keywords['description']
      const isTold = typeof told === 'string' && GROWS.test(told.slice(0, LONGEST))
      return own.has(name) && SIZE.test(name) && plain(name) !== 'pagesize' && (isSaid || isTold) ? [name] : []
    })
    if (names.length === 0) return undefined
    return { names, provenance: 'derived', why: `the description says that ${names.join(', ')} can only grow` }
  },
}
