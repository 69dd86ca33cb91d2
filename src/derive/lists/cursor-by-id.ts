import { inputNamed, isWhole, type ListStyle } from './style.ts'

/** The request names the record after (or before) which the page starts. */
export const cursorById: ListStyle = {
  name: 'cursor-by-id',
  recognise({ inputs, envelope, reader }) {
    const plain = inputNamed(
      inputs,
      /^(starting_after|startingAfter|after_id|afterId|since_id|start_after|startAfter)$/,
    )
    const after = plain ?? inputNamed(inputs, /^(after|page\[after\])$/)
    const before = inputNamed(inputs, /^(ending_before|endingBefore|before_id|beforeId|max_id|before|page\[before\])$/)
    if (after === undefined) return undefined
    const bySides = 'lastId' in envelope || 'firstId' in envelope
    const byWord =
      /\b(an? )?(object |item )?id(entifier)?\b/i.test(after.description) && !/token|opaque/i.test(after.description)
    if (plain === undefined && ((!bySides && !byWord) || 'nextToken' in envelope)) return undefined
    if (isWhole(after, reader) && /date|time|epoch|second/i.test(after.description)) return undefined
    return {
      settings: { after: after.name, ...(before !== undefined && { before: before.name }) },
      why: `${after.name} names the record after which the page starts`,
    }
  },
}
