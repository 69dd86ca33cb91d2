/** Is a POST to a record's own path said to make it: `Creates a new book` at `/shelves/{shelf}/{book}`? */
import type { DescribedOperation } from '../../api/model.ts'
import { sameThing } from '../naming/words.ts'

const MAKING =
  /^creates? (?:an? |the )?(?:new |specified )*([\w ]+?)(?=[.,;]|$| (?:in|for|with|within|from|using|that|and|to)\b)/i
/** Words of one that is there already. */
const CHANGING = /\b(updat|replac|overwrit|modif|exist)/i

/** What is read of a text: what comes first says it. */
const MOST = 200

/** True where the thing that is said to be made is called by one of the names. */
export function saysMaking({ summary, description }: DescribedOperation, names: readonly string[]): boolean {
  return [summary, description].some((text = '') => {
    const [first = ''] = text.slice(0, MOST).split('\n')
    const noun = CHANGING.test(first) ? undefined : MAKING.exec(first)?.[1]
    return noun !== undefined && names.some((name) => sameThing(name, noun.replaceAll(' ', '_')))
  })
}
