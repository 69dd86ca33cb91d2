/** Requests that are only tried (`?dryRun=true`, `{"validate_only": true}`): what they do is done on a fork, and nothing of it stays. */
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { field, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { Resources } from '../../state/resources.ts'
import type { CompiledOperation } from '../compiled.ts'

/** The call itself, or the same of a fork of its sandbox where the request says that it is a trial. */
export function onTrial(call: Call): Call {
  const { query, body } = trialNames(call.compiled, call.runtime)
  if (query === undefined && body === undefined) return call
  const said = [
    query === undefined ? undefined : call.parameters.get(`query:${query}`),
    body === undefined ? undefined : field(call.body, body),
  ]
  if (!said.some((one) => /^(true|1|yes|all)$/i.test(textOf(one)))) return call
  if (call.trace.on) call.trace.note('store', 'a dry run: nothing is stored')
  return onFork(call)
}

/** The same call on a fork of its sandbox. */
function onFork(call: Call): Call {
  const sandbox = { ...call.sandbox, store: call.sandbox.store.fork() }
  return { ...call, sandbox, resources: new Resources(sandbox, call.runtime, call.trace) }
}

const NAME = /^(is)?(dryrun|validateonly|simulateonly|previewonly)$/

interface Names {
  readonly query: string | undefined
  readonly body: string | undefined
}

const trialNames = oncePer(({ operation }: CompiledOperation, runtime: Runtime): Names => {
  const isRead = /^(GET|HEAD)$/.test(operation.method)
  const body = requestSchema(operation)
  if (isRead) return { query: undefined, body: undefined }
  const taken = body === undefined ? [] : [...allProperties(body, runtime).keys()]
  return {
    query: operation.parameters.find((one) => one.in === 'query' && NAME.test(plain(one.name)))?.name,
    body: taken.find((name) => NAME.test(plain(name))),
  }
})
