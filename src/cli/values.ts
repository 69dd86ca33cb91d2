/**
 * Values that a shell completes: `tool __values <kind> [sandbox] [method]`, one a line. Loaded by itself and without the
 * commands, as somebody waits for it between two keys; what cannot be told is not told.
 */
import { commonPlace, type Quick } from './quick-place.ts'
import type { Terminal } from './terminal.ts'

/** What may be asked for; commands name it in `values`. */
export const valueKinds = [
  'sandboxes',
  'methods',
  'paths',
  'events',
  'rules',
  'faults',
  'scenarios',
  'upstreams',
  'files',
] as const

export type ValueKind = (typeof valueKinds)[number]

type Asked = Exclude<ValueKind, 'files'>

interface Question {
  readonly place: Quick
  readonly sandbox: string
  readonly method: string
}

export async function printValues(argv: readonly string[], terminal: Terminal): Promise<0> {
  const [kind = '', sandbox = '', method = '', ...flags] = argv
  if (!Object.hasOwn(answers, kind)) return 0
  try {
    const place = await commonPlace(flags, terminal)
    const values = await answers[kind as Asked]({ place, sandbox, method })
    const lines = [...new Set(values)].filter((value) => !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(value))
    if (lines.length > 0) terminal.out(lines.join('\n'))
  } catch {
    // A person who presses a key has asked for no error.
  }
  return 0
}

const answers: Readonly<Record<Asked, (asked: Question) => Promise<readonly string[]>>> = {
  sandboxes: async ({ place }) => place.sandboxNames(),
  methods: async (asked) => (await operationsOf(asked)).map(({ method }) => method).sort(),
  async paths(asked) {
    const method = asked.method.toUpperCase()
    const all = await operationsOf(asked)
    const own = all.filter((operation) => operation.method === method)
    return (own.length === 0 ? all : own).map(({ path }) => path)
  },
  events: async ({ place, sandbox }) => (await place.head(sandbox)).events.map(({ name }) => name),
  async rules({ place, sandbox }) {
    const { readRuleFile } = await import('../stores/rule-files.ts')
    return readRuleFile(place.data.rulesFile(sandbox)).rules.map(({ id }) => id)
  },
  async faults({ place, sandbox }) {
    const { controlClient } = await import('./control-client.ts')
    const url = place.serverUrl()
    if (url === undefined) return []
    const path = `/_tool/sandboxes/${encodeURIComponent(sandbox)}/faults`
    const told = (await controlClient(url, place.token(), 1000).get(path)) as { faults: readonly { id: string }[] }
    return told.faults.map(({ id }) => id)
  },
  async scenarios({ place }) {
    const { archetypes } = await import('../sandbox/scenarios/index.ts')
    return [...archetypes.map(({ name }) => name), ...place.packNames()]
  },
  async upstreams({ place }) {
    const { readUpstreamFile } = await import('../stores/upstream-file.ts')
    return Object.keys({ ...readUpstreamFile(place.data.upstreamsFile), ...place.config.upstreams })
  },
}

async function operationsOf({ place, sandbox }: Question): Promise<readonly { method: string; path: string }[]> {
  const { declaredOperations } = await import('../api/declared.ts')
  return declaredOperations((await place.head(sandbox)).operations)
}
