/** The laws of the house, as data: who may import whom, who touches the world, who owns which package. */

export interface Laws {
  /** Folder of src, or a file at its root, and the folders it may import besides itself. What is not listed is forbidden. */
  readonly mayImport: Readonly<Record<string, readonly string[]>>
  /** Folders that another may import for their types alone: [from, to]. */
  readonly typesOnly: readonly (readonly [from: string, to: string])[]
  /** Folders and root files that may touch disk, sockets, clock, chance and process. */
  readonly world: readonly string[]
  /** Package name and the files or folders (ending in '/') of src that may import it. */
  readonly owners: Readonly<Record<string, readonly string[]>>
}

const below = ['support', 'http', 'api', 'derive', 'traffic'] as const
const everything = [
  ...below,
  'behaviours/fact',
  'config',
  'importers',
  'sandbox',
  'agent',
  'spec-update',
  'spec-diff',
  'forges',
  'control',
  'stores',
] as const

export const laws: Laws = {
  mayImport: {
    support: [],
    http: ['support'],
    config: ['support'],
    api: ['support', 'http'],
    'behaviours/fact': ['support', 'api'],
    'behaviours/recognise': ['support', 'http', 'api', 'derive', 'behaviours/fact'],
    'behaviours/act': [...below, 'behaviours/fact', 'sandbox'],
    derive: ['support', 'http', 'api', 'behaviours/fact', 'behaviours/recognise'],
    traffic: ['support', 'http', 'api'],
    importers: [...below, 'behaviours/fact'],
    sandbox: [...below, 'behaviours/fact', 'behaviours/act'],
    agent: below,
    'spec-update': below,
    'spec-diff': below,
    forges: ['support', 'http'],
    control: [...below, 'config', 'sandbox', 'agent'],
    stores: ['support', 'http', 'api', 'traffic', 'sandbox', 'agent', 'importers'],
    server: everything,
    cli: [...everything, 'server'],
    'start-tool': [...everything, 'server', 'cli'],
    'index.ts': ['start-tool'],
  },
  typesOnly: [
    ['stores', 'agent'],
    ['stores', 'importers'],
  ],
  world: ['stores', 'server', 'cli', 'start-tool'],
  owners: {
    'ipaddr.js': ['stores/', 'server/'],
    fzstd: ['traffic/'],
    'js-yaml': ['importers/', 'config/', 'cli/print/', 'spec-update/documents/'],
    'jsonc-parser': ['spec-update/documents/'],
    lmdb: ['stores/state/'],
    '@remix-run/multipart-parser': ['http/'],
    saxes: ['http/'],
    re2js: ['api/schema/patterns/'],
    'string-width': ['support/'],
    commander: ['cli/'],
    picocolors: ['cli/'],
  },
}
