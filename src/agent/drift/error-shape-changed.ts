import { type DriftKind, driftKind } from './kind.ts'

export const errorShapeChanged: DriftKind = driftKind({
  kind: 'error_shape_changed',
  summary: 'Errors are told in another shape than they were, or than the description gives them.',
  sort: 'shape',
  of({ before, after }, family) {
    return { field: '', before, after, chances: { opportunities: family.body.objects, seldom: 0 } }
  },
})
