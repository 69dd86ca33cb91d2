/** The entry of a worker whose learner does as the path of an exchange says. */
import { parentPort, workerData } from 'node:worker_threads'
import { ToolError } from '../../support/errors.ts'
import { type MakeLearner, runObserver } from './inside.ts'

const makeLearner: MakeLearner = () => {
  let seen = 0
  return {
    observe({ path, status }) {
      if (path.startsWith('/throw')) throw new Error('thrown')
      if (path.startsWith('/die')) process.nextTick(() => process.exit(3))
      for (; path.startsWith('/stall'); );
      seen++
      return { findings: path.startsWith('/find') ? ['fp_000000000001'] : [], keep: status >= 400 }
    },
    ask(question) {
      if (question === 'refuse') throw new ToolError('not-found', 'No such fingerprint')
      for (; question === 'stall'; );
      return { question, seen }
    },
    snapshot: () => ({ seen }),
  }
}

if (parentPort !== null) runObserver(parentPort, workerData, makeLearner)
