/** The entry of a thread that makes sandboxes. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { SourceDocument } from '../importers/importer.ts'
import type { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import type { Call } from './command.ts'
import { Flags } from './flags.ts'
import { makeListed } from './listed-sandboxes.ts'
import { registerSent } from './register-sent.ts'
import { told } from './sandbox-contents.ts'
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadPlace } from './sandbox-thread.ts'
import { silentTerminal } from './terminal.ts'

if (parentPort !== null) await work(parentPort, workerData)

async function work(port: MessagePort, order: ThreadOrder): Promise<void> {
  const tell = (message: ThreadMessage): void => port.postMessage(message)
  try {
    tell({ done: await resultOf(order, port, tell) })
  } catch (error) {
    const { code, message } = told(error)
    tell({ failed: { code, message } })
  }
}

function resultOf(order: ThreadOrder, port: MessagePort, tell: (message: ThreadMessage) => void): Promise<unknown> {
  const call = callAt(order.place)
  if (order.task === 'sent') return registerSent(call, order.body, elsewhere(port))
  return makeListed(call, { say: (say) => tell({ say }), broken: order.broken })
}

/** Opens descriptions by asking the server for their documents: it waits on strangers, not the thread. */
function elsewhere(port: MessagePort): typeof openSource {
  const waiting = new Map<string, (answer: ThreadAnswer) => void>()
  port.on('message', (answer: ThreadAnswer) => {
    waiting.get(answer.location)?.(answer)
    waiting.delete(answer.location)
  })
  const fetch = async (location: string, isRoot: boolean): Promise<SourceDocument> => {
    const answer = await new Promise<ThreadAnswer>((come) => {
      waiting.set(location, come)
      port.postMessage({ fetch: { location, isRoot } } satisfies ThreadMessage)
    })
    if ('document' in answer) return answer.document
    throw new ToolError(answer.failed.code, answer.failed.message)
  }
  return async ({ location }) => ({
    document: await fetch(location, true),
    readDocument: (referred) => fetch(referred, false),
  })
}

function callAt({ cwd, env, flags }: ThreadPlace): Call {
  return { args: [], flags: new Flags(Object.entries(flags)), terminal: silentTerminal(cwd, env) }
}
