/** Parameters and forms in every style that a version of OpenAPI knows. */

export const styles32 = `
openapi: 3.2.0
info: { title: Styles, version: '1' }
paths:
  /m/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, style: matrix, explode: true, schema: { type: array, items: { type: integer }, minItems: 2 } }]
      responses: { '200': { description: ok }, '400': { description: bad } }
  /l/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, style: label, schema: { type: integer } }]
      responses: { '200': { description: ok }, '400': { description: bad } }
  /s/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: array, items: { enum: ['a,b', c] } } }]
      responses: { '200': { description: ok }, '400': { description: bad } }
  /q:
    get:
      parameters:
        - { name: csv, in: query, explode: false, schema: { type: array, items: { enum: ['a,b', c] } } }
        - { name: pipe, in: query, style: pipeDelimited, schema: { type: array, items: { type: integer }, minItems: 2 } }
        - { name: space, in: query, style: spaceDelimited, schema: { type: array, items: { type: integer }, minItems: 2 } }
        - { name: deep, in: query, style: deepObject, schema: { type: object, required: [a], properties: { a: { type: integer }, b: { type: array, items: { type: integer } } }, additionalProperties: false } }
        - { name: obj, in: query, explode: false, schema: { type: object, required: [a], properties: { a: { type: integer } }, additionalProperties: false } }
        - { name: pobj, in: query, style: pipeDelimited, explode: false, schema: { type: object, required: [a], properties: { a: { type: integer } }, additionalProperties: false } }
        - { name: res, in: query, allowReserved: true, schema: { type: string, enum: ['/a?b:c+d'] } }
        - { name: emp, in: query, allowEmptyValue: true, schema: { type: boolean } }
        - { name: doc, in: query, content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: integer } } } } } }
        - { name: u, in: query, schema: { anyOf: [ { type: integer, maximum: 5 }, { type: string, format: date }, { type: array, items: { enum: [x, y] } } ] } }
        - { name: n, in: query, schema: { minimum: 3 } }
      responses: { '200': { description: ok }, '400': { description: bad } }
  /c:
    get:
      parameters:
        - { name: a, in: cookie, schema: { type: array, items: { type: integer }, minItems: 2 } }
        - { name: b, in: cookie, style: cookie, schema: { type: string, enum: ['%41'] } }
        - { name: o, in: cookie, explode: false, schema: { type: object, required: [x], properties: { x: { type: integer } }, additionalProperties: false } }
      responses: { '200': { description: ok }, '400': { description: bad } }
  /whole:
    get:
      parameters: [{ name: sel, in: querystring, required: true, content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: integer } } } } } }]
      responses: { '200': { description: ok }, '400': { description: bad } }
  /wholeform:
    get:
      parameters: [{ name: sel, in: querystring, required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [a], properties: { a: { type: array, items: { type: integer }, minItems: 2 } } }, encoding: { a: { explode: false } } } } }]
      responses: { '200': { description: ok }, '400': { description: bad } }
  /h:
    get:
      parameters:
        - { name: X-O, in: header, explode: true, schema: { type: object, required: [a], properties: { a: { type: integer } }, additionalProperties: false } }
        - { name: X-D, in: header, content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: integer } } } } } }
      responses:
        '200':
          description: ok
          headers:
            X-A: { schema: { type: array, items: { type: integer } }, example: [1, 2] }
            X-E: { explode: true, schema: { type: object }, example: { a: 1, b: 2 } }
            X-J: { content: { application/json: { schema: { type: object }, example: { a: 1 } } } }
        '400': { description: bad }
  /f:
    post:
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              additionalProperties: false
              properties:
                p: { type: array, items: { type: integer }, minItems: 2 }
                s: { type: array, items: { type: integer }, minItems: 2 }
                d: { type: object, required: [a], properties: { a: { type: integer } }, additionalProperties: false }
                e: { type: object, required: [k], properties: { k: { type: integer } }, additionalProperties: false }
                j: { type: object, required: [a], properties: { a: { type: integer } } }
            encoding:
              p: { style: pipeDelimited, explode: false }
              s: { style: spaceDelimited }
              d: { style: deepObject, explode: true }
              e: { style: form, explode: true }
              j: { contentType: application/json }
      responses: { '200': { description: ok }, '400': { description: bad } }
  /pets/{petId}:
    get:
      parameters: [{ name: petId, in: path, required: true, style: label, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: none } }
  /pets:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Pet: { type: object, properties: { id: { type: string }, name: { type: string } } }
`

export const styles20 = `
swagger: '2.0'
info: { title: Old, version: '1' }
consumes: [ application/json ]
produces: [ application/json ]
parameters:
  From: { name: from, in: query, type: string }
paths:
  /q:
    get:
      parameters:
        - { name: def, in: query, type: array, items: { type: integer }, minItems: 2 }
        - { name: ssv, in: query, type: array, collectionFormat: ssv, items: { type: integer }, minItems: 2 }
        - { name: tsv, in: query, type: array, collectionFormat: tsv, items: { type: integer }, minItems: 2 }
        - { name: pipes, in: query, type: array, collectionFormat: pipes, items: { type: integer }, minItems: 2 }
        - { name: multi, in: query, type: array, collectionFormat: multi, items: { type: integer }, minItems: 2 }
        - { name: nest, in: query, type: array, items: { type: array, collectionFormat: pipes, items: { type: integer }, minItems: 2 } }
        - { $ref: '#/parameters/From', type: integer }
      responses: { '200': { description: ok } }
  /h:
    get:
      parameters:
        - { name: X-C, in: header, type: array, items: { type: integer }, minItems: 2 }
        - { name: X-S, in: header, type: array, collectionFormat: ssv, items: { type: integer }, minItems: 2 }
        - { name: X-T, in: header, type: array, collectionFormat: tsv, items: { type: integer }, minItems: 2 }
        - { name: X-P, in: header, type: array, collectionFormat: pipes, items: { type: integer }, minItems: 2 }
      responses:
        '200':
          description: ok
          headers:
            X-A: { type: array, items: { type: integer }, x-example: [1, 2] }
            X-B: { type: array, collectionFormat: pipes, items: { type: integer }, x-example: [1, 2] }
  /p/{a}/{b}:
    get:
      parameters:
        - { name: a, in: path, required: true, type: array, items: { type: integer }, minItems: 2 }
        - { name: b, in: path, required: true, type: array, collectionFormat: pipes, items: { type: integer }, minItems: 2 }
      responses: { '200': { description: ok } }
  /f:
    post:
      consumes: [ application/x-www-form-urlencoded, multipart/form-data ]
      parameters:
        - { name: a, in: formData, type: array, items: { type: integer }, minItems: 2 }
        - { name: b, in: formData, type: array, collectionFormat: ssv, items: { type: integer }, minItems: 2 }
        - { name: c, in: formData, type: array, collectionFormat: pipes, items: { type: integer }, minItems: 2 }
        - { name: d, in: formData, type: string, format: date, allowEmptyValue: true, required: true }
        - { name: e, in: formData, type: integer }
      responses: { '200': { description: ok } }
`
