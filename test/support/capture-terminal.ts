import type { Terminal } from '../../src/cli/terminal.ts'

export interface CapturedTerminal extends Terminal {
  readonly stdout: string
  readonly stderr: string
  /** What a person does with Ctrl-C. */
  interrupt(): void
  /** Resolves with the text of standard output as soon as it matches. */
  until(pattern: RegExp): Promise<string>
}

export interface CaptureOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly interactive?: boolean
}

/** A terminal that remembers what was written to it. */
export function captureTerminal(options: CaptureOptions): CapturedTerminal {
  const stop = new AbortController()
  const watchers = new Set<() => void>()
  let stdout = ''
  let stderr = ''
  const out = (text: string): void => {
    stdout += `${text}\n`
    for (const watch of watchers) watch()
  }
  return {
    get stdout() {
      return stdout
    },
    get stderr() {
      return stderr
    },
    out,
    painted: out,
    write(text) {
      stdout += text
    },
    err(text) {
      stderr += `${text}\n`
    },
    progress() {},
    env: options.env ?? {},
    cwd: options.cwd,
    interactive: options.interactive ?? false,
    color: false,
    async *stdin() {
      yield new TextEncoder().encode(options.stdin ?? '')
    },
    interrupted: () => stop.signal,
    interrupt: () => stop.abort(),
    until: (pattern) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!pattern.test(stdout)) return
          watchers.delete(watch)
          resolve(stdout)
        }
        watchers.add(watch)
        watch()
      }),
  }
}
