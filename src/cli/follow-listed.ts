/**
 * Follows `tool.yaml` and the files that its sandboxes name: when one of them has changed and rests, what is listed is
 * looked at anew, in a thread. Editors write in steps and put files in place of others, so directories are watched, and
 * the files are looked at now and then where the system tells nothing.
 */
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { watchDirectories } from '../server/watch.ts'
import { messageOf } from '../support/errors.ts'
import { stampOf } from './listed-entry.ts'
import type { ListedLine, LookedAt } from './listed-sandboxes.ts'
import type { ThreadPlace } from './sandbox-thread.ts'
import { SandboxThreads } from './sandbox-threads.ts'

export interface FollowOptions {
  readonly place: ThreadPlace
  /** What the first look told. */
  readonly looked: LookedAt
  readonly say: (line: ListedLine) => void
}

/** How long files must rest before they are read. */
const REST_MS = 150
/** How often to look where no change was told. */
const LOOK_MS = 2_000
/** How long a stop waits for what is being made. */
const STOP_MS = 5_000

/** Returns how to stop. */
export function startFollowing(options: FollowOptions): () => Promise<void> {
  const follower = new Follower(options)
  follower.start()
  return () => follower.stop()
}

class Follower {
  readonly #options: FollowOptions
  readonly #threads: SandboxThreads
  #looked: LookedAt
  #directories = ''
  /** The files as they were when nothing could be made of them: it is not tried again before they change. */
  #failed: string | undefined
  #unwatch: (() => void) | undefined
  #looking: NodeJS.Timeout | undefined
  #resting: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #isStopped = false

  constructor(options: FollowOptions) {
    this.#options = options
    this.#looked = options.looked
    this.#threads = new SandboxThreads({ say: options.say })
  }

  /** Looks at once: something may have changed since the first look. */
  start(): void {
    this.#watch()
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref()
    this.#look()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unwatch?.()
    clearInterval(this.#looking)
    clearTimeout(this.#resting)
    // What is under way may finish: the listener serves it until then.
    const patience = setTimeout(() => this.#threads.stop(), STOP_MS)
    await this.#work
    clearTimeout(patience)
    this.#threads.stop()
  }

  get #files(): readonly string[] {
    return Object.keys(this.#looked.files)
  }

  /** How the files are now; undefined where they are as they were read. */
  #changed(): string | undefined {
    const stamps = this.#files.map((file) => [file, stampOf(file)] as const)
    return stamps.every(([file, stamp]) => this.#looked.files[file] === stamp) ? undefined : JSON.stringify(stamps)
  }

  /** Files that are links lie in two directories. */
  #watch(): void {
    const directories = [...new Set(this.#files.flatMap((file) => [dirname(file), dirname(realOf(file))]))].sort()
    const text = directories.join('\n')
    if (text === this.#directories) return
    this.#directories = text
    this.#unwatch?.()
    this.#unwatch = watchDirectories(directories, () => this.#look())
  }

  #look(): void {
    if (this.#isStopped || this.#work !== undefined || this.#resting !== undefined) return
    const now = this.#changed()
    if (now !== undefined && now !== this.#failed) this.#rest(now)
  }

  /** Waits until the files are as they were a moment ago. */
  #rest(seen: string): void {
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      const now = this.#changed()
      if (now === seen) this.#begin(now)
      else if (now !== undefined) this.#rest(now)
    }, REST_MS)
  }

  #begin(seen: string): void {
    this.#work = this.#make(seen).finally(() => {
      this.#work = undefined
      this.#look()
    })
  }

  async #make(seen: string): Promise<void> {
    const { place, say } = this.#options
    try {
      const { broken, settings } = this.#looked
      this.#looked = (await this.#threads.run({ task: 'listed', place, broken })) as LookedAt
      this.#failed = undefined
      if (this.#looked.settings !== settings) say({ text: OTHERS, isError: true })
      this.#watch()
    } catch (error) {
      this.#failed = seen
      if (!this.#isStopped) say({ text: `${messageOf(error)}: the sandboxes stay as they are`, isError: true })
    }
  }
}

const OTHERS = 'settings other than sandboxes are read at the start only: restart the server to take them'

function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
