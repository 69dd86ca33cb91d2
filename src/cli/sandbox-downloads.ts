/**
 * The documents of one description, fetched outside of the thread that imports it: they wait on strangers, and threads
 * are few. What has come is kept, so that a thread which gave way to others finds it when its turn comes again.
 */
import { Readable } from 'node:stream'
import type { SourceDocument } from '../importers/importer.ts'
import type { OpenedSource } from '../stores/source-documents.ts'
import type { Budget, Holder } from '../support/budget.ts'
import { ToolError } from '../support/errors.ts'

/** What a thread asks for: the root, or what it refers to. */
export interface Wanted {
  readonly location: string
  readonly isRoot: boolean
}

export class Downloads implements Holder {
  held = 0
  readonly #budget: Budget
  readonly #ending = new AbortController()
  readonly #documents = new Map<string, Promise<SourceDocument>>()
  #source: Promise<OpenedSource> | undefined
  #refusal: ToolError | undefined
  #pending = 0
  #settled: (() => void)[] = []

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Rejects with ToolError. Asked again, it gives what came. */
  get({ location, isRoot }: Wanted): Promise<SourceDocument> {
    const key = `${isRoot ? '' : '$ref '}${location}`
    const known = this.#documents.get(key)
    if (known !== undefined) return known
    const document = this.#fetch(location, isRoot)
    this.#documents.set(key, document)
    this.#pending += 1
    document.catch(() => {}).finally(() => this.#hasSettled())
    return document
  }

  /** All that was asked for has come, or will not. */
  settled(): Promise<void> {
    return this.#pending === 0 ? Promise.resolve() : new Promise((done) => this.#settled.push(done))
  }

  /** Why nothing comes any more, and what came is gone. */
  get refusal(): ToolError | undefined {
    return this.#refusal
  }

  /** What `work` gives. Rejects where the documents are given up before that. */
  meanwhile<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#ending
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(this.#refusal)
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
    })
  }

  /** Others need the room. */
  letGo(): void {
    this.end('Too many large descriptions are being fetched: try again in a moment')
  }

  /** What came is gone, and what is still to come does not come; `why` is told to those who wait. */
  end(why = 'Its documents are wanted no more'): void {
    this.#refusal ??= new ToolError('unavailable', why)
    this.#ending.abort()
    this.#documents.clear()
    this.#source = undefined
    this.#budget.leave(this)
  }

  async #fetch(location: string, isRoot: boolean): Promise<SourceDocument> {
    try {
      if (this.#refusal !== undefined) throw this.#refusal
      if (isRoot) this.#source ??= this.#open(location)
      const source = await this.#source
      if (source === undefined) throw new ToolError('bad-input', 'No description was asked for')
      return await (isRoot ? source.document : source.readDocument(location))
    } catch (error) {
      throw this.#refusal ?? error
    }
  }

  async #open(location: string): Promise<OpenedSource> {
    const { openAddress } = await import('../stores/source-documents.ts')
    const { signal } = this.#ending
    const received = (bytes: number): void => {
      if (!signal.aborted) this.#budget.hold(this, this.held + bytes)
    }
    return openAddress({ location, cwd: '', stdin: Readable.from([]), signal, received })
  }

  #hasSettled(): void {
    this.#pending -= 1
    if (this.#pending === 0) for (const done of this.#settled.splice(0)) done()
  }
}
