/**
 * Words that many clients have shown, told apart by their credentials: what only few of them know is theirs, however often
 * it comes. The credentials themselves are not kept, and neither are the words that too few have shown.
 */
import { createHash } from 'node:crypto'
import { decodeSegment } from '../http/path-template.ts'
import { isSecretNamed } from '../http/secrets.ts'
import type { Observation } from '../traffic/observation.ts'
import { isTellableName, type Told } from './tellable.ts'

/** Different credentials. */
const MANY = 10
/** Words that are counted, and that are shared. */
const MOST_WORDS = 10_000
const LONGEST = 48

export class SharedWords {
  readonly #shared: Set<string>
  readonly #shown = new Map<string, Set<string>>()

  constructor(shared: Iterable<string> = []) {
    this.#shared = new Set(shared)
  }

  has(word: string): boolean {
    return this.#shared.has(word)
  }

  list(): readonly string[] {
    return [...this.#shared]
  }

  /** A client showed a word that nothing else makes known; undefined: nobody knows which client. */
  note(word: string, client: string | undefined): void {
    if (client === undefined || word.length > LONGEST || this.#shared.has(word)) return
    let clients = this.#shown.get(word)
    if (clients === undefined) {
      if (this.#shown.size >= MOST_WORDS) this.#shown.clear()
      clients = new Set()
      this.#shown.set(word, clients)
    }
    clients.add(client)
    if (clients.size < MANY || this.#shared.size >= MOST_WORDS) return
    this.#shared.add(word)
    this.#shown.delete(word)
  }
}

/** A digest of the credential of a request; undefined where it has none. */
export function clientOf({ request, query }: Observation): string | undefined {
  const [, credential] =
    request.fields.find(([name, value]) => value !== '' && isSecretNamed(name, 'header', value)) ??
    query.find(([name, value]) => value !== '' && isSecretNamed(name, 'query', value)) ??
    []
  return credential === undefined ? undefined : createHash('sha256').update(credential).digest('base64').slice(0, 12)
}

/** Steps of paths that nothing else makes known. */
export function noteSteps(path: string, told: Told, note: (word: string) => void): void {
  for (const sent of path.split('/', MOST_STEPS)) {
    const step = decodeSegment(sent)
    if (/^[A-Za-z][\w.-]{1,47}$/.test(step) && !isTellableName(step, told)) note(step)
  }
}

const MOST_STEPS = 24
