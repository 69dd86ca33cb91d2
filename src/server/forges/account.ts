/** Whose token it is. */
import type { Forge } from '../../forges/forge.ts'
import type { ForgeClient } from './client.ts'
import { statusOf } from './refusal.ts'

/** The account that the token of a workflow of GitHub Actions acts for. */
const WORKFLOW_BOT = 'github-actions[bot]'

/** `isWorkflow`: this is a run of GitHub Actions. Rejects with the refusal of the forge where nobody says. */
export async function accountOf(forge: Forge, client: ForgeClient, isWorkflow: boolean): Promise<string> {
  try {
    return await client.send(forge.account())
  } catch (error) {
    const other = forge.botAccount()
    if (statusOf(error) !== 403 || other === undefined) throw error
    try {
      return await client.send(other)
    } catch {
      if (isWorkflow) return WORKFLOW_BOT
      throw error
    }
  }
}

/** Accounts that are no person: what a project says of permissions is not about their tokens. */
export function isBot(account: string): boolean {
  return account.endsWith('[bot]')
}
