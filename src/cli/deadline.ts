/** When waiting ends, by a clock that nobody sets. */
export interface Deadline {
  /** Milliseconds; 0 where it is over. */
  left(): number
}

export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds
  return { left: () => Math.max(0, end - performance.now()) }
}
