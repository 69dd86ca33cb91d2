/** The commit that is proposed, and its branch on the remote. */
import type { Handoff } from '../../forges/handoff.ts'
import { commitMessage, isOurCommit } from '../../forges/texts.ts'
import { ToolError } from '../../support/errors.ts'
import type { Checkout, NamedFile } from './checkout.ts'
import { type GitEnv, type GitRan, gitError, tryGit } from './run-git.ts'
import { REMOTE, type Scratch } from './scratch.ts'

export interface ProposalWish {
  readonly checkout: Checkout
  readonly handoff: Handoff
  readonly files: readonly NamedFile[]
  readonly base: string
  readonly branch: string
  readonly title: string
  /** Who commits where git knows nobody. */
  readonly identity: GitEnv
}

export interface Proposal {
  /** '' where the files are on the base branch as they are here. */
  readonly commit: string
  /** The tip of the branch on the remote; '' where there is none. */
  readonly tip: string
  /** We made the tip, and nobody has changed it. */
  readonly isOurs: boolean
  /** The tip says all of it already. */
  readonly isPushed: boolean
}

/** Fetches, compares and commits; nothing is pushed. Rejects with a ToolError where the files were changed on the base meanwhile. */
export async function makeProposal(scratch: Scratch, wish: ProposalWish): Promise<Proposal> {
  const { handoff, title } = wish
  await refuseBadBranch(scratch, wish)
  const tip = await fetchTips(scratch, wish)
  const base = await scratch.git(['rev-parse', 'refs/base'])
  await scratch.git(['read-tree', base])
  const entries = await Promise.all(wish.files.map((file) => entryOf(scratch, wish, file)))
  // One path may be named twice.
  const lines = new Map(entries.map((entry) => [entry.path, `${entry.mode} ${entry.blob}\t${entry.path}\0`]))
  await scratch.git(['update-index', '-z', '--index-info'], [...lines.values()].join(''))
  const tree = await scratch.git(['write-tree', '--missing-ok'])
  const theirs = tip === '' ? undefined : await readCommit(scratch, tip)
  const isOurs = theirs !== undefined && isOurCommit(handoff, theirs.message, theirs.tree)
  const baseTree = await scratch.git(['rev-parse', `${base}^{tree}`])
  if (tree === baseTree) return { commit: '', tip, isOurs, isPushed: false }
  if (isOurs && theirs.tree === tree && theirs.parents.join() === base)
    return { commit: tip, tip, isOurs, isPushed: true }
  const commit = await scratch.commit(tree, base, commitMessage(handoff, title, tree), wish.identity)
  return { commit, tip, isOurs, isPushed: false }
}

async function refuseBadBranch(scratch: Scratch, { branch, base }: ProposalWish): Promise<void> {
  if (branch === base)
    throw new ToolError('usage', `The branch must be another than "${base}", into which it goes (--branch)`)
  for (const name of [branch, base]) {
    const checked = await scratch.try(['check-ref-format', `refs/heads/${name}`])
    if (checked.exit !== 0 || name.startsWith('-')) throw new ToolError('usage', `"${name}" is not a valid branch name`)
  }
}

/** Both branches, one commit deep and without contents where the remote can leave them out. Gives the tip of ours. */
async function fetchTips(scratch: Scratch, { base, branch }: ProposalWish): Promise<string> {
  const listed = await scratch.git(['ls-remote', '--', REMOTE, `refs/heads/${base}`, `refs/heads/${branch}`])
  const tips = new Map(
    listed.split('\n').flatMap((line): [string, string][] => {
      const [id = '', ref = ''] = line.split('\t')
      return ref === '' ? [] : [[ref, id]]
    }),
  )
  if (!tips.has(`refs/heads/${base}`)) throw new ToolError('not-found', `The remote has no branch "${base}" (--base)`)
  const tip = tips.get(`refs/heads/${branch}`) ?? ''
  const fetch = [
    'fetch',
    '--quiet',
    '--depth=1',
    '--filter=blob:none',
    '--no-tags',
    '--no-write-fetch-head',
    '--',
    REMOTE,
  ]
  await scratch.git([...fetch, `+refs/heads/${base}:refs/base`])
  if (tip !== '') await scratch.git([...fetch, `+refs/heads/${branch}:refs/theirs`])
  return tip === '' ? '' : await scratch.git(['rev-parse', 'refs/theirs'])
}

interface Entry {
  readonly mode: string
  readonly blob: string
  readonly path: string
}

/** The file as it will be; refused where the base has another than the one that was edited here. */
async function entryOf(scratch: Scratch, { checkout, base }: ProposalWish, file: NamedFile): Promise<Entry> {
  const blob = await scratch.store(file)
  const listed = await scratch.git(['ls-tree', '-z', '--full-tree', 'refs/base', '--', `:(literal)${file.path}`])
  const [, mode = '', there = ''] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(listed) ?? []
  if (mode !== '' && !/^100/.test(mode))
    throw new ToolError('conflict', `Cannot commit ${file.path}: on "${base}" it is not a regular file`)
  if (there !== blob && there !== (await committed(checkout, file.path)))
    throw new ToolError(
      'conflict',
      `${file.path} was changed on "${base}" since this working tree was checked out: update it, and run tool spec-update again`,
    )
  return { mode: mode === '' ? (file.isExecutable ? '100755' : '100644') : mode, blob, path: file.path }
}

/** What was checked out; '' where the file is new. */
async function committed({ root, env }: Checkout, path: string): Promise<string> {
  const found = await tryGit(['rev-parse', '--verify', '--quiet', `HEAD:${path}`], { cwd: root, env })
  return found.exit === 0 ? found.stdout.trim() : ''
}

interface CommitFacts {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
}

async function readCommit(scratch: Scratch, id: string): Promise<CommitFacts> {
  const text = await scratch.git(['cat-file', 'commit', id])
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end).split('\n')
  const values = (key: string): readonly string[] =>
    head.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
  return { tree: values('tree')[0] ?? '', parents: values('parent'), message: text.slice(end + 2) }
}

/** Pushes where the branch is as `proposal` found it. `isTrial`: the remote only says whether it would take it. */
export async function pushProposal(
  scratch: Scratch,
  branch: string,
  { commit, tip }: Proposal,
  isTrial = false,
): Promise<void> {
  const lease = `--force-with-lease=refs/heads/${branch}:${tip}`
  const ran = await scratch.push([...(isTrial ? ['--dry-run'] : []), lease, REMOTE, `${commit}:refs/heads/${branch}`])
  if (ran.exit !== 0) throw pushError(branch, ran)
}

/** Takes a branch away that is still as we pushed it; undefined, or why it is still there. */
export async function unpush(scratch: Scratch, branch: string, commit: string): Promise<string | undefined> {
  const lease = `--force-with-lease=refs/heads/${branch}:${commit}`
  const ran = await scratch.push([lease, REMOTE, `:refs/heads/${branch}`])
  return ran.exit === 0 ? undefined : pushError(branch, ran).message
}

function pushError(branch: string, ran: GitRan): ToolError {
  const told = /^!\t[^\t]*\t(.*)$/m.exec(ran.stdout)?.[1]
  if (told !== undefined && /stale info|fetch first|non-fast-forward|already exists/.test(told))
    return new ToolError('conflict', `Branch "${branch}" was changed meanwhile: run the command again`)
  if (told !== undefined) return new ToolError('forbidden', `The remote does not take branch "${branch}": ${told}`)
  if (/\b40[13]\b|Permission to|denied|Authentication failed|could not read Username/i.test(ran.stderr))
    return new ToolError('forbidden', `May not push branch "${branch}": ${gitError(['push'], ran).message}`)
  return gitError(['push'], ran)
}
