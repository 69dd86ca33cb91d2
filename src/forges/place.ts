/** Which forge, project, pull request and commit are meant: flags first, then what CI tells, then the remote of the repository. */
import { ToolError } from '../support/errors.ts'
import { at } from '../support/json.ts'
import { type Forge, type Platform, platforms } from './forge.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { RemoteAddress } from './remote-address.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** What flags say; undefined where they say nothing. */
export interface Wish {
  readonly platform?: string | undefined
  readonly repo?: string | undefined
  readonly number?: string | undefined
  readonly sha?: string | undefined
  readonly api?: string | undefined
}

export interface Place {
  readonly platform: Platform
  readonly repo: string
  /** Base address of the API, without a slash at its end. */
  readonly api: string
  /** undefined where nobody says which pull request. */
  readonly number: number | undefined
  /** The head of the pull request as it was when this run began; undefined where nobody says. */
  readonly sha: string | undefined
}

export interface Told {
  readonly wish: Wish
  readonly env: Env
  /** What GITHUB_EVENT_PATH holds; undefined where there is none. */
  readonly event: unknown
  /** Where `git push` leads; undefined outside a repository. */
  readonly remote?: RemoteAddress | undefined
}

/** Throws a ToolError that names the flag by which to say what could not be found out. */
export function readPlace(told: Told): Place {
  const platform = readPlatform(told)
  const number = platform === 'github' ? githubNumber(told) : told.env['CI_MERGE_REQUEST_IID']
  const sha = platform === 'github' ? githubSha(told) : gitlabSha(told.env)
  return {
    platform,
    repo: readRepo(platform, told),
    api: readApi(platform, told),
    number: readNumber(told.wish.number, number),
    sha: readSha(told.wish.sha, sha),
  }
}

export function forgeOf({ platform, repo }: Pick<Place, 'platform' | 'repo'>): Forge {
  return platform === 'github' ? github(repo) : gitlab(repo)
}

function readPlatform({ wish, env, remote }: Told): Platform {
  if (wish.platform !== undefined) {
    const named = platforms.find((known) => known === wish.platform)
    if (named !== undefined) return named
    throw new ToolError('usage', `--platform must be ${platforms.join(' or ')}, not "${wish.platform}"`)
  }
  if (said(env['GITHUB_REPOSITORY']) !== undefined) return 'github'
  if ((said(env['CI_PROJECT_PATH']) ?? said(env['CI_PROJECT_ID'])) !== undefined) return 'gitlab'
  const host = platforms.find((known) => remote?.host.split('.').includes(known))
  if (host !== undefined) return host
  throw new ToolError('usage', 'Cannot tell which forge is meant: say --platform github or --platform gitlab')
}

const REPO = { github: /^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/, gitlab: /^(\d+|[^\s/?#%]+(\/[^\s/?#%]+)+)$/ }

function readRepo(platform: Platform, { wish, env, remote }: Told): string {
  const inCi = platform === 'github' ? env['GITHUB_REPOSITORY'] : (said(env['CI_PROJECT_PATH']) ?? env['CI_PROJECT_ID'])
  const repo = wish.repo ?? said(inCi) ?? remote?.path
  if (repo === undefined) throw new ToolError('usage', 'Cannot tell which repository is meant: say --repo owner/name')
  const isPlain = !repo.split('/').some((part) => part === '.' || part === '..')
  if (isPlain && REPO[platform].test(repo)) return repo
  throw new ToolError('usage', `"${repo}" is not a repository of ${platform}: --repo must be owner/name`)
}

function readApi(platform: Platform, { wish, env, remote }: Told): string {
  const address = wish.api ?? (platform === 'github' ? githubApi(env, remote) : gitlabApi(env, remote))
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ToolError('usage', 'The address of the API is not an http or https URL (--api https://host/path)')
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new ToolError('usage', 'The address of the API must be without user name, query and fragment (--api)')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function githubApi(env: Env, remote: RemoteAddress | undefined): string {
  const api = said(env['GITHUB_API_URL'])
  if (api !== undefined) return api
  const host = hostOf(env['GITHUB_SERVER_URL']) ?? remote?.host
  return host === undefined || host === 'github.com' || host === 'ssh.github.com'
    ? 'https://api.github.com'
    : `https://${host}/api/v3`
}

function gitlabApi(env: Env, remote: RemoteAddress | undefined): string {
  const api = said(env['CI_API_V4_URL'])
  if (api !== undefined) return api
  const server = said(env['CI_SERVER_URL']) ?? `https://${remote?.host ?? 'gitlab.com'}`
  return `${server.replace(/\/+$/, '')}/api/v4`
}

function hostOf(address: string | undefined): string | undefined {
  const known = said(address)
  return known !== undefined && URL.canParse(known) ? new URL(known).host : undefined
}

/** A run for a pull request has its number in the ref; one for a comment has it in the event. */
function githubNumber({ env, event }: Told): string | undefined {
  const inRef = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]
  const inEvent = at(event, ['pull_request', 'number']) ?? at(event, ['issue', 'number'])
  return inRef ?? (typeof inEvent === 'number' ? String(inEvent) : undefined)
}

/** GITHUB_SHA of a run for a pull request is a merge that stands on no branch. */
function githubSha({ env, event }: Told): string | undefined {
  const head = at(event, ['pull_request', 'head', 'sha'])
  if (typeof head === 'string') return head
  return env['GITHUB_REF']?.startsWith('refs/pull/') ? undefined : said(env['GITHUB_SHA'])
}

/** So is CI_COMMIT_SHA of a merged result. */
function gitlabSha(env: Env): string | undefined {
  return said(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']) ?? said(env['CI_COMMIT_SHA'])
}

function readNumber(flag: string | undefined, told: string | undefined): number | undefined {
  if (flag !== undefined && !/^[1-9]\d{0,8}$/.test(flag))
    throw new ToolError('usage', `--number must be the number of a pull request, not "${flag}"`)
  const number = flag ?? told
  return number !== undefined && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : undefined
}

function readSha(flag: string | undefined, told: string | undefined): string | undefined {
  const isWhole = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
  if (flag !== undefined && !isWhole(flag))
    throw new ToolError('usage', `--sha must be a full commit id (40 hexadecimal digits), not "${flag}"`)
  const sha = flag ?? told
  return sha !== undefined && isWhole(sha) ? sha : undefined
}

/** CI sets what it does not know to ''. */
function said(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}
