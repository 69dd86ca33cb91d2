import { answers, type Example, idOf, inPath, media, ref } from '../../example.fixture.ts'

const api = (words: string): string => `
paths:
  /disks: {post: {requestBody: {${media(ref('Disk'))}}, responses: {'201': ${answers(ref('Disk'))}}}}
  /disks/{id}:
    get: {${inPath('id')}, responses: {'200': ${answers(ref('Disk'))}}}
    patch: {${inPath('id')}, description: ${words}, requestBody: {${media(ref('Disk'))}}, responses: {'200': ${answers(ref('Disk'))}, '422': {description: no}}}
components: {schemas: {Disk: {type: object, properties: {id: {type: string, readOnly: true}, size: {type: integer}}}}}
`

export const example: Example = {
  implied: api('Disks can only be resized up.'),
  plain: api('Resizes a disk.'),
  seen(ask) {
    const id = idOf(ask('POST /disks', { body: { size: 20 } }))
    return ask(`PATCH /disks/${id}`, { body: { size: 10 } }).status
  },
  acts: 422,
  off: 200,
}
