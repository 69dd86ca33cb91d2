/** A small API whose every record causes an event, for attacks through webhooks. */
const body = (schema) => ({ content: { 'application/json': { schema } } })
const Thing = { $ref: '#/components/schemas/Thing' }

export const things = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  security: [],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        responses: { 200: { description: 'ok', ...body({ type: 'array', items: Thing }) } },
      },
      post: {
        operationId: 'createThing',
        requestBody: body(Thing),
        responses: { 201: { description: 'ok', ...body(Thing) } },
        callbacks: {
          made: {
            '{$request.body#/callbackUrl}': {
              post: { requestBody: body({ type: 'object' }), responses: { 200: { description: 'ok' } } },
            },
          },
        },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getThing', responses: { 200: { description: 'ok', ...body(Thing) } } },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string' },
          callbackUrl: { type: 'string' },
        },
      },
    },
  },
  webhooks: {
    'thing.created': {
      post: {
        requestBody: body({ type: 'object', properties: { data: Thing } }),
        responses: { 200: { description: 'ok' } },
      },
    },
  },
}

/** Adds the sandbox `loop` of that API to a running server. */
export async function thingsAt(base, name = 'loop') {
  const sandbox = `${base}/_tool/sandboxes/${name}`
  const added = await send('POST', `${base}/_tool/sandboxes`, { name, spec: things, validation: 'off' })
  if (added.status !== 201)
    throw new Error(`adding a sandbox was answered ${added.status}: ${JSON.stringify(added.json)}`)
  let registered = []
  let cleared = 0
  const sinks = async (urls) => {
    for (const url of registered) await send('DELETE', `${sandbox}/webhooks/sinks?url=${encodeURIComponent(url)}`)
    for (const url of urls) await send('POST', `${sandbox}/webhooks/sinks`, { url })
    registered = urls
  }
  return {
    base,
    control: sandbox,
    port: new URL(base).port,
    /** Sends events there and nowhere else from now on. */
    sinks,
    make: (thing) => send('POST', `${base}/${name}/things`, thing),
    /** Records that requests made. */
    count: async () => (await send('GET', `${base}/${name}/things?limit=5000`)).json.length,
    /** Since it was cleared last. */
    async deliveries() {
      const { deliveries } = (await send('GET', `${sandbox}/webhooks`)).json
      return deliveries.filter(({ seq }) => seq > cleared)
    },
    /** Nothing is sent of it any more, and nothing is in it. */
    async clear() {
      await sinks([])
      await pause(30)
      await send('POST', `${sandbox}/reset`)
      const { deliveries } = (await send('GET', `${sandbox}/webhooks`)).json
      cleared = deliveries.at(-1)?.seq ?? 0
    },
  }
}

export async function send(method, url, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { status: answer.status, json: await answer.json().catch(() => undefined) }
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

/** The same, and no reason for a process to go on. */
export const late = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds).unref())
