/** A description of as many operations as asked for: collections of things that refer to one another. */
export function makeLargeDescription(operations) {
  const paths = {}
  const schemas = {}
  for (let i = 0; i < operations / 2; i++) {
    const ref = { $ref: `#/components/schemas/Thing${i}` }
    schemas[`Thing${i}`] = thing(i, operations / 2)
    paths[`/things${i}`] = {
      get: { operationId: `listThings${i}`, responses: answer('200', { type: 'array', items: ref }) },
      post: {
        operationId: `createThing${i}`,
        requestBody: { required: true, content: { 'application/json': { schema: ref } } },
        responses: answer('201', ref),
      },
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

function thing(i, count) {
  const properties = { id: { type: 'string', readOnly: true }, name: { type: 'string', maxLength: 80 } }
  for (let k = 0; k < 12; k++)
    properties[`field_${k}`] = [
      { type: 'string', description: 'A text of some length that says what the field is for, as real ones do.' },
      { type: 'integer', minimum: 0, maximum: 10_000 },
      { type: 'string', enum: ['new', 'active', 'closed'] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'number' } } } },
    ][k % 4]
  properties.next = { $ref: `#/components/schemas/Thing${(i + 1) % count}` }
  return { type: 'object', required: ['id', 'name'], properties }
}

const answer = (status, schema) => ({ [status]: { description: 'Done', content: { 'application/json': { schema } } } })
