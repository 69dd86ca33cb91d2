import { watch } from 'node:fs'

/** Changes come in bursts: a file is written beside its place, then renamed. */
const SETTLE_MS = 50
/** How often to look where the system cannot watch (too many watches, some network disks). */
const LOOK_MS = 1_000

/** Calls back once things have settled after a change in one of the directories. Returns how to stop. */
export function watchDirectories(directories: readonly string[], changed: () => void): () => void {
  let settling: NodeJS.Timeout | undefined
  const soon = (): void => {
    settling ??= setTimeout(() => {
      settling = undefined
      changed()
    }, SETTLE_MS)
  }
  const stops = directories.map((directory) => watchOne(directory, soon))
  return () => {
    clearTimeout(settling)
    for (const stop of stops) stop()
  }
}

function watchOne(directory: string, changed: () => void): () => void {
  try {
    const watcher = watch(directory, { persistent: false }, changed)
    let looking: (() => void) | undefined
    watcher.on('error', () => {
      watcher.close()
      looking ??= look(changed)
    })
    return () => {
      watcher.close()
      looking?.()
    }
  } catch {
    return look(changed)
  }
}

function look(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_MS).unref()
  return () => clearInterval(timer)
}
