import type { BaselineFilter } from './learner.ts'

/** `endpoint` is `METHOD /template`. */
export function baselineFilter({
  upstream,
  endpoint,
}: {
  readonly upstream?: string
  readonly endpoint?: string
}): BaselineFilter {
  const [method = '', ...rest] = endpoint === undefined ? [] : endpoint.split(' ')
  return {
    ...(upstream !== undefined && { upstream }),
    ...(endpoint !== undefined && { method: method.toUpperCase(), template: rest.join(' ') }),
  }
}
