/** The programmatic face: a server for tests. */
export { connectTool } from './start-tool/connect-tool.ts'
export { startTool } from './start-tool/start-tool.ts'
export type * from './start-tool/types.ts'
