/** As much of GitLab's REST API as merge requests and their notes need, written from docs.gitlab.com/api. */
import {
  type Asked,
  type FakeForge,
  type FakePull,
  headOf,
  page,
  type Reply,
  startFakeForge,
  tipOf,
} from './fake-forge.ts'

export const GITLAB_REPO = 'acme/backend/api'

export function startFakeGitlab(repository: string): Promise<FakeForge> {
  return startFakeForge(answer, {
    prefix: '/api/v4',
    repository,
    tokenOf: ({ headers }) => {
      const job = headers['job-token']
      if (typeof job === 'string') return `job:${job}`
      return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    },
  })
}

const said = (status: number, message: unknown): Reply => ({ status, body: { message } })

function answer(asked: Asked): Reply {
  const { method, url, account } = asked
  if (account === undefined) return said(401, '401 Unauthorized')
  const line = `${method} ${url.pathname.replace('/api/v4', '')}`
  if (line === 'GET /user') {
    if (account.isInstallation) return said(401, '401 Unauthorized')
    return { status: 200, body: { id: 3, username: account.login, name: account.login } }
  }
  const base = `/projects/${encodeURIComponent(GITLAB_REPO)}`
  if (!line.includes(` ${base}`)) return said(404, '404 Project Not Found')
  return project(line.replace(base, ''), asked)
}

function project(line: string, asked: Asked): Reply {
  const { url, forge, account, body } = asked
  const may = account?.canPush !== false
  if (line === 'GET ')
    return {
      status: 200,
      body: {
        id: 7,
        path_with_namespace: GITLAB_REPO,
        default_branch: 'main',
        archived: forge.isArchived,
        http_url_to_repo: forge.cloneUrl || `https://gitlab.test/${GITLAB_REPO}.git`,
        permissions: { project_access: null, group_access: { access_level: may ? 30 : 20, notification_level: 3 } },
      },
    }
  if (line === 'GET /merge_requests') {
    const { searchParams: query } = url
    const found = forge.pulls.filter(
      (pull) => pull.branch === query.get('source_branch') && pull.base === query.get('target_branch') && pull.isOpen,
    )
    return page(
      found.map((pull) => pullBody(forge, pull)),
      asked,
    )
  }
  if (line === 'POST /merge_requests') return makePull(asked)
  const [, method, number] = /^(GET|PUT) \/merge_requests\/(\d+)$/.exec(line) ?? []
  if (number !== undefined) {
    const pull = forge.pulls.find((one) => one.number === Number(number))
    if (pull === undefined) return said(404, '404 Not found')
    if (method === 'PUT') {
      if (!may) return said(403, '403 Forbidden')
      Object.assign(pull, { title: body['title'] ?? pull.title, body: body['description'] ?? pull.body })
    }
    return { status: 200, body: pullBody(forge, pull) }
  }
  return notes(line, asked)
}

function makePull({ forge, account, body }: Asked): Reply {
  if (account?.canOpen === false || account === undefined) return said(403, '403 Forbidden')
  const branch = String(body['source_branch'])
  if (tipOf(forge.repository, branch) === undefined) return said(422, { source_branch: ['does not exist'] })
  if (forge.pulls.some((pull) => pull.isOpen && pull.branch === branch))
    return said(409, ['Another open merge request already exists for this source branch: !12'])
  const title = String(body['title'])
  const pull: FakePull = {
    number: forge.pulls.length + 12,
    branch,
    base: String(body['target_branch']),
    author: account.login,
    title,
    body: String(body['description']),
    isOpen: true,
    isDraft: title.startsWith('Draft:'),
  }
  forge.pulls.push(pull)
  return { status: 201, body: pullBody(forge, pull) }
}

function notes(line: string, asked: Asked): Reply {
  const { url, forge, account, body } = asked
  const [, method, number, id] = /^(GET|POST|PUT) \/merge_requests\/(\d+)\/notes(?:\/(\d+))?$/.exec(line) ?? []
  const shown = (one: { id: number; author: string; body: string }): object => ({
    id: one.id,
    body: one.body,
    author: { id: 1, username: one.author },
    system: false,
  })
  if (number !== undefined) {
    const found = forge.comments.filter((one) => one.number === Number(number))
    if (!forge.pulls.some((pull) => pull.number === Number(number))) return said(404, '404 Not found')
    if (method === 'GET') return page(found.map(shown), asked)
    if (account?.canComment === false || account === undefined) return said(403, '403 Forbidden')
    const known = found.find((one) => one.id === Number(id))
    if (method === 'PUT') {
      if (known === undefined) return said(404, '404 Note Not Found')
      known.body = String(body['body'])
      return { status: 200, body: shown(known) }
    }
    const note = {
      id: forge.comments.length + 901,
      number: Number(number),
      author: account.login,
      body: String(body['body']),
    }
    forge.comments.push(note)
    return { status: 201, body: shown(note) }
  }
  if (line !== 'GET /repository/merge_base') return said(404, '404 Not Found')
  const [older = '', newer = ''] = url.searchParams.getAll('refs[]')
  const isAncestor = forge.ancestry.has(`${newer} ${older}`)
  return { status: 200, body: { id: isAncestor ? older : 'f'.repeat(40) } }
}

function pullBody(forge: FakeForge, pull: FakePull): object {
  return {
    id: 5000 + pull.number,
    iid: pull.number,
    state: pull.isOpen ? 'opened' : 'closed',
    web_url: `https://gitlab.test/${GITLAB_REPO}/-/merge_requests/${pull.number}`,
    title: pull.title,
    description: pull.body,
    draft: pull.isDraft,
    author: { id: 1, username: pull.author },
    sha: headOf(forge, pull),
    source_branch: pull.branch,
    target_branch: pull.base,
    source_project_id: 7,
    target_project_id: 7,
  }
}
