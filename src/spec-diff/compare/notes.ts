/** What two shapes say beside the values: defaults, discriminators, conditions, deprecation. */
import type { Shape } from '../schema/shape.ts'
import type { Findings } from './pair.ts'

export function compareNotes(found: Findings, before: Shape, after: Shape): void {
  compareDefaults(found, before.default, after.default)
  if (before.deprecated !== after.deprecated) found.add(after.deprecated ? 'deprecated' : 'not-deprecated')
  if (before.contentForm !== after.contentForm)
    found.add('content-form-changed', {
      before: before.contentForm || undefined,
      after: after.contentForm || undefined,
    })
  compareExtensible(found, before, after)
  compareDiscriminators(found, before, after)
  compareDigests(found, 'prohibition', before.not, after.not)
  compareDigests(found, 'condition', before.conditions, after.conditions)
}

function compareDefaults(found: Findings, was: string | undefined, is: string | undefined): void {
  if (was === is) return
  const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed'
  found.add(`default-${change}`, { before: was, after: is })
}

function compareExtensible(found: Findings, before: Shape, after: Shape): void {
  const [was, is] = [before.extensible, after.extensible]
  if (was === undefined || is === undefined) return
  for (const value of was) if (!is.includes(value)) found.add('extensible-value-removed', { before: value })
  for (const value of is) if (!was.includes(value)) found.add('extensible-value-added', { after: value })
}

function compareDiscriminators(found: Findings, before: Shape, after: Shape): void {
  const [was, is] = [before.discriminator, after.discriminator]
  if (was === undefined || is === undefined) {
    if (was !== is)
      found.add(is === undefined ? 'discriminator-removed' : 'discriminator-added', {
        before: was?.property,
        after: is?.property,
      })
    return
  }
  if (was.property !== is.property)
    found.add('discriminator-property-changed', { before: was.property, after: is.property })
  // Without a mapping the names of the schemas count: writing them out changes nothing.
  if (was.mapping.size === 0 || is.mapping.size === 0) return
  for (const [value, target] of was.mapping) {
    const now = is.mapping.get(value)
    if (now === undefined) found.add('discriminator-value-removed', { before: value })
    else if (now !== target) found.add('discriminator-value-changed', { before: target, after: now, at: value })
  }
  for (const value of is.mapping.keys())
    if (!was.mapping.has(value)) found.add('discriminator-value-added', { after: value })
}

function compareDigests(
  found: Findings,
  kind: 'prohibition' | 'condition',
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): void {
  const gone = [...before].filter((digest) => !after.has(digest))
  const come = [...after].filter((digest) => !before.has(digest))
  if (gone.length > 0 && come.length > 0) found.add(`${kind}-changed`)
  else if (gone.length + come.length > 0) found.add(`${kind}-${gone.length > 0 ? 'removed' : 'added'}`)
}
