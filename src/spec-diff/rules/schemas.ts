/** Every change of a schema that has a name: what it does to the values, and where the plain law does not hold. */
import type { Effect, Severity, Way } from '../severity.ts'

export interface SchemaRule {
  readonly effect: Effect
  /** `{before}` and `{after}` stand for what was and what is. */
  readonly text: string
  /** In place of what follows from the effect. */
  readonly except?: { readonly [way in Way]?: Severity }
}

function rule(effect: Effect, text: string, except?: SchemaRule['except']): SchemaRule {
  return except === undefined ? { effect, text } : { effect, text, except }
}

const kinds = {
  'type-changed': rule('changes', 'type changed from {before} to {after}'),
  'type-narrowed': rule('narrows', 'type narrowed from {before} to {after}'),
  'type-widened': rule('widens', 'type widened from {before} to {after}'),
  'became-impossible': rule('narrows', 'no value is allowed any more'),
  'became-possible': rule('widens', 'values are allowed where none was'),
  'became-nullable': rule('widens', 'null is allowed'),
  'became-not-nullable': rule('narrows', 'null is not allowed any more'),
  'format-added': rule('narrows', 'format {after} added'),
  'format-removed': rule('widens', 'format {before} removed'),
  'format-changed': rule('changes', 'format changed from {before} to {after}'),
  'format-narrowed': rule('narrows', 'format narrowed from {before} to {after}'),
  'format-widened': rule('widens', 'format widened from {before} to {after}'),
  'content-form-changed': rule('changes', 'encoding or media type of the content changed from {before} to {after}'),
}

const values = {
  'enum-value-added': rule('widens', 'enum value {after} added'),
  'enum-value-removed': rule('narrows', 'enum value {before} removed'),
  'became-enum': rule('narrows', 'only {after} are allowed'),
  'became-not-enum': rule('widens', 'not only {before} are allowed any more'),
  'const-added': rule('narrows', 'only {after} is allowed'),
  'const-removed': rule('widens', 'not only {before} is allowed any more'),
  'const-changed': rule('changes', 'the only value changed from {before} to {after}'),
  'extensible-value-added': rule('none', 'value {after} of the extensible enum added'),
  'extensible-value-removed': rule('narrows', 'value {before} of the extensible enum removed'),
  'default-added': rule('none', 'default {after} added', { sent: 'WARN' }),
  'default-removed': rule('none', 'default {before} removed', { sent: 'WARN' }),
  'default-changed': rule('none', 'default changed from {before} to {after}', { sent: 'ERR' }),
  deprecated: rule('none', 'deprecated'),
  'not-deprecated': rule('none', 'not deprecated any more'),
}

const texts = {
  'pattern-added': rule('narrows', 'pattern {after} added'),
  'pattern-removed': rule('widens', 'pattern {before} removed'),
  'pattern-changed': rule('unknown', 'pattern changed from {before} to {after}'),
  'pattern-narrowed': rule(
    'narrows',
    'pattern changed from {before} to {after}, which does not match all that matched',
    {
      received: 'WARN',
    },
  ),
  'pattern-grown': rule('widens', 'pattern changed from {before} to {after}, which matches other texts as well', {
    sent: 'WARN',
  }),
  'pattern-widened': rule('widens', 'pattern changed from {before} to {after}, which matches more'),
  'pattern-replaced': rule('changes', 'pattern changed from {before} to {after}, which matches other texts'),
}

const lists = {
  'unique-items-added': rule('narrows', 'items must be unique'),
  'unique-items-removed': rule('widens', 'items need not be unique any more'),
  'contains-added': rule('narrows', 'an item of a certain kind must be there'),
  'contains-removed': rule('widens', 'no item of a certain kind must be there any more'),
}

const objects = {
  'property-added': rule('none', 'optional property added'),
  'property-added-closed': rule('unknown', 'optional property added where no others were allowed', { sent: 'INFO' }),
  'required-property-added': rule('narrows', 'required property added'),
  'required-name-added': rule('unknown', 'property that is not described became required', { received: 'INFO' }),
  'property-removed': rule('unknown', 'property removed', { received: 'ERR' }),
  'property-refused': rule('narrows', 'property removed, and others than the named are not allowed', {
    received: 'WARN',
  }),
  'optional-property-removed': rule('unknown', 'optional property removed', { received: 'ERR' }),
  'property-became-required': rule('narrows', 'property became required'),
  'property-became-optional': rule('widens', 'property became optional'),
  'property-became-read-only': rule('unknown', 'property became read-only', { received: 'INFO' }),
  'property-became-write-only': rule('unknown', 'property became write-only', { sent: 'INFO', received: 'ERR' }),
  'optional-property-became-write-only': rule('unknown', 'optional property became write-only', { sent: 'INFO' }),
  'property-became-not-read-only': rule('none', 'property is not read-only any more'),
  'property-became-not-write-only': rule('none', 'property is not write-only any more'),
  closed: rule('narrows', 'properties that are not named are not allowed any more'),
  opened: rule('widens', 'properties that are not named are allowed', { received: 'WARN' }),
  'additional-properties-narrowed': rule('narrows', 'properties that are not named must be of a certain kind'),
  'additional-properties-widened': rule('widens', 'properties that are not named may be of any kind', {
    received: 'WARN',
  }),
  'pattern-properties-added': rule('narrows', 'properties whose names match {after} must be of a certain kind'),
  'pattern-properties-removed': rule('widens', 'properties whose names match {before} may be of any kind', {
    received: 'WARN',
  }),
  'property-names-added': rule('narrows', 'names of properties must be of a certain kind'),
  'property-names-removed': rule('widens', 'names of properties may be any'),
  'dependency-added': rule('narrows', 'beside {before}, {after} became required'),
  'dependency-removed': rule('widens', 'beside {before}, {after} is not required any more'),
}

const logic = {
  'alternative-added': rule('widens', 'alternative {after} added'),
  'alternative-removed': rule('narrows', 'alternative {before} removed'),
  'alternatives-added': rule('narrows', 'one of several alternatives must hold'),
  'alternatives-removed': rule('widens', 'none of several alternatives need hold any more'),
  'alternatives-narrowed': rule('narrows', 'alternatives take less than before'),
  'alternatives-widened': rule('widens', 'alternatives take more than before'),
  'alternatives-changed': rule('changes', 'alternatives take other values than before'),
  'prohibition-added': rule('narrows', 'a kind of values became prohibited'),
  'prohibition-removed': rule('widens', 'a kind of values is not prohibited any more'),
  'prohibition-changed': rule('unknown', 'what is prohibited changed'),
  'condition-added': rule('narrows', 'a condition was added'),
  'condition-removed': rule('widens', 'a condition was removed'),
  'condition-changed': rule('unknown', 'a condition changed'),
  'discriminator-added': rule('none', 'discriminator {after} added'),
  'discriminator-removed': rule('unknown', 'discriminator {before} removed'),
  'discriminator-property-changed': rule('changes', 'discriminator changed from {before} to {after}'),
  'discriminator-value-added': rule('none', 'discriminator value {after} added'),
  'discriminator-value-removed': rule('narrows', 'discriminator value {before} removed'),
  'discriminator-value-changed': rule('changes', 'discriminator value leads from {before} to {after}'),
}

/** Bounds: keyword, words, and whether a greater one takes less. */
const bounds: readonly (readonly [id: string, words: string, isLower: boolean])[] = [
  ['minimum', 'minimum', true],
  ['maximum', 'maximum', false],
  ['min-length', 'least length', true],
  ['max-length', 'greatest length', false],
  ['min-items', 'least number of items', true],
  ['max-items', 'greatest number of items', false],
  ['min-properties', 'least number of properties', true],
  ['max-properties', 'greatest number of properties', false],
  ['min-contains', 'least number of matching items', true],
  ['max-contains', 'greatest number of matching items', false],
]

function boundRules(): Readonly<Record<string, SchemaRule>> {
  const made = bounds.flatMap(([id, words, isLower]): (readonly [string, SchemaRule])[] => [
    [`${id}-added`, rule('narrows', `${words} {after} added`)],
    [`${id}-removed`, rule('widens', `${words} {before} removed`)],
    [`${id}-raised`, rule(isLower ? 'narrows' : 'widens', `${words} raised from {before} to {after}`)],
    [`${id}-lowered`, rule(isLower ? 'widens' : 'narrows', `${words} lowered from {before} to {after}`)],
  ])
  return Object.fromEntries(made)
}

const multiples = {
  'multiple-of-added': rule('narrows', 'multiple of {after} wanted'),
  'multiple-of-removed': rule('widens', 'multiple of {before} not wanted any more'),
  'multiple-of-narrowed': rule('narrows', 'multiple of {after} wanted in place of {before}'),
  'multiple-of-widened': rule('widens', 'multiple of {after} wanted in place of {before}'),
  'multiple-of-changed': rule('changes', 'multiple of {after} wanted in place of {before}'),
}

/** By the part of a rule's id after its subject. */
export const schemaRules: ReadonlyMap<string, SchemaRule> = new Map(
  Object.entries({ ...kinds, ...values, ...texts, ...boundRules(), ...multiples, ...lists, ...objects, ...logic }),
)
