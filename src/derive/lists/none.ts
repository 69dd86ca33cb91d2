import type { ListStyle } from './style.ts'

/** Everything in one answer, or a size without a way to go on. */
export const none: ListStyle = {
  name: 'none',
  recognise: () => ({ settings: {}, why: 'no parameter asks for the next page' }),
}
