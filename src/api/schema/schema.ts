/**
 * A JSON Schema 2020-12, as plain JSON. References inside a description are
 * `#/schemas/<key>`, resolved by `ApiDescription.schema`. Annotations that the
 * product reads are kept: readOnly, writeOnly, example, examples, default,
 * discriminator, xml, description, title, deprecated, format and every `x-*`.
 */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  readonly [keyword: string]: unknown
}
