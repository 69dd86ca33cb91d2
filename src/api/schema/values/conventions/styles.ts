/** Words of states and kinds, written as the object writes its others. */
import type { Maker } from '../draw.ts'

/** `active` as `ACTIVE` or `Active` where the enums beside it are written so; a state also where the others of the description are. */
export function styled(maker: Maker<string>, isState = false): Maker<string> {
  return (draw) => {
    const word = maker(draw)
    const style = draw.near?.beside?.style ?? (isState ? draw.states : undefined)
    if (style === 'upper') return word.toUpperCase()
    return style === 'capital' ? word.replace(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase()) : word
  }
}
