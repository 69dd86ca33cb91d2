import { cursorById } from './cursor-by-id.ts'
import { none } from './none.ts'
import { offset } from './offset.ts'
import { page } from './page.ts'
import type { ListStyleDefinition } from './style.ts'
import { token } from './token.ts'

/** Every list style, under the names that `derive/lists` recognises. A new one is its file and a line in each. */
export const listStyles: readonly ListStyleDefinition[] = [cursorById, page, offset, token, none]
