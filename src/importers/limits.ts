/** Bounds on what a description may cost to read. Past one of them the whole import is refused. */
export const limits: {
  readonly documentBytes: number
  readonly totalBytes: number
  readonly documents: number
  readonly nesting: number
  readonly aliasNodes: number
  readonly yamlParts: number
  readonly problems: number
  readonly repeats: number
  readonly operations: number
  readonly parameters: number
  readonly alternatives: number
  readonly characters: number
  readonly events: number
  readonly basePaths: number
  readonly pathLength: number
  readonly overlayNodes: number
} = {
  documentBytes: 64 * 1024 * 1024,
  /** All documents of one description together. */
  totalBytes: 256 * 1024 * 1024,
  documents: 4096,
  nesting: 512,
  /** Nodes that YAML aliases and merge keys add beyond those that are written out. */
  aliasNodes: 2_000_000,
  /** Values of one YAML text, which take far more memory than its bytes. */
  yamlParts: 8_000_000,
  /** Problems listed; what is beyond is counted. */
  problems: 1000,
  /** Places told of one and the same problem; the others are counted. */
  repeats: 20,
  /** Operations of one description; references can make more of them than anyone wrote. */
  operations: 50_000,
  /** Parameters of one operation. */
  parameters: 256,
  /** Alternatives of one operation's security. */
  alternatives: 64,
  /** Of all that a description says, its references followed: an example that many operations show is kept with each. */
  characters: 256 * 1024 * 1024,
  events: 20_000,
  basePaths: 1000,
  pathLength: 4096,
  /** Values that all overlays of one import may look at, together; writing one counts for twenty. */
  overlayNodes: 20_000_000,
}
