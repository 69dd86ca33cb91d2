/** The operations that the document declares: without those that stand for a form of a resource name. */
import type { OperationHead } from './description.ts'

export function declaredOperations<T extends Pick<OperationHead, 'namesAt'>>(operations: readonly T[]): readonly T[] {
  return operations.some(({ namesAt }) => namesAt !== undefined)
    ? operations.filter(({ namesAt }) => namesAt === undefined)
    : operations
}
