/** The REST API of GitLab (version 4), also of self-managed ones. */
import { at, field } from '../support/json.ts'
import { anyTextIn, listIn, numberIn, textIn, urlIn } from './answer.ts'
import type { Comment, Forge, Project, Pull } from './forge.ts'

/** The access level of a developer: the lowest that may push a branch. */
const DEVELOPER = 30

/** `repo` is the path of a project with its groups. */
export function gitlab(repo: string): Forge {
  const base = `/projects/${encodeURIComponent(repo)}`
  const pulls = `${base}/merge_requests`
  return {
    name: 'GitLab',
    pullWords: 'merge request',
    account: () => ({ method: 'GET', path: '/user', read: (body) => textIn(body, 'username') }),
    botAccount: () => undefined,
    project: () => ({ method: 'GET', path: base, read: readProject }),
    pull: (number) => ({ method: 'GET', path: `${pulls}/${number}`, read: readPull }),
    openPull: (branch, into) => ({
      method: 'GET',
      path: `${pulls}?${new URLSearchParams({ state: 'opened', source_branch: branch, target_branch: into, per_page: '100' })}`,
      read: (body) => {
        const found = listIn(body).find((pull) => isFrom(pull, branch, into))
        return found === undefined ? undefined : readPull(found)
      },
    }),
    makePull: ({ title, body, branch, base: into, isDraft }) => ({
      method: 'POST',
      path: pulls,
      body: {
        title: isDraft ? `Draft: ${title}` : title,
        description: body,
        source_branch: branch,
        target_branch: into,
        remove_source_branch: true,
      },
      read: readPull,
    }),
    changePull: (number, { title, body }) => ({
      method: 'PUT',
      path: `${pulls}/${number}`,
      body: { title, description: body },
      read: (answer) => answer,
    }),
    ...commentsOf(pulls),
    follows: (older, newer) => ({
      method: 'GET',
      path: `${base}/repository/merge_base?${new URLSearchParams([
        ['refs[]', older],
        ['refs[]', newer],
      ])}`,
      read: (body) => textIn(body, 'id') === older,
    }),
  }
}

type Comments = Pick<Forge, 'comments' | 'addComment' | 'changeComment' | 'commentUrl'>

function commentsOf(pulls: string): Comments {
  return {
    comments: (number) => ({
      method: 'GET',
      path: `${pulls}/${number}/notes?sort=asc&order_by=created_at&per_page=100`,
      read: (body) => listIn(body).map(readComment),
    }),
    addComment: (number, body) => ({
      method: 'POST',
      path: `${pulls}/${number}/notes`,
      body: { body },
      read: (answer) => numberIn(answer, 'id'),
    }),
    changeComment: (number, id, body) => ({
      method: 'PUT',
      path: `${pulls}/${number}/notes/${id}`,
      body: { body },
      read: (answer) => numberIn(answer, 'id'),
    }),
    commentUrl: (pullUrl, id) => `${pullUrl}#note_${id}`,
  }
}

function readProject(body: unknown): Project {
  return {
    defaultBranch: textIn(body, 'default_branch'),
    mayPush: mayPush(field(body, 'permissions')),
    isArchived: field(body, 'archived') === true,
    cloneUrl: urlIn(body, 'http_url_to_repo'),
  }
}

/** Instance administrators have neither level and may all the same. */
function mayPush(permissions: unknown): boolean | undefined {
  const levels = ['project_access', 'group_access'].map((key) => at(permissions, [key, 'access_level']))
  const known = levels.filter((level) => typeof level === 'number')
  return known.length === 0 ? undefined : Math.max(...known) >= DEVELOPER
}

function isFrom(pull: unknown, branch: string, into: string): boolean {
  const source = field(pull, 'source_project_id')
  const isBetween = field(pull, 'source_branch') === branch && field(pull, 'target_branch') === into
  return isBetween && source === field(pull, 'target_project_id')
}

function readPull(body: unknown): Pull {
  return {
    number: numberIn(body, 'iid'),
    url: urlIn(body, 'web_url'),
    // null for the moment that a new one is prepared.
    headSha: anyTextIn(body, 'sha'),
    author: anyTextIn(body, 'author', 'username'),
    title: textIn(body, 'title'),
    body: anyTextIn(body, 'description'),
  }
}

function readComment(body: unknown): Comment {
  return { id: numberIn(body, 'id'), author: anyTextIn(body, 'author', 'username'), body: anyTextIn(body, 'body') }
}
