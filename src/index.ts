export { run } from './cli/run.ts'
