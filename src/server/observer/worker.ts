/** The entry of the worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { runObserver } from './inside.ts'
import { livingLearner } from './living-learner.ts'

if (parentPort !== null) runObserver(parentPort, workerData, livingLearner)
