/** The entry of the thread of one look. */
import { parentPort, workerData } from 'node:worker_threads'
import { lookAtDescription } from './inside.ts'

if (parentPort !== null) parentPort.postMessage(await lookAtDescription(workerData, Date.now()))
