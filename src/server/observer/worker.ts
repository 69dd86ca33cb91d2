/** The entry of the worker thread. */
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { runObserver } from './inside.ts'
import { LEARNS_NOTHING } from './learns-nothing.ts'
import { livingLearner } from './living-learner.ts'

if (parentPort !== null) {
  giveWay()
  runObserver(parentPort, workerData, (start, warn) =>
    start.learns === false ? LEARNS_NOTHING : livingLearner(start, warn),
  )
}

/** Where processors are short traffic goes first: what is not looked at in time is dropped and counted. */
function giveWay(): void {
  try {
    // Linux counts threads as processes here; elsewhere there is no such link, and nothing to be done.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)
  } catch {
    // It is looked at as fast as ever.
  }
}
