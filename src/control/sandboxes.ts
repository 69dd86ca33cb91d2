/** The sandboxes that are registered: seen, renamed, read anew, removed. */
import { keysSchema, sentKeys } from '../config/sandbox-keys.ts'
import { json } from '../http/message.ts'
import { ToolError } from '../support/errors.ts'
import type { JsonObject } from '../support/json.ts'
import { bodyMembers, type Endpoint } from './endpoint.ts'
import { arrayOf, object, string } from './schemas.ts'

const sandbox = { $ref: '#/components/schemas/Sandbox' }

export const listSandboxes: Endpoint = {
  id: 'listSandboxes',
  summary: 'Every registered sandbox with its credential, and whether it is served',
  answer: { status: 200, schema: object({ sandboxes: arrayOf(sandbox) }) },
  run: ({ host }) => json(200, { sandboxes: host.list() }),
}

export const addSandbox: Endpoint = {
  id: 'addSandbox',
  summary: 'Imports a description, sent or fetched, and serves it at once',
  body: keysSchema(sentKeys, ['name']) as JsonObject,
  takesDescription: true,
  answer: { status: 201, schema: object({ sandbox, problems: arrayOf(string) }) },
  async run({ host, request }) {
    const { name, problems } = await host.add(request.body)
    return json(201, { sandbox: host.find(name), problems })
  },
}

export const showSandbox: Endpoint = {
  id: 'showSandbox',
  summary: 'One sandbox',
  answer: { status: 200, schema: object({ sandbox }) },
  run: ({ host, name }) => json(200, { sandbox: host.find(name) }),
}

export const removeSandbox: Endpoint = {
  id: 'removeSandbox',
  summary: 'Unregisters a sandbox and deletes its files',
  answer: { status: 200, schema: object({ removed: string }) },
  run({ host, name }) {
    host.remove(name)
    return json(200, { removed: name })
  },
}

export const renameSandbox: Endpoint = {
  id: 'renameSandbox',
  summary: 'Renames a sandbox; all its data stays',
  body: object({ name: string }),
  answer: { status: 200, schema: object({ sandbox }) },
  run(call) {
    const { name: to } = bodyMembers(call, 'A rename', ['name'])
    if (typeof to !== 'string') throw new ToolError('bad-input', 'name must be a string')
    call.host.rename(call.name, to)
    return json(200, { sandbox: call.host.find(to) })
  },
}

export const reloadSandbox: Endpoint = {
  id: 'reloadSandbox',
  summary: "Reads a sandbox's files again; a running server does so by itself when they change",
  answer: { status: 200, schema: object({ reloaded: { const: true } }) },
  run({ host, name }) {
    host.reload(name)
    return json(200, { reloaded: true })
  },
}
