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
  'became-impossible': rule('narrows', 'no value is allowed'),
  'became-possible': rule('widens', 'values are allowed where none was'),
  'became-nullable': rule('widens', 'null is allowed'),
  'became-not-nullable': rule('narrows', 'null is no longer allowed'),
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
  'became-not-enum': rule('widens', 'other values than {before} are allowed'),
  'const-added': rule('narrows', 'only {after} is allowed'),
  'const-removed': rule('widens', 'other values than {before} are allowed'),
  'const-changed': rule('changes', 'the only value changed from {before} to {after}'),
  'extensible-value-added': rule('none', 'value {after} of the extensible enum added'),
  'extensible-value-removed': rule('narrows', 'value {before} of the extensible enum removed'),
  'default-added': rule('none', 'default {after} added', { sent: 'WARN' }),
  'default-removed': rule('none', 'default {before} removed', { sent: 'WARN' }),
  'default-changed': rule('none', 'default changed from {before} to {after}', { sent: 'ERR' }),
  deprecated: rule('none', 'deprecated'),
  'not-deprecated': rule('none', 'no longer deprecated'),
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
  'unique-items-removed': rule('widens', 'items no longer need to be unique'),
  'contains-added': rule('narrows', 'an item of a certain kind is required'),
  'contains-removed': rule('widens', 'an item of a certain kind is no longer required'),
}

const objects = {
  'property-added': rule('none', 'optional property added'),
  'property-added-closed': rule('unknown', 'optional property added where undeclared properties were not allowed', {
    sent: 'INFO',
  }),
  'required-property-added': rule('narrows', 'required property added'),
  'required-name-added': rule('unknown', 'property that is not described became required', { received: 'INFO' }),
  'property-removed': rule('unknown', 'property removed', { received: 'ERR' }),
  'property-refused': rule('narrows', 'property removed, and undeclared ones are not allowed', {
    received: 'WARN',
  }),
  'optional-property-removed': rule('unknown', 'optional property removed', { received: 'ERR' }),
  'property-became-required': rule('narrows', 'property became required'),
  'property-became-optional': rule('widens', 'property became optional'),
  'property-became-read-only': rule('unknown', 'property became read-only', { received: 'INFO' }),
  'property-became-write-only': rule('unknown', 'property became write-only', { sent: 'INFO', received: 'ERR' }),
  'optional-property-became-write-only': rule('unknown', 'optional property became write-only', { sent: 'INFO' }),
  'property-became-not-read-only': rule('none', 'property is no longer read-only'),
  'property-became-not-write-only': rule('none', 'property is no longer write-only'),
  closed: rule('narrows', 'undeclared properties are no longer allowed'),
  opened: rule('widens', 'undeclared properties are allowed', { received: 'WARN' }),
  'additional-properties-narrowed': rule('narrows', 'undeclared properties must be of a certain kind'),
  'additional-properties-widened': rule('widens', 'undeclared properties may be of any kind', {
    received: 'WARN',
  }),
  'pattern-properties-added': rule('narrows', 'properties whose names match {after} must be of a certain kind'),
  'pattern-properties-removed': rule('widens', 'properties whose names match {before} may be of any kind', {
    received: 'WARN',
  }),
  'property-names-added': rule('narrows', 'property names must be of a certain kind'),
  'property-names-removed': rule('widens', 'property names may be anything'),
  'dependency-added': rule('narrows', 'with {before}, {after} became required'),
  'dependency-removed': rule('widens', 'with {before}, {after} is no longer required'),
}

const logic = {
  'alternative-added': rule('widens', 'alternative {after} added'),
  'alternative-removed': rule('narrows', 'alternative {before} removed'),
  'alternatives-added': rule('narrows', 'one of several alternatives is required'),
  'alternatives-removed': rule('widens', 'alternatives removed'),
  'alternatives-narrowed': rule('narrows', 'alternatives accept less than before'),
  'alternatives-widened': rule('widens', 'alternatives accept more than before'),
  'alternatives-changed': rule('changes', 'alternatives accept other values than before'),
  'prohibition-added': rule('narrows', 'some values became prohibited'),
  'prohibition-removed': rule('widens', 'some values are no longer prohibited'),
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
  ['min-length', 'minimum length', true],
  ['max-length', 'maximum length', false],
  ['min-items', 'minimum number of items', true],
  ['max-items', 'maximum number of items', false],
  ['min-properties', 'minimum number of properties', true],
  ['max-properties', 'maximum number of properties', false],
  ['min-contains', 'minimum number of matching items', true],
  ['max-contains', 'maximum number of matching items', false],
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
  'multiple-of-added': rule('narrows', 'multiple of {after} required'),
  'multiple-of-removed': rule('widens', 'multiple of {before} no longer required'),
  'multiple-of-narrowed': rule('narrows', 'multiple of {after} required instead of {before}'),
  'multiple-of-widened': rule('widens', 'multiple of {after} required instead of {before}'),
  'multiple-of-changed': rule('changes', 'multiple of {after} required instead of {before}'),
}

/** By the part of a rule's id after its subject. */
export const schemaRules: ReadonlyMap<string, SchemaRule> = new Map(
  Object.entries({ ...kinds, ...values, ...texts, ...boundRules(), ...multiples, ...lists, ...objects, ...logic }),
)
