import type { ApiModel, DescribedApi } from '../api/model.ts'

/** Concludes what a description implies and gives the model that is kept. Total: any description gives a model. */
export function deriveModel(described: DescribedApi): ApiModel {
  throw new Error(`not built yet ${described.title}`)
}
