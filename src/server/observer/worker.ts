/** The entry of the worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { runObserver } from './inside.ts'
import { LEARNS_NOTHING } from './learns-nothing.ts'
import { livingLearner } from './living-learner.ts'

if (parentPort !== null)
  runObserver(parentPort, workerData, (start, warn) =>
    start.learns === false ? LEARNS_NOTHING : livingLearner(start, warn),
  )
