/** Media types of two bodies, and their schemas. */
import type { Media } from '../contract/contract.ts'
import { type Context, compareSchemas } from './schema-changes.ts'

interface Contents {
  readonly before: readonly Media[]
  readonly after: readonly Media[]
  readonly subject: 'request' | 'response' | 'event' | 'reply'
  readonly location: string
}

export function compareContent(context: Context, contents: Contents): void {
  const { before, after, subject, location } = contents
  const { ledger, place } = context
  const met = new Set<Media>()
  for (const media of before) {
    const other = after.find(({ name }) => name === media.name)
    if (other !== undefined) {
      met.add(other)
      compareMedia(context, contents, media, other)
      continue
    }
    const wider = after.find(({ name }) => covers(name, media.name, subject))
    const narrower = after.find(({ name }) => covers(media.name, name, subject))
    const near = wider ?? narrower
    const said = { before: media.name, after: near?.name }
    if (near === undefined) tellMissing(context, contents, media)
    else {
      met.add(near)
      const change = `${subject}-media-type-${wider === undefined ? 'narrowed' : 'widened'}`
      if (change === 'request-media-type-narrowed' || subject === 'response') ledger.tell(change, place, location, said)
      compareMedia(context, contents, media, near)
    }
  }
  if (subject === 'reply') return
  for (const { name } of after.filter((media) => !met.has(media)))
    if (!before.some((media) => covers(media.name, name, subject)))
      ledger.tell(`${subject}-media-type-added`, place, location, { after: name })
}

function tellMissing({ ledger, place }: Context, { subject, location }: Contents, { name }: Media): void {
  if (subject !== 'reply') ledger.tell(`${subject}-media-type-removed`, place, location, { before: name })
}

function compareMedia(context: Context, { subject, location }: Contents, before: Media, after: Media): void {
  compareSchemas(context, subject, location, { before: before.schema, after: after.schema })
  if (before.itemSchema !== undefined && after.itemSchema !== undefined)
    compareSchemas(context, subject, `${location}[]`, { before: before.itemSchema, after: after.itemSchema })
  if (subject !== 'request') return
  for (const [field, was] of before.encoding) {
    const is = after.encoding.get(field)
    if (is !== undefined && was !== is)
      context.ledger.tell('request-encoding-changed', context.place, `${location}.${field}`, { before: was, after: is })
  }
}

/** True where a range takes another media type, or one without parameters, or one of a syntax in a response. */
function covers(wide: string, name: string, subject: Contents['subject']): boolean {
  if (name === wide) return false
  if (wide === '*/*' || name.startsWith(`${wide};`)) return true
  if (wide.endsWith('/*')) return name.startsWith(wide.slice(0, -1))
  const [type = '', syntax = ''] = wide.split('/')
  return subject === 'response' && name.startsWith(`${type}/`) && name.endsWith(`+${syntax}`)
}
