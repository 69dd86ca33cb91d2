import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import type { CompiledOperation } from '../compiled.ts'

/** True where the answer is the record itself, and no list. */
export const showsOne: (compiled: CompiledOperation, runtime: Runtime) => boolean = oncePer(
  ({ success, resource }: CompiledOperation, runtime: Runtime): boolean => {
    const [media] = Object.values(success.response?.content ?? {})
    const { types, references, variants } = runtime.view(media?.schema)
    const own = runtime.view(resource?.schema).references[0]
    const shown = [...references, ...variants.flatMap((one) => runtime.view(one).references)]
    return own !== undefined && !types.includes('array') && shown.includes(own)
  },
)
