/** The terminal as a value, so that tests run commands in process as a user would. */

import { systemWords } from '../stores/system-errors.ts'
import { printable, visible, visiblePainted } from '../support/printable.ts'

export interface Terminal {
  /** Writes text and a line break to standard output. */
  out(text: string): void
  /** The same with colours, of text that is printable. */
  painted(text: string): void
  /** Writes text to standard output, to a file or a program as it is. */
  write(text: string): void
  /** Writes text and a line break to standard error. */
  err(text: string): void
  /** Shows what is being done, in place, where a person watches; '' takes it away. */
  progress(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** True when standard output is a person's terminal. */
  readonly interactive: boolean
  readonly color: boolean
  /** Standard input; not touched before it is iterated. */
  stdin(): AsyncIterable<Uint8Array>
  /** Aborted when the person or the system asks to stop, or nobody reads any more; once asked for, stopping is the caller's duty. */
  interrupted(): AbortSignal
}

/** Resolves when the person or the system asks to stop. */
export function asksToStop(terminal: Terminal): Promise<void> {
  const signal = terminal.interrupted()
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** What a command writes came from documents, requests and providers: none of it draws on the terminal. */
export function guarded(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => terminal.out(visible(text)),
    painted: (text) => terminal.painted(terminal.color ? visiblePainted(text) : visible(text)),
    write: (text) => terminal.write(terminal.interactive ? visible(text) : text),
    err: (text) => terminal.err(visible(text)),
    progress: (text) => terminal.progress(printable(text)),
  }
}

/** One that nobody sits at. */
export function silentTerminal(cwd: string, env: Terminal['env']): Terminal {
  const nothing = (): void => {}
  return {
    out: nothing,
    painted: nothing,
    write: nothing,
    err: nothing,
    progress: nothing,
    env,
    cwd,
    interactive: false,
    color: false,
    async *stdin() {},
    interrupted: () => new AbortController().signal,
  }
}

/** The terminal of this process. */
export function processTerminal(argv: readonly string[]): Terminal {
  const { env, stdout, stderr } = process
  const stop = new AbortController()
  let isServing = false
  onLostOutput(stop, () => isServing)
  let shown = false
  const clear = (): void => {
    if (shown) stderr.write('\r\u001b[K')
    shown = false
  }
  const out = (text: string): void => {
    clear()
    stdout.write(`${text}\n`)
  }
  return {
    out,
    painted: out,
    write(text) {
      clear()
      stdout.write(text)
    },
    err(text) {
      clear()
      stderr.write(`${text}\n`)
    },
    progress(text) {
      if (!stderr.isTTY || env['TERM'] === 'dumb') return
      clear()
      if (text === '') return
      stderr.write(text.slice(0, (stderr.columns || 80) - 1))
      shown = true
    },
    env,
    cwd: process.cwd(),
    interactive: stdout.isTTY === true,
    color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb' && !argv.includes('--no-color'),
    stdin: () => process.stdin,
    interrupted() {
      isServing = true
      // A terminal that is closed asks, too. Once only: a second signal ends the process at once, graceful has had its chance.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
      return stop.signal
    },
  }
}

/** Nobody reads any more; EIO: the terminal is gone. */
const LEFT = new Set(['EPIPE', 'EIO'])
/** The file that is written to takes no more. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'ERR_STREAM_DESTROYED'])

/**
 * `tool requests pay --follow | head` ends without a stack when head has seen enough. A server whose log is on a full
 * disk goes on, and what it says is lost; any other command says that its output is not whole.
 */
function onLostOutput(stop: AbortController, isServing: () => boolean): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? ''
      if (FULL.has(code)) {
        if (isServing()) return
        if (stream === process.stdout)
          process.stderr.write(`error: Cannot write the output: ${systemWords(error) ?? code} (write it elsewhere)\n`)
        process.exit(2)
      }
      if (!LEFT.has(code)) throw error
      if (stream === process.stdout) stop.abort()
    })
}
