/** What the versions of OpenAPI say of an operation in the same words. */
import type { OperationId } from '../../api/description.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { Events } from './events.ts'
import { get, items, type Node } from './node.ts'
import type { FoundOperation } from './operations.ts'
import type { Reading } from './reading.ts'
import { type SecurityRules, securityOf } from './security.ts'
import { statementsOf } from './statements.ts'

export interface OperationParts {
  readonly reading: Reading
  readonly root: Node
  readonly operation: FoundOperation
  readonly id: OperationId
  readonly security: SecurityRules
  readonly events: Events
}

/** What each version reads in its own way; functions are called in turn, so that problems are told in one order. */
export interface OwnParts {
  readonly summary: string | undefined
  readonly description: string | undefined
  readonly requestBody: DescribedOperation['requestBody'] | undefined
  parameters(): DescribedOperation['parameters']
  responses(): DescribedOperation['responses']
  /** Name of the field that holds its callbacks. */
  readonly callbacks: string
}

export function describedOperation(
  { reading, root, operation, id, security, events }: OperationParts,
  { summary, description, requestBody, callbacks, ...own }: OwnParts,
): DescribedOperation {
  const { node, path, method, notation } = operation
  return {
    id,
    method,
    path: path as DescribedOperation['path'],
    ...(notation === undefined ? {} : { notation }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    security: securityOf(reading, security, node),
    parameters: own.parameters(),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: own.responses(),
    callbacks: events.addCallbacks(get(node, callbacks), id),
    tags: items(get(node, 'tags')).flatMap((tag) => (typeof tag.value === 'string' ? [tag.value] : [])),
    ...statementsOf(root, operation),
  }
}
