/** Plain data as YAML that a person would write. */

import { COLLECTION_STYLE, dump, type Node, SCALAR_STYLE, visit } from 'js-yaml'
import { isExact, scalarText } from '../../support/exact-number.ts'
import type { Json } from '../../support/json.ts'

/** What can be read as something else by any reader is quoted; texts of several lines stand as lines. */
export function yamlText(value: Json): string {
  return dump(value, {
    noRefs: true,
    lineWidth: -1,
    quoteStyle: 'double',
    transform: (documents) =>
      visit(documents, (node) => {
        if (node.kind === 'sequence' && fitsLine(node.items)) node.style = COLLECTION_STYLE.FLOW
        if (node.kind === 'scalar' && isExact(node.value)) {
          node.value = scalarText(node.value)
          node.tag = `tag:yaml.org,2002:${/^-?\d+$/.test(node.value) ? 'int' : 'float'}`
          node.style = SCALAR_STYLE.PLAIN
        }
      }),
  })
}

/** Characters of a list on the line of its key; signs that readers of YAML 1.1 stumble over there stand on lines. */
const SHORT = 110

function fitsLine(items: readonly Node[]): boolean {
  let length = 0
  for (const item of items) {
    if (item.kind !== 'scalar' || !/^[\w ./:-]*$/.test(item.value)) return false
    length += item.value.length + 2
  }
  return length <= SHORT
}
