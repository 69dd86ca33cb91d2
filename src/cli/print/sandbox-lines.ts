/** What a running server says of its sandboxes, one line for each. */
import type { StatusSandbox } from '../server-status.ts'

export function sandboxLines(sandboxes: readonly StatusSandbox[]): readonly string[] {
  if (sandboxes.length === 0) return ['no sandbox is registered']
  return sandboxes.map(({ name, url, served, problem }) =>
    served ? `${name} ${url}` : `${name} is not served: ${problem ?? 'its files cannot be used'}`,
  )
}
