/** What records stand under: by their type, and by the path of an operation. */
export { parentInPath, parentTypes as parentsOf } from '../../../api/model-reader.ts'
