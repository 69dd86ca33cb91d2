/** What is counted while serving. Adding to it allocates nothing. */
import { type Durations, durationBounds, type StatusClasses } from '../control/metrics.ts'

export class AnswerCounter {
  readonly #classes: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]

  add(status: number): void {
    const i = status === 0 ? 5 : Math.floor(status / 100) - 1
    if (i >= 0 && i < 6) this.#classes[i] = (this.#classes[i] ?? 0) + 1
  }

  get classes(): StatusClasses {
    return [...this.#classes]
  }
}

const boundsMs = Float64Array.from(durationBounds, (seconds) => seconds * 1000)

export class DurationHistogram {
  readonly #counts = new Float64Array(boundsMs.length + 1)
  #sumMs = 0

  add(ms: number): void {
    let i = 0
    while (i < boundsMs.length && ms > (boundsMs[i] ?? 0)) i++
    this.#counts[i] = (this.#counts[i] ?? 0) + 1
    this.#sumMs += ms
  }

  get durations(): Durations {
    return { counts: [...this.#counts], sumSeconds: this.#sumMs / 1000 }
  }
}

/** What is counted of one sandbox; its forks count here, too. */
export class SandboxCounts {
  readonly answers: AnswerCounter = new AnswerCounter()
  readonly durations: DurationHistogram = new DurationHistogram()
  commits = 0
  failures = 0
}
