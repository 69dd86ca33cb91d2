/** Milliseconds since the epoch. */
export type Instant = number

/** The only way the product learns the time. */
export interface Clock {
  now(): Instant
}
