/** Ids that are the hash of another property: "The MD5 hash of the lowercase version of the member's email address". */
import type { HashPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { words } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import { isOnly } from './usual-keys.ts'

const HASH = /\b(md5|sha-?1|sha-?256)\b(?: hex)?(?: hash| digest| checksum)? of ([^.;(]{3,120})/i

/** What the words of a path parameter, or of the id, say that it is made of; undefined where they say nothing. */
export function hashedFrom(texts: readonly string[], record: Schema | undefined, reader: Reader): HashPlan | undefined {
  for (const text of texts) {
    const [, method = '', tail = ''] = HASH.exec(text.slice(0, 400)) ?? []
    const said = tail.toLowerCase()
    const names = [...reader.properties(record)].flatMap(([name, schema]) =>
      isOnly('string', schema, reader) && ` ${said} `.includes(` ${words(name).join(' ')} `) ? [name] : [],
    )
    const [name] = names.sort((a, b) => b.length - a.length)
    if (name === undefined) continue
    const algorithm = method.toLowerCase().replace('-', '')
    if (algorithm !== 'md5' && algorithm !== 'sha1' && algorithm !== 'sha256') continue
    return { property: [name], algorithm, ...(/\blower-? ?case/.test(said) && { isLower: true }) }
  }
  return undefined
}
