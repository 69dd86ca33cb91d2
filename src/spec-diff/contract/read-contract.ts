/** From the documents of a description to what it promises. */

import type { Documents } from '../documents.ts'
import { SchemaNodes } from '../schema/node.ts'
import type { Contract } from './contract.ts'
import { Parts } from './parts.ts'
import { readPaths, readWebhooks } from './read-operations.ts'
import { readSchemes } from './read-security.ts'

/** What the readers of one description share. */
export interface Reading {
  readonly parts: Parts
  readonly nodes: SchemaNodes
  readonly isTwo: boolean
  /** Schemas made of what 2.0 writes into parameters and headers, by what they were made of. */
  readonly made: WeakMap<object, object>
}

export function readContract(documents: Documents): { readonly contract: Contract; readonly nodes: SchemaNodes } {
  const parts = new Parts(documents)
  const nodes = new SchemaNodes(parts)
  const reading = { parts, nodes, isTwo: parts.dialectOf(parts.root) === '2.0', made: new WeakMap() }
  return {
    nodes,
    contract: {
      operations: readPaths(reading),
      webhooks: readWebhooks(reading),
      schemes: readSchemes(reading),
    },
  }
}
