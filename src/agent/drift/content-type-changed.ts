import { type DriftKind, driftKind } from './kind.ts'

export const contentTypeChanged: DriftKind = driftKind({
  kind: 'content_type_changed',
  summary: 'Answers have another media type than before, or than in the description.',
  sort: 'media',
  of({ media, known }, family) {
    const chances = { opportunities: family.answers, seldom: 0 }
    return { field: 'content-type', before: known.join('|'), after: media, chances }
  },
})
