/** Sandboxes in memory with a simple mind of their own, for tests of what lies around them. */
import type { ApiHead } from '../../src/api/description.ts'
import { describe } from '../../src/api/model.ts'
import { type HttpRequest, type HttpResponse, json } from '../../src/http/message.ts'
import type { Outcome } from '../../src/sandbox/outcome.ts'
import { NO_RULES, type RuleSet } from '../../src/sandbox/rules/rule.ts'
import type { SandboxSettings } from '../../src/sandbox/sandbox.ts'
import type { LiveSandbox } from '../../src/sandbox/serve.ts'
import { createMemoryStore } from '../../src/sandbox/state/memory-store.ts'
import type { DurableStore } from '../../src/sandbox/state/store.ts'
import { NOTHING_ATTACHED } from '../../src/sandbox/webhooks/attachment.ts'
import type { OpenedSandbox, SandboxFiles } from '../../src/server/hosts.ts'
import { ToolError } from '../../src/support/errors.ts'

export interface FakeSandbox {
  readonly settings: SandboxSettings
  revision: string
  readonly store: DurableStore & { failing: boolean; commits: number; closed: number }
  rules: RuleSet
  /** When set, opening it throws this. */
  damage: string | undefined
}

export function fakeHead(title: string): ApiHead {
  return {
    title,
    version: '1',
    format: 'openapi-3.1',
    source: { location: '-', sha256: '' },
    basePaths: [''],
    operations: [],
    securitySchemes: {},
    resources: [],
    events: [],
    report: { problems: [], realism: { stated: 0, derived: 0, filler: 0 } },
    draft: false,
  }
}

/** A registry of sandboxes in memory. */
export class FakeFiles implements SandboxFiles {
  readonly sandboxes: Map<string, FakeSandbox> = new Map()
  watchers: Set<() => void> = new Set()
  unreadable = false

  constructor(...names: string[]) {
    for (const name of names) this.add(name)
  }

  add(name: string): FakeSandbox {
    const sandbox: FakeSandbox = {
      settings: {
        name,
        id: `sbx_${Buffer.from(name).toString('hex')}`,
        seed: '5eed',
        credential: 'sk_1',
        clock: 'virtual',
        validation: 'strict',
        unknownIds: 'not-found',
        auth: 'on',
        authErrors: 'standard',
      },
      revision: '1',
      store: countingStore(),
      rules: NO_RULES,
      damage: undefined,
    }
    this.sandboxes.set(name, sandbox)
    return sandbox
  }

  get(name: string): FakeSandbox {
    const sandbox = this.sandboxes.get(name)
    if (sandbox === undefined) throw new ToolError('not-found', `unknown sandbox ${name}`)
    return sandbox
  }

  /** As the system would tell. */
  changed(): void {
    for (const watcher of this.watchers) watcher()
  }

  list(): readonly { name: string; revision: string }[] {
    if (this.unreadable) throw new ToolError('unavailable', 'Cannot use sandboxes: EIO')
    return [...this.sandboxes].map(([name, { revision }]) => ({ name, revision }))
  }

  stamp(): string {
    return [...this.sandboxes.keys()].join(' ')
  }

  open(name: string): OpenedSandbox {
    const { settings, store, rules, damage } = this.get(name)
    if (damage !== undefined) throw new ToolError('corrupt', damage)
    const api = describe({ head: fakeHead(name), operations: new Map(), schemas: new Map() })
    return { settings, api, store, rules, attachment: NOTHING_ATTACHED, close: () => store.close() }
  }

  saveRules(name: string, set: RuleSet): void {
    const sandbox = this.get(name)
    sandbox.rules = set
    sandbox.revision += '+'
  }

  saveWebhooks(name: string): void {
    this.get(name).revision += '+'
  }

  remove(name: string): void {
    this.get(name)
    this.sandboxes.delete(name)
  }

  rename(name: string, to: string): void {
    const sandbox = this.get(name)
    if (this.sandboxes.has(to)) throw new ToolError('conflict', `Sandbox "${to}" exists already`)
    this.sandboxes.delete(name)
    this.sandboxes.set(to, { ...sandbox, settings: { ...sandbox.settings, name: to } })
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed)
    return () => this.watchers.delete(changed)
  }
}

function countingStore(): FakeSandbox['store'] {
  const store = createMemoryStore()
  return {
    failing: false,
    commits: 0,
    closed: 0,
    get dirty() {
      return store.dirty
    },
    get: (key) => store.get(key),
    size: (key) => store.size(key),
    put: (key, value) => store.put(key, value),
    remove: (key) => store.remove(key),
    range: (query) => store.range(query),
    pin: (keys) => store.pin(keys),
    fork: (most) => store.fork(most),
    savepoint: () => store.savepoint(),
    backTo: (savepoint) => store.backTo(savepoint),
    rollback: () => store.rollback(),
    mark: () => store.mark(),
    revert: () => store.revert(),
    commit() {
      const wrote = store.dirty
      if (this.failing) {
        store.rollback()
        throw new ToolError('unavailable', 'Cannot store what was written: the disk is full')
      }
      store.commit()
      if (wrote) this.commits++
    },
    close() {
      this.closed++
    },
  }
}

/** Answers from the store: GET reads the value at the path, PUT writes the body there; some paths do something else. */
export function fakeServe(request: HttpRequest, live: LiveSandbox, arrived: number): Outcome {
  const response = fakeAnswer(request, live)
  live.journal.append({
    seq: 0,
    method: request.method,
    path: request.path,
    template: null,
    status: response.status,
    headers: {},
    query: {},
    body: null,
    operation: null,
    at_ms: arrived,
    duration_ms: 0,
    violations: [],
    rule: null,
    faults: [],
    scope: null,
  })
  return { response, template: undefined, operation: undefined, violations: [], faults: [], events: [] }
}

function fakeAnswer(request: HttpRequest, { store }: LiveSandbox): HttpResponse {
  const { method, path, search, fields, body } = request
  if (path === '/throw') throw new Error('a fault of ours')
  if (path === '/halfway') {
    store.put('/halfway-written', 'x')
    throw new Error('a fault of ours')
  }
  if (path === '/corrupt') throw new ToolError('corrupt', 'Cannot read the model')
  if (path === '/echo') return json(200, { method, path, search, fields: fields.entries(), size: body.length })
  if (path === '/empty') return { status: 204, fields: ['X-A', '1'], body: '' }
  if (path === '/bytes')
    return { status: 200, fields: ['Content-Type', 'image/png'], body: new Uint8Array([0, 255, 10]) }
  if (path === '/odd') return { status: 200, fields: ['X-Odd', 'a\r\nb → é', 'bad name', '1'], body: 'ok' }
  if (path === '/impossible') return { status: 42, fields: [], body: '' }
  if (method === 'PUT') {
    store.put(path, new TextDecoder().decode(body))
    return json(201, { stored: body.length })
  }
  const value = store.get(path)
  return value === undefined ? json(404, { message: 'Not Found' }) : json(200, { value })
}
