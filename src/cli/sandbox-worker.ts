/** The entry of a thread that makes sandboxes. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Call } from './command.ts'
import { Flags } from './flags.ts'
import { makeListed } from './listed-sandboxes.ts'
import { registerSent } from './register-sent.ts'
import { told } from './sandbox-contents.ts'
import type { ThreadMessage, ThreadOrder, ThreadPlace } from './sandbox-thread.ts'
import { silentTerminal } from './terminal.ts'

if (parentPort !== null) await work(parentPort, workerData)

async function work(port: MessagePort, order: ThreadOrder): Promise<void> {
  const tell = (message: ThreadMessage): void => port.postMessage(message)
  try {
    tell({ done: await resultOf(order, tell) })
  } catch (error) {
    const { code, message } = told(error)
    tell({ failed: { code, message } })
  }
}

function resultOf(order: ThreadOrder, tell: (message: ThreadMessage) => void): Promise<unknown> {
  const call = callAt(order.place)
  if (order.task === 'sent') return registerSent(call, order.body)
  return makeListed(call, { say: (say) => tell({ say }), broken: order.broken })
}

function callAt({ cwd, env, flags }: ThreadPlace): Call {
  return { args: [], flags: new Flags(Object.entries(flags)), terminal: silentTerminal(cwd, env) }
}
