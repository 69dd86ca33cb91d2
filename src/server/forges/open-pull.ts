/** Opens a pull request, or brings the one that is open up to date. What fails leaves nothing behind. */
import type { Forge, Project, Pull, PullText } from '../../forges/forge.ts'
import type { Handoff } from '../../forges/handoff.ts'
import { pullText, renewedBody } from '../../forges/texts.ts'
import type { Token } from '../../forges/token.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { accountOf, isBot } from './account.ts'
import { type Checkout, identityOf, type NamedFile, type Remote } from './checkout.ts'
import type { ForgeClient } from './client.ts'
import { makeProposal, type Proposal, pushProposal, unpush } from './proposal.ts'
import { Scratch } from './scratch.ts'

export interface OpenWish {
  readonly forge: Forge
  readonly repo: string
  readonly client: ForgeClient
  /** Goes on when the other is stopped: what was begun is taken back with it. */
  readonly cleanup: ForgeClient
  readonly token: Token
  readonly checkout: Checkout
  readonly remote: Remote
  readonly handoff: Handoff
  readonly files: readonly NamedFile[]
  readonly title: string | undefined
  readonly branch: string
  /** undefined: the default branch. */
  readonly base: string | undefined
  readonly isDraft: boolean
  readonly isWorkflow: boolean
}

export interface Opened {
  /** 'nothing': the files are on the base branch as they are here. */
  readonly action: 'opened' | 'updated' | 'unchanged' | 'nothing'
  /** '' for nothing. */
  readonly url: string
  readonly number: number | undefined
  readonly branch: string
  readonly base: string
  /** '' for nothing. */
  readonly commit: string
}

/** Rejects with a ToolError that says what the forge or git refused, and what is left where something had to be. */
export async function openPull(wish: OpenWish): Promise<Opened> {
  const { forge, client, checkout, branch } = wish
  const account = await accountOf(forge, client, wish.isWorkflow)
  const project = await client.send(forge.project())
  refuseReadOnly(wish, account, project)
  const base = wish.base ?? project.defaultBranch
  const text = pullText(wish.handoff, wish.title)
  using scratch = await Scratch.open({ ...wish, cloneUrl: project.cloneUrl })
  const host = URL.canParse(project.cloneUrl) ? new URL(project.cloneUrl).hostname : 'localhost'
  const identity = await identityOf(checkout, account, host)
  const proposal = await makeProposal(scratch, { ...wish, base, title: text.title, identity })
  if (proposal.commit === '') return { action: 'nothing', url: '', number: undefined, branch, base, commit: '' }
  const job: Job = { wish, account, base, text, scratch, proposal }
  const { action, pull } = await (proposal.tip === '' ? open(job) : update(job))
  return { action, url: pull.url, number: pull.number, branch, base, commit: proposal.commit }
}

interface Job {
  readonly wish: OpenWish
  readonly account: string
  readonly base: string
  readonly text: PullText
  readonly scratch: Scratch
  readonly proposal: Proposal
}

interface Done {
  readonly action: 'opened' | 'updated' | 'unchanged'
  readonly pull: Pull
}

function refuseReadOnly({ repo, token }: OpenWish, account: string, { mayPush, isArchived }: Project): void {
  if (isArchived) throw new ToolError('forbidden', `Cannot open anything in ${repo}: it is archived`)
  if (mayPush === false && !isBot(account))
    throw new ToolError('forbidden', `${account}, whose token ${token.variable} is, may not push to ${repo}`)
}

async function open(job: Job): Promise<Done> {
  const { wish, base, text, scratch, proposal } = job
  const { forge, client, branch, isDraft } = wish
  await pushProposal(scratch, branch, proposal, true)
  try {
    await pushProposal(scratch, branch, proposal)
  } catch (error) {
    // It may have arrived all the same, where only the answer was lost.
    await unpush(scratch, branch, proposal.commit)
    throw error
  }
  try {
    return { action: 'opened', pull: await client.send(forge.makePull({ ...text, branch, base, isDraft })) }
  } catch (error) {
    const made = await madeAllTheSame(job)
    if (made !== undefined) return { action: 'opened', pull: made }
    throw await takenBack(job, error)
  }
}

/** The answer to a request that was carried out may be lost. */
async function madeAllTheSame({ wish, base, proposal }: Job): Promise<Pull | undefined> {
  try {
    const found = await wish.cleanup.send(wish.forge.openPull(wish.branch, base))
    return found?.headSha === proposal.commit ? found : undefined
  } catch {
    return undefined
  }
}

async function takenBack({ wish, scratch, proposal }: Job, error: unknown): Promise<unknown> {
  const left = await unpush(scratch, wish.branch, proposal.commit)
  if (left === undefined) return error
  const code = error instanceof ToolError ? error.code : 'unavailable'
  return new ToolError(
    code,
    `${messageOf(error)}; branch "${wish.branch}" is pushed and could not be deleted again: delete it by hand (${left})`,
    { cause: error },
  )
}

async function update(job: Job): Promise<Done> {
  const { wish, account, base, scratch, proposal } = job
  const { forge, client, branch } = wish
  const pull = await client.send(forge.openPull(branch, base))
  refuseStrange(job, pull)
  if (!proposal.isPushed) await pushProposal(scratch, branch, proposal, true)
  const next = nextText(job, pull)
  const isTold = pull.author === account && (next.title !== pull.title || next.body !== pull.body)
  try {
    if (isTold) await client.send(forge.changePull(pull.number, next))
    if (!proposal.isPushed) await pushProposal(scratch, branch, proposal)
  } catch (error) {
    throw isTold ? await retold(job, pull, error) : error
  }
  return { action: isTold || !proposal.isPushed ? 'updated' : 'unchanged', pull }
}

function refuseStrange(
  { wish: { branch, forge, remote }, base, proposal }: Job,
  pull: Pull | undefined,
): asserts pull is Pull {
  if (!proposal.isOurs)
    throw new ToolError(
      'conflict',
      `Branch "${branch}" of ${remote.name} has commits that tool did not make: name another with --branch`,
    )
  if (pull === undefined)
    throw new ToolError(
      'conflict',
      `Branch "${branch}" of ${remote.name} is there without an open ${forge.pullWords} into "${base}": delete it, or name another with --branch`,
    )
}

/** Titles that people gave stay, and what they wrote around our text. */
function nextText({ wish, text }: Job, pull: Pull): PullText {
  const title = wish.title === undefined ? pull.title : text.title
  return { title, body: renewedBody(pull.body, text.body) ?? pull.body }
}

/** The text goes back to what it was. */
async function retold({ wish: { cleanup, forge } }: Job, pull: Pull, error: unknown): Promise<unknown> {
  try {
    await cleanup.send(forge.changePull(pull.number, { title: pull.title, body: pull.body }))
    return error
  } catch {
    const what = `the text of ${forge.pullWords} ${pull.number} may be that of commits that were not pushed`
    return new ToolError('unavailable', `${messageOf(error)}; ${what}: run the command again`, { cause: error })
  }
}
