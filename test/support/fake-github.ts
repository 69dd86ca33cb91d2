/** As much of GitHub's REST API as pull requests and their comments need, written from docs.github.com/rest. */
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

export const GITHUB_REPO = 'acme/api'

export function startFakeGithub(repository: string): Promise<FakeForge> {
  return startFakeForge(answer, {
    prefix: '',
    repository,
    tokenOf: ({ headers }) => /^(?:Bearer|token) (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '',
  })
}

const said = (status: number, message: string, more: object = {}): Reply => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status), ...more },
})

function answer(asked: Asked): Reply {
  const { method, url, account } = asked
  if (account === undefined) return said(401, 'Bad credentials')
  const line = `${method} ${url.pathname}`
  if (line === 'GET /user')
    return account.isInstallation
      ? said(403, 'Resource not accessible by integration')
      : { status: 200, body: { login: account.login, id: 1, type: 'User' } }
  if (line === 'POST /graphql') return { status: 200, body: { data: { viewer: { login: account.login } } } }
  const base = `/repos/${GITHUB_REPO}`
  if (!url.pathname.startsWith(base)) return said(404, 'Not Found')
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
        full_name: GITHUB_REPO,
        default_branch: 'main',
        archived: forge.isArchived,
        clone_url: forge.cloneUrl || `https://github.test/${GITHUB_REPO}.git`,
        permissions: { admin: false, maintain: false, push: may, triage: true, pull: true },
      },
    }
  if (line === 'GET /pulls') {
    const [owner, branch] = (url.searchParams.get('head') ?? '').split(':')
    const found = forge.pulls.filter(
      (pull) => owner === 'acme' && pull.branch === branch && pull.base === url.searchParams.get('base') && pull.isOpen,
    )
    return page(
      found.map((pull) => pullBody(forge, pull)),
      asked,
    )
  }
  if (line === 'POST /pulls') return makePull(asked)
  const [, method, number] = /^(GET|PATCH) \/pulls\/(\d+)$/.exec(line) ?? []
  if (number !== undefined) {
    const pull = forge.pulls.find((one) => one.number === Number(number))
    if (pull === undefined) return said(404, 'Not Found')
    if (method === 'PATCH') {
      if (!may) return said(403, 'Resource not accessible by personal access token')
      Object.assign(pull, { title: body['title'] ?? pull.title, body: body['body'] ?? pull.body })
    }
    return { status: 200, body: pullBody(forge, pull) }
  }
  return comments(line, asked)
}

function makePull({ forge, account, body }: Asked): Reply {
  if (account?.canOpen === false || account === undefined)
    return said(403, 'GitHub Actions is not permitted to create or approve pull requests.')
  const head = String(body['head'])
  const invalid = (field: string, more: object = {}): Reply =>
    said(422, 'Validation Failed', { errors: [{ resource: 'PullRequest', field, code: 'invalid', ...more }] })
  if (tipOf(forge.repository, head) === undefined) return invalid('head')
  if (tipOf(forge.repository, String(body['base'])) === undefined) return invalid('base')
  if (forge.pulls.some((pull) => pull.isOpen && pull.branch === head))
    return invalid('', { message: `A pull request already exists for acme:${head}.` })
  const pull: FakePull = {
    number: forge.pulls.length + 12,
    branch: head,
    base: String(body['base']),
    author: account.login,
    title: String(body['title']),
    body: String(body['body']),
    isOpen: true,
    isDraft: body['draft'] === true,
  }
  forge.pulls.push(pull)
  return { status: 201, body: pullBody(forge, pull) }
}

function comments(line: string, asked: Asked): Reply {
  const { forge, account, body } = asked
  const [, method, number] = /^(GET|POST) \/issues\/(\d+)\/comments$/.exec(line) ?? []
  if (number !== undefined) {
    if (!forge.pulls.some((pull) => pull.number === Number(number))) return said(404, 'Not Found')
    if (method === 'GET') {
      const found = forge.comments.filter((one) => one.number === Number(number))
      return page(
        found.map(({ id, author, body }) => ({ id, body, user: { login: author } })),
        asked,
      )
    }
    if (account?.canComment === false || account === undefined)
      return said(403, 'Resource not accessible by integration')
    const comment = {
      id: forge.comments.length + 901,
      number: Number(number),
      author: account.login,
      body: String(body['body']),
    }
    forge.comments.push(comment)
    return { status: 201, body: { id: comment.id, body: comment.body, user: { login: comment.author } } }
  }
  const [, id] = /^PATCH \/issues\/comments\/(\d+)$/.exec(line) ?? []
  const comment = forge.comments.find((one) => one.id === Number(id))
  if (comment !== undefined) {
    // Who may write to a repository may change comments of others there.
    comment.body = String(body['body'])
    return { status: 200, body: { id: comment.id, body: comment.body, user: { login: comment.author } } }
  }
  const [, older = '', newer = ''] = /^GET \/compare\/(\w+)\.\.\.(\w+)$/.exec(line) ?? []
  if (older === '') return said(404, 'Not Found')
  const status = forge.ancestry.has(`${newer} ${older}`)
    ? 'ahead'
    : forge.ancestry.has(`${older} ${newer}`)
      ? 'behind'
      : 'diverged'
  return { status: 200, body: { status, commits: [] } }
}

function pullBody(forge: FakeForge, pull: FakePull): object {
  return {
    id: 5000 + pull.number,
    number: pull.number,
    state: pull.isOpen ? 'open' : 'closed',
    html_url: `https://github.test/${GITHUB_REPO}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body,
    draft: pull.isDraft,
    user: { login: pull.author },
    head: { ref: pull.branch, sha: headOf(forge, pull), repo: { full_name: GITHUB_REPO } },
    base: { ref: pull.base },
  }
}
