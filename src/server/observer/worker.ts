/** The entry of the worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { LEARNS_NOTHING } from '../../agent/learner.ts'
import { runObserver } from './inside.ts'

if (parentPort !== null) runObserver(parentPort, workerData, () => LEARNS_NOTHING)
