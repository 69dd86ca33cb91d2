export type ErrorCode =
  | 'usage'
  | 'bad-input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unavailable'
  | 'corrupt'

/**
 * The closed table of a user's mistakes: each code knows the HTTP status the
 * control plane answers with and the exit code the command line ends with.
 */
export const errorCodes: Readonly<Record<ErrorCode, { readonly status: number; readonly exit: 0 | 1 | 2 }>> = {
  usage: { status: 400, exit: 2 },
  'bad-input': { status: 400, exit: 2 },
  unauthenticated: { status: 401, exit: 2 },
  forbidden: { status: 403, exit: 2 },
  'not-found': { status: 404, exit: 2 },
  'method-not-allowed': { status: 405, exit: 2 },
  conflict: { status: 409, exit: 2 },
  'too-large': { status: 413, exit: 2 },
  unavailable: { status: 503, exit: 2 },
  corrupt: { status: 500, exit: 2 },
}

/** What was thrown, in words. Anything may be thrown, not only an Error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

export interface ToolErrorOptions extends ErrorOptions {
  /** What clients of a sandbox are told where the message names files: the same without them. */
  readonly outside?: string
}

/** A user's mistake that ends the work. The message says what, why and what to do, in one line. */
export class ToolError extends Error {
  readonly code: ErrorCode
  /** Absent: nothing of its own is said outside. */
  readonly outside: string | undefined
  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options)
    this.name = 'ToolError'
    this.code = code
    this.outside = options.outside
  }
}
