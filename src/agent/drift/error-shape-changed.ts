import { type DriftKind, driftKind } from './kind.ts'

export const errorShapeChanged: DriftKind = driftKind({
  kind: 'error_shape_changed',
  summary: 'Errors have another shape than before, or than in the description.',
  sort: 'shape',
  of({ before, after }, family) {
    return { field: '', before, after, chances: { opportunities: family.body.objects, seldom: 0 } }
  },
})
