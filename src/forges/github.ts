/** The REST API of GitHub (version 2022-11-28), also of GitHub Enterprise Server. */
import { at, field } from '../support/json.ts'
import { anyTextIn, listIn, numberIn, textIn, urlIn } from './answer.ts'
import type { Comment, Forge, Project, Pull } from './forge.ts'

/** `repo` is owner/name. */
export function github(repo: string): Forge {
  const [owner = ''] = repo.split('/')
  const base = `/repos/${repo.split('/').map(encodeURIComponent).join('/')}`
  return {
    name: 'GitHub',
    pullWords: 'pull request',
    account: () => ({ method: 'GET', path: '/user', read: (body) => textIn(body, 'login') }),
    // Installation tokens, such as that of a workflow, may not read /user; on Enterprise Server GraphQL is beside /api/v3.
    botAccount: () => ({
      method: 'POST',
      path: '/../graphql',
      body: { query: '{ viewer { login } }' },
      read: (body) => textIn(body, 'data', 'viewer', 'login'),
    }),
    project: () => ({ method: 'GET', path: base, read: readProject }),
    pull: (number) => ({ method: 'GET', path: `${base}/pulls/${number}`, read: readPull }),
    openPull: (branch, into) => ({
      method: 'GET',
      path: `${base}/pulls?${new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, base: into, per_page: '100' })}`,
      read: (body) => {
        const found = listIn(body).find((pull) => isFrom(pull, { branch, into, repo }))
        return found === undefined ? undefined : readPull(found)
      },
    }),
    makePull: ({ title, body, branch, base: into, isDraft }) => ({
      method: 'POST',
      path: `${base}/pulls`,
      body: { title, head: branch, base: into, body, draft: isDraft },
      read: readPull,
    }),
    changePull: (number, { title, body }) => ({
      method: 'PATCH',
      path: `${base}/pulls/${number}`,
      body: { title, body },
      read: (answer) => answer,
    }),
    ...commentsOf(base),
    follows: (older, newer) => ({
      method: 'GET',
      path: `${base}/compare/${older}...${newer}?per_page=1`,
      read: (body) => ['ahead', 'identical'].includes(textIn(body, 'status')),
    }),
  }
}

type Comments = Pick<Forge, 'comments' | 'addComment' | 'changeComment' | 'commentUrl'>

function commentsOf(base: string): Comments {
  return {
    comments: (number) => ({
      method: 'GET',
      path: `${base}/issues/${number}/comments?per_page=100`,
      read: (body) => listIn(body).map(readComment),
    }),
    addComment: (number, body) => ({
      method: 'POST',
      path: `${base}/issues/${number}/comments`,
      body: { body },
      read: (answer) => numberIn(answer, 'id'),
    }),
    changeComment: (_number, id, body) => ({
      method: 'PATCH',
      path: `${base}/issues/comments/${id}`,
      body: { body },
      read: (answer) => numberIn(answer, 'id'),
    }),
    commentUrl: (pullUrl, id) => `${pullUrl}#issuecomment-${id}`,
  }
}

function readProject(body: unknown): Project {
  const push = at(body, ['permissions', 'push'])
  return {
    defaultBranch: textIn(body, 'default_branch'),
    mayPush: typeof push === 'boolean' ? push : undefined,
    isArchived: field(body, 'archived') === true,
    cloneUrl: urlIn(body, 'clone_url'),
  }
}

/** Lists hold those of forks, too, whose branches may be called the same. */
function isFrom(
  pull: unknown,
  wanted: { readonly branch: string; readonly into: string; readonly repo: string },
): boolean {
  const head = at(pull, ['head', 'repo', 'full_name'])
  return (
    at(pull, ['head', 'ref']) === wanted.branch &&
    at(pull, ['base', 'ref']) === wanted.into &&
    typeof head === 'string' &&
    head.toLowerCase() === wanted.repo.toLowerCase()
  )
}

function readPull(body: unknown): Pull {
  return {
    number: numberIn(body, 'number'),
    url: urlIn(body, 'html_url'),
    headSha: textIn(body, 'head', 'sha'),
    author: anyTextIn(body, 'user', 'login'),
    title: textIn(body, 'title'),
    body: anyTextIn(body, 'body'),
  }
}

/** The author of a deleted account is null. */
function readComment(body: unknown): Comment {
  return { id: numberIn(body, 'id'), author: anyTextIn(body, 'user', 'login'), body: anyTextIn(body, 'body') }
}
