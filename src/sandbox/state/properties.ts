/** The properties of a schema and of its alternatives. */
export { allProperties } from '../../api/model-reader.ts'
