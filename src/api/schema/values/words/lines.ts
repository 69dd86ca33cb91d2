/** Lines of the tables of texts, and words that several of them have. */

/** Words between blanks, of which `payment` stands for its plural too; what may be written then. */
export type Line = readonly [words: string, phrases: string]

export const MONEY: string =
  'received_credit received_debit credit debit payment charge transaction transfer payout refund withdrawal deposit capture authorization balance_transaction payment_intent'

export const FAILURE: string = 'error failure failed fail problem fault exception'

export const ASSISTANT: string =
  'assistant chatbot copilot agent prompt model run thread chat completion realtime llm bot skill connector'

export const MACHINE: string =
  'server instance droplet machine vm node cluster container pod database volume disk gateway deployment environment namespace queue'
