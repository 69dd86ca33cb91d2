/** A description in which each behaviour without facts has something to do. */
import { answers, inPath, media, ref } from './example.fixture.ts'

/** Things that are made and read, with these properties, and what else there is. */
const things = (
  properties: string,
  more: { readonly paths?: string; readonly post?: string; readonly sent?: string } = {},
): string => `
paths:
  /things:
    post: {${more.post ?? ''} requestBody: {${media(more.sent ?? ref('Thing'))}}, responses: {'201': ${answers(ref('Thing'))}}}
  /things/{id}: {get: {${inPath('id')}, responses: {'200': ${answers(ref('Thing'))}}}}
  ${more.paths ?? ''}
components: {schemas: {Thing: {type: object, properties: {id: {type: string, readOnly: true}, ${properties}}}}}
`

/** Parts below a shelf, which is read. */
const parts = (shelf: string, part: string): string => `
paths:
  /shelves: {post: {requestBody: {${media(ref('Shelf'))}}, responses: {'201': ${answers(ref('Shelf'))}}}}
  /shelves/{shelf_id}: {get: {${inPath('shelf_id')}, responses: {'200': ${answers(ref('Shelf'))}}}}
  /shelves/{shelf_id}/parts:
    post: {${inPath('shelf_id')}, requestBody: {${media(ref('Part'))}}, responses: {'201': ${answers(ref('Part'))}}}
    get: {${inPath('shelf_id')}, responses: {'200': ${answers(`{type: array, items: ${ref('Part')}}`)}}}
components:
  schemas:
    Shelf: {type: object, properties: {id: {type: string, readOnly: true}, ${shelf}}}
    Part: {type: object, properties: {id: {type: string, readOnly: true}, ${part}}}
`

const text = '{type: string}'

export const implying: Readonly<Record<string, string>> = {
  arn: things(
    `arn: {type: string, readOnly: true, description: 'Such as arn:aws:lab:us-east-1:123456789012:thing/one'}`,
  ),
  'client-chosen-id': things(`name: ${text}`),
  'creator-stamp': things(`author: ${text}`),
  'declared-default': things('colour: {type: string, default: red}'),
  'derived-name': things(`title: ${text}, slug: ${text}`),
  'document-number': things('thing_number: {type: string, example: T-0001}'),
  'embedded-children': parts(`parts: {type: array, items: ${ref('Part')}}`, `name: ${text}`),
  'keyed-number': things('key: {type: string, example: SHOP-1}'),
  'message-recipients': things(`to: ${text}, recipients: {type: array, items: ${text}}`),
  'parent-snapshot': parts(`name: ${text}`, 'parent_type: {type: string, enum: [shelf, box]}'),
  'private-input': things(`name: ${text}`, {
    sent: `{type: object, properties: {name: ${text}, secret: ${text}}}`,
    paths: `/things/{id}/secret: {get: {${inPath('id')}, responses: {'200': ${answers(`{type: object, properties: {secret: ${text}}}`)}}}}`,
  }),
  'query-values': things(`name: ${text}`, { post: `parameters: [{name: name, in: query, schema: ${text}}],` }),
  'source-reference': `
paths:
  /shipments: {post: {requestBody: {${media(ref('Shipment'))}}, responses: {'201': ${answers(ref('Shipment'))}}}}
  /shipments/{shipment_id}: {get: {${inPath('shipment_id')}, responses: {'200': ${answers(ref('Shipment'))}}}}
  /labels/{label_id}: {get: {${inPath('label_id')}, responses: {'200': ${answers(ref('Label'))}}}}
  /labels/shipments/{shipment_id}: {post: {${inPath('shipment_id')}, responses: {'201': ${answers(ref('Label'))}}}}
components:
  schemas:
    Shipment: {type: object, properties: {shipment_id: {type: string, readOnly: true}, weight: {type: integer}}}
    Label: {type: object, properties: {label_id: {type: string, readOnly: true}, shipment_id: ${text}}}
`,
  'stated-lifecycle': things('status: {type: string, enum: [draft, open]}', {
    post: 'operationId: makeThing, x-tool-lifecycle: {to: open},',
  }),
  'state-machine': things('status: {type: string, enum: [open, cancelled]}', {
    paths: `/things/{id}/cancel: {post: {${inPath('id')}, responses: {'200': ${answers(ref('Thing'))}}}}`,
  }),
}
