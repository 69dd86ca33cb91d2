import { TOKEN } from './names.ts'
import type { ListStyle } from './style.ts'

const FORWARD = /^next_?forward_?(token|cursor)$/i
const BACKWARD = /^next_?backward_?(token|cursor)$/i
const FROM_HEAD = /^(start|begin)_?from_?(head|start|beginning)$/i

/** One input takes tokens of both directions, and the answer always has one of each: at an end, the one that was sent. */
export const bothWays: ListStyle = {
  name: 'both-ways',
  recognise({ inputs, answered, reader }) {
    const shown = [...reader.properties(answered).keys()]
    const [forward, backward] = [FORWARD, BACKWARD].map((named) => shown.find((name) => named.test(name)))
    const input = inputs.find(({ name }) => TOKEN.test(name))
    if (forward === undefined || backward === undefined || input === undefined) return undefined
    const head = inputs.find(({ name }) => FROM_HEAD.test(name))
    return {
      settings: {
        token: input.name,
        nextToken: [forward],
        previousToken: [backward],
        ...(head !== undefined && { fromHead: head.name }),
      },
      why: `${input.name} takes the token of either direction`,
    }
  },
}
