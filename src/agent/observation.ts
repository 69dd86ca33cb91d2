/** What is learned from; `traffic` makes it and writes of it what may be written. */
export type { Observation } from '../traffic/observation.ts'
