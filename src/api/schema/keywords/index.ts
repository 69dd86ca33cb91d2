/** Every keyword that judges, and what compiles it. A new keyword is a function and a line here. */
import { compileAnyOf, compileOneOf } from './alternatives.ts'
import { compileContains, compileItems, compileMaxItems, compileMinItems, compileUniqueItems } from './arrays.ts'
import { compileAllOf, compileIf, compileNot } from './conditions.ts'
import type { KeywordCompiler } from './keyword.ts'
import { compileMembers } from './members.ts'
import {
  compileExclusiveMaximum,
  compileExclusiveMinimum,
  compileMaximum,
  compileMinimum,
  compileMultipleOf,
} from './numbers.ts'
import {
  compileDependentRequired,
  compileDependentSchemas,
  compileMaxProperties,
  compileMinProperties,
  compilePropertyNames,
} from './objects.ts'
import { compileDynamicReference, compileRecursiveReference, compileReference } from './references.ts'
import { compileFormat, compileMaxLength, compileMinLength, compilePatternKeyword } from './strings.ts'
import { compileUnevaluatedItems, compileUnevaluatedProperties } from './unevaluated.ts'
import { compileConst, compileEnum, compileType } from './values.ts'

/** Keywords with the same compiler are compiled together, once. */
export const compilers: ReadonlyMap<string, KeywordCompiler> = new Map<string, KeywordCompiler>([
  ['type', compileType],
  ['const', compileConst],
  ['enum', compileEnum],
  ['$ref', compileReference],
  ['$dynamicRef', compileDynamicReference],
  ['$recursiveRef', compileRecursiveReference],
  ['allOf', compileAllOf],
  ['anyOf', compileAnyOf],
  ['oneOf', compileOneOf],
  ['not', compileNot],
  ['if', compileIf],
  ['minLength', compileMinLength],
  ['maxLength', compileMaxLength],
  ['pattern', compilePatternKeyword],
  ['format', compileFormat],
  ['minimum', compileMinimum],
  ['maximum', compileMaximum],
  ['exclusiveMinimum', compileExclusiveMinimum],
  ['exclusiveMaximum', compileExclusiveMaximum],
  ['multipleOf', compileMultipleOf],
  ['minItems', compileMinItems],
  ['maxItems', compileMaxItems],
  ['uniqueItems', compileUniqueItems],
  ['prefixItems', compileItems],
  ['items', compileItems],
  ['contains', compileContains],
  ['properties', compileMembers],
  ['patternProperties', compileMembers],
  ['additionalProperties', compileMembers],
  ['required', compileMembers],
  ['propertyNames', compilePropertyNames],
  ['minProperties', compileMinProperties],
  ['maxProperties', compileMaxProperties],
  ['dependentRequired', compileDependentRequired],
  ['dependentSchemas', compileDependentSchemas],
  ['unevaluatedProperties', compileUnevaluatedProperties],
  ['unevaluatedItems', compileUnevaluatedItems],
])
