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

/** The description with an example of a thing wherever one is sent or answered. */
const shown = (description: string, example: object): string =>
  description.replaceAll(
    media(ref('Thing')),
    `content: {application/json: {schema: ${ref('Thing')}, example: ${JSON.stringify(example)}}}`,
  )

/** Things that are put into a group. */
const nested = `
paths:
  /groups/{group}/things/{name}:
    parameters: [{name: group, in: path, required: true, schema: ${text}}, {name: name, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': ${answers(ref('Thing'))}}}
    put: {requestBody: {${media(ref('Thing'))}}, responses: {'200': ${answers(ref('Thing'))}}}
components: {schemas: {Thing: {type: object, properties: {name: ${text}, href: ${text}}}}}
`

export const implying: Readonly<Record<string, string>> = {
  'action-record': parts(`name: ${text}`, 'type: {type: string}')
    .replaceAll('Part', 'Action')
    .replaceAll('parts', 'actions'),
  'composed-name': shown(things(`name: ${text}, url: ${text}`), {
    id: 't1a2b3c4',
    url: 'https://play.example/t1a2b3c4',
  }),
  'card-details': things('card: {type: object, properties: {brand: {type: string}, last4: {type: string}}}', {
    sent: '{type: object, properties: {card: {type: object, properties: {number: {type: string}}}}}',
  }),
  'conditional-presence': things(
    `status: {type: string, enum: [draft, done]}, url: {type: string, readOnly: true, description: Only set once the status is \`done\`.}`,
  ),
  'denormalised-field': parts(`name: ${text}`, `shelf_id: ${text}, shelf_name: {type: string, readOnly: true}`),
  'embedded-list-total': things(
    `pieces: {type: object, properties: {entries: {type: array, items: {type: object}}, total_count: {type: integer}}}`,
  ),
  expiry: things('ttl: {type: integer}, expires_at: {type: string, format: date-time, readOnly: true}'),
  'initial-state': things('status: {type: string, enum: [draft, open]}'),
  'observed-status': things(
    'spec: {type: object, properties: {replicas: {type: integer}}}, status: {type: object, properties: {replicas: {type: integer}}}',
  ),
  'model-reply': things(
    'choices: {type: array, minItems: 1, items: {type: object, properties: {text: {type: string}}}}',
    {
      sent: '{type: object, required: [model, prompt], properties: {model: {type: string}, prompt: {type: string}}}',
    },
  ),
  'initial-value': things('views_count: {type: integer, readOnly: true}'),
  'membership-in-body': `
paths:
  /labels: {post: {requestBody: {${media(ref('Label'))}}, responses: {'201': ${answers(ref('Label'))}}}}
  /labels/{name}: {get: {${inPath('name')}, responses: {'200': ${answers(ref('Label'))}}}}
  /issues: {post: {requestBody: {${media(ref('Issue'))}}, responses: {'201': ${answers(ref('Issue'))}}}}
  /issues/{issue_id}: {get: {${inPath('issue_id')}, responses: {'200': ${answers(ref('Issue'))}}}}
  /issues/{issue_id}/labels: {get: {${inPath('issue_id')}, responses: {'200': ${answers(`{type: array, items: ${ref('Label')}}`)}}}}
components:
  schemas:
    Issue: {type: object, properties: {id: {type: string, readOnly: true}, labels: {type: array, items: {type: string}}}}
    Label: {type: object, required: [name], properties: {name: ${text}, colour: ${text}}}
`,
  'nested-create': parts(`parts: {type: array, items: ${ref('Part')}}`, `name: ${text}`),
  'nested-input': things(`detail: {type: object, properties: {colour: ${text}}}`),
  'optimistic-concurrency': things(`name: ${text}`, {
    paths: `/things/{id}/open: {patch: {${inPath('id')}, requestBody: {${media(ref('Thing'))}}, responses: {'200': ${answers(ref('Thing'))}}}}`,
  }),
  'parent-by-other-key': parts(`name: ${text}`, `shelf_id: ${text}`),
  'secondary-identifier': things(`uuid: ${text}`),
  'self-link': shown(nested, { name: 'red', href: '/groups/g1/things/red' }),
  'state-timestamp': things(
    'status: {type: string, enum: [draft, open]}, opened_at: {type: string, format: date-time}',
    {
      paths: `/things/{id}/open: {patch: {${inPath('id')}, requestBody: {${media(ref('Thing'))}}, responses: {'200': ${answers(ref('Thing'))}}}}`,
    },
  ),
  tags: things(`name: ${text}, tags: {type: object, additionalProperties: ${text}}`, {
    paths: `/#X-Target=Lab.ListTagsForResource: {post: {operationId: ListTagsForResource, requestBody: {${media(`{type: object, required: [resourceArn], properties: {resourceArn: ${text}}}`)}}, responses: {'200': ${answers('{type: object, properties: {Tags: {type: array, items: {type: object, properties: {Key: {type: string}, Value: {type: string}}}}}}')}}}}`,
  }),
  timestamp: things('created_at: {type: string, format: date-time, readOnly: true}'),
  'unset-reference': things('shelf_id: {type: string, nullable: true, readOnly: true}', {
    paths: `/shelves: {post: {requestBody: {${media(`{type: object, properties: {name: ${text}}}`)}}, responses: {'201': ${answers(ref('Shelf'))}}}}
  /shelves/{shelf_id}: {get: {${inPath('shelf_id')}, responses: {'200': ${answers(ref('Shelf'))}}}}`,
  }).replace(
    'components: {schemas: {',
    `components: {schemas: {Shelf: {type: object, properties: {id: {type: string, readOnly: true}, name: ${text}}}, `,
  ),
  arn: things(
    `arn: {type: string, readOnly: true, description: 'Such as arn:aws:lab:us-east-1:123456789012:thing/one'}`,
  ),
  'client-chosen-id': things(`name: ${text}`),
  'creator-stamp': things(`author: ${text}`, {
    paths: `/me: {get: {responses: {'200': ${answers(`{type: object, properties: {id: ${text}, name: ${text}}}`)}}}}`,
  }),
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
