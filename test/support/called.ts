/** Pieces of descriptions whose operations are called by name, all at one path, and tell of errors by name. */

export const text = '{type: string}'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`

export const object = (properties: string, required = ''): string =>
  `{type: object, required: [${required}], properties: {${properties}}}`

/** The operation `Library.<name>`, whose errors are declared from 480 on. */
export const calledOperation = (name: string, body: string, answer: string, errors: readonly string[]): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, ${errors.map((error, i) => `'${480 + i}': {description: ${error}, ${json('{}')}}`).join(', ')}}}`
