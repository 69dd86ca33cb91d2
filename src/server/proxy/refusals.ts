/** What the agent itself answers in place of an upstream. */
import { type HttpResponse, json } from '../../http/message.ts'

/** The target is nobody's business outside. */
export const unreachable: HttpResponse = json(
  502,
  { message: 'The upstream cannot be reached, or broke off before its answer; the request was not repeated' },
  ['X-Tool-Error', 'upstream-unreachable'],
)

export const rebound: HttpResponse = json(403, {
  message:
    'Refused: the Host header of this web page names another machine, and the listener is for this machine only (name the host under "hosts" in tool.yaml to allow it)',
})
