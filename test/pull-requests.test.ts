/** `tool pr open` and `tool pr comment` against a GitHub and a GitLab, with a bare repository as the remote. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import {
  addPull,
  BRANCH,
  change,
  forgeScene,
  handoff,
  type Kind,
  type Scene,
  SPEC,
  TOKEN,
} from './support/forge-scene.ts'
import { startGitServer } from './support/git-server.ts'

const kinds: readonly Kind[] = ['github', 'gitlab']
const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const C = 'c'.repeat(40)

const mutating = (scene: Scene): readonly string[] =>
  scene.forge.received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

it.each(kinds)('opens a pull request with the named file alone, and touches nothing here (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const before = scene.snapshot()
  const ran = await scene.open()
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(ran.stdout).toMatch(/^opened (pull|merge) request 12: https:\/\/git(hub|lab)\.test\/acme\/\S+\/12\n$/)
  expect(scene.snapshot()).toEqual(before)
  expect(scene.scratches()).toEqual([])
  expect(scene.branches()).toEqual(['main', BRANCH])
  expect(scene.remote('diff', '--name-status', 'main', BRANCH)).toBe('M\tdocs/openapi.yaml')
  expect(scene.remote('show', `${BRANCH}:docs/openapi.yaml`)).toBe(`${SPEC}# updated`)
  expect(scene.remote('rev-list', '--count', `main..${BRANCH}`)).toBe('1')
  expect(scene.forge.pulls).toMatchObject([
    { branch: BRANCH, base: 'main', title: 'Update the description of pay from its traffic', isDraft: false },
  ])
  expect(scene.forge.pulls[0]?.body).toContain('- `field` `GET /charges/{id}` `response 200`')
  // Nothing was sent that changes anything before credentials and the project had been looked at.
  expect(mutating(scene)).toHaveLength(1)
})

it.each(kinds)('commits a new file, an executable one and as many as named (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  writeFileSync(join(scene.clone, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  const ran = await scene.open(
    '--commit',
    'run.sh',
    '--commit',
    './docs/../run.sh',
    '--draft',
    '--title',
    'A title',
    '--branch',
    'x/y',
  )
  expect(ran).toMatchObject({ exit: 0, stderr: '' })
  expect(scene.remote('diff', '--name-status', 'main', 'x/y')).toBe('M\tdocs/openapi.yaml\nA\trun.sh')
  expect(scene.remote('ls-tree', 'x/y', 'run.sh')).toMatch(/^100755 /)
  expect(scene.forge.pulls).toMatchObject([{ title: kind === 'github' ? 'A title' : 'Draft: A title', isDraft: true }])
})

it.each(kinds)('brings its own pull request up to date, and says when there is nothing new (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  await scene.open()
  const first = scene.remote('rev-parse', BRANCH)
  expect((await scene.open()).stdout).toMatch(/ request 12 is already up to date/)
  expect(scene.remote('rev-parse', BRANCH)).toBe(first)
  const [pull] = scene.forge.pulls
  if (pull) Object.assign(pull, { title: 'A title of a person', body: `Before.\n${pull.body}\nAfter.` })
  appendFileSync(join(scene.clone, 'docs', 'openapi.yaml'), '# more\n')
  writeFileSync(
    join(scene.clone, '..', 'handoff.json'),
    JSON.stringify(handoff({ applied: [change(), change({ class: 'enum' })] })),
  )
  expect((await scene.open()).stdout).toMatch(/^updated .* request 12: /)
  expect(scene.remote('show', `${BRANCH}:docs/openapi.yaml`)).toBe(`${SPEC}# updated\n# more`)
  expect(scene.remote('rev-list', '--count', `main..${BRANCH}`)).toBe('1')
  expect(scene.forge.pulls).toHaveLength(1)
  expect(pull?.title).toBe('A title of a person')
  expect(pull?.body).toMatch(/^Before\.\n[\s\S]*- `enum`[\s\S]*\nAfter\.$/)
})

it.each(kinds)('follows the base branch, and leaves the words of another author (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  await scene.open()
  scene.git('stash', '--quiet')
  scene.git('commit', '--quiet', '--allow-empty', '-m', 'second')
  scene.git('push', '--quiet', 'origin', 'HEAD:main')
  scene.git('stash', 'pop', '--quiet')
  const [pull] = scene.forge.pulls
  if (pull) scene.forge.pulls[0] = { ...pull, author: 'eve', body: 'mine' }
  expect((await scene.open()).exit).toBe(0)
  expect(scene.remote('rev-parse', `${BRANCH}^`)).toBe(scene.remote('rev-parse', 'main'))
  expect(scene.forge.pulls[0]?.body).toBe('mine')
})

it.each(kinds)('refuses a branch that others made or changed (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  scene.git('push', '--quiet', 'origin', `HEAD:refs/heads/${BRANCH}`)
  const theirs = scene.remote('rev-parse', BRANCH)
  const ran = await scene.open()
  expect(ran).toMatchObject({ exit: 2, stdout: '' })
  expect(ran.stderr).toBe(
    `error: Branch "${BRANCH}" of origin has commits that tool did not make: name another with --branch\n`,
  )
  expect(scene.remote('rev-parse', BRANCH)).toBe(theirs)
  expect(mutating(scene)).toEqual([])
})

it.each(['amended', 'continued'])('refuses a branch of its own that was %s by a person', async (how) => {
  await using scene = await forgeScene('github')
  await scene.open()
  const colleague = join(scene.clone, '..', 'colleague')
  scene.git('clone', '--quiet', '--branch', BRANCH, scene.bare, colleague)
  appendFileSync(join(colleague, 'README.md'), 'a word\n')
  scene.git(
    '-C',
    colleague,
    'commit',
    '--quiet',
    '-a',
    ...(how === 'amended' ? ['--amend', '--no-edit'] : ['-m', 'more']),
  )
  scene.git('-C', colleague, 'push', '--quiet', '--force', 'origin', BRANCH)
  const theirs = scene.remote('rev-parse', BRANCH)
  appendFileSync(join(scene.clone, 'docs', 'openapi.yaml'), '# more\n')
  const ran = await scene.open()
  expect(ran.stderr).toContain('has commits that tool did not make')
  expect(scene.remote('rev-parse', BRANCH)).toBe(theirs)
})

it.each(kinds)('refuses a branch of its own whose pull request was closed (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  await scene.open()
  for (const pull of scene.forge.pulls) pull.isOpen = false
  const tip = scene.remote('rev-parse', BRANCH)
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toMatch(/is there without an open (pull|merge) request into "main": delete it, or name another/)
  expect(scene.remote('rev-parse', BRANCH)).toBe(tip)
  expect(scene.forge.pulls).toHaveLength(1)
})

it.each(kinds)('refuses to undo what was changed on the base meanwhile (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const colleague = join(scene.clone, '..', 'colleague')
  scene.git('clone', '--quiet', scene.bare, colleague)
  appendFileSync(join(colleague, 'docs', 'openapi.yaml'), '# by hand\n')
  scene.git('-C', colleague, 'commit', '--quiet', '-a', '-m', 'by hand')
  scene.git('-C', colleague, 'push', '--quiet', 'origin', 'main')
  const before = scene.snapshot()
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toBe(
    'error: docs/openapi.yaml was changed on "main" since this working tree was checked out: update it, and run tool spec-update again\n',
  )
  expect(scene.branches()).toEqual(['main'])
  expect(scene.snapshot()).toEqual(before)
  expect(mutating(scene)).toEqual([])
})

it.each(kinds)('has nothing to propose where the base has it already (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  writeFileSync(join(scene.clone, 'docs', 'openapi.yaml'), SPEC)
  const ran = await scene.open()
  expect(ran).toEqual({ exit: 0, stdout: 'nothing to propose: on "main" the files are the same\n', stderr: '' })
  expect(scene.branches()).toEqual(['main'])
})

it.each(kinds)(
  'pushes nothing with a token that is wrong, or may not push, or where all is archived (%s)',
  async (kind) => {
    await using scene = await forgeScene(kind)
    const name = kind === 'github' ? 'GITHUB_TOKEN' : 'GITLAB_TOKEN'
    const wrong = await scene.run(['pr', 'open', '--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json'], {
      [name]: 'expired_token',
    })
    expect(wrong).toMatchObject({ exit: 2, stdout: '' })
    expect(wrong.stderr).toMatch(
      new RegExp(`^error: Git(Hub|Lab) refuses ${name} \\(401: .+\\): it is wrong or has expired\\n$`),
    )
    scene.forge.accounts.set(TOKEN, { login: 'ann', canPush: false })
    expect((await scene.open()).stderr).toBe(
      `error: ann, whose token ${name} is, may not push to ${scene.env['GITHUB_REPOSITORY'] ?? scene.env['CI_PROJECT_PATH']}\n`,
    )
    scene.forge.accounts.set(TOKEN, { login: 'ann' })
    scene.forge.isArchived = true
    expect((await scene.open()).stderr).toContain('it is archived')
    const none = await scene.run(['pr', 'open', '--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json'], {
      [name]: '',
    })
    expect(none.stderr).toMatch(/^error: There is no token: set /)
    expect(scene.branches()).toEqual(['main'])
    expect(mutating(scene)).toEqual([])
  },
)

it.each(kinds)('takes the branch away again where the pull request may not be opened (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  scene.forge.accounts.set(TOKEN, { login: 'ann', canOpen: false })
  const before = scene.snapshot()
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toMatch(/^error: Git(Hub|Lab) does not allow POST \S+ with GIT(HUB|LAB)_TOKEN \(403: .+\)\n$/)
  expect(scene.branches()).toEqual(['main'])
  expect(scene.snapshot()).toEqual(before)
})

it('says what is left where the branch cannot be taken away', async () => {
  await using scene = await forgeScene('github')
  scene.forge.accounts.set(TOKEN, { login: 'ann', canOpen: false })
  scene.remote('config', 'receive.denyDeletes', 'true')
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toContain(`branch "${BRANCH}" is pushed and could not be deleted again: delete it by hand (`)
})

it('leaves the branch that was pushed between the look and the push', async () => {
  await using scene = await forgeScene('github')
  scene.remote('config', 'receive.denyNonFastForwards', 'true')
  await scene.open()
  const tip = scene.remote('rev-parse', BRANCH)
  appendFileSync(join(scene.clone, 'docs', 'openapi.yaml'), '# more\n')
  const text = scene.forge.pulls[0]?.body
  writeFileSync(join(scene.clone, '..', 'handoff.json'), JSON.stringify(handoff({ applied: [] })))
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toMatch(/^error: /)
  expect(scene.remote('rev-parse', BRANCH)).toBe(tip)
  expect(scene.forge.pulls[0]?.body).toBe(text)
})

it('refuses what is no file of the repository', async () => {
  await using scene = await forgeScene('github')
  symlinkSync('README.md', join(scene.clone, 'link'))
  const said = async (file: string): Promise<string> => {
    const { exit, stderr } = await scene.run(['pr', 'open', '--commit', file, '--handoff', '../handoff.json'])
    expect(exit).toBe(2)
    return stderr
  }
  expect(await said('absent.yaml')).toBe('error: Cannot commit absent.yaml: there is no such file\n')
  expect(await said('docs')).toBe('error: Cannot commit docs: it is not a file\n')
  expect(await said('link')).toContain('it is a symbolic link')
  expect(await said('../handoff.json')).toBe('error: Cannot commit ../handoff.json: it is outside of the repository\n')
  expect(await said('.git/config')).toContain('it belongs to git itself')
  expect(scene.forge.received).toEqual([])
})

it.each([
  ['not JSON', '{', 'it is not a JSON object'],
  [
    'another version',
    JSON.stringify(handoff({ schema_version: 2 })),
    'its schema_version is 2, this version of tool reads 1',
  ],
  ['no version', '{}', 'it has no schema_version'],
  ['no lists', JSON.stringify(handoff({ skipped: null })), 'skipped is not a list'],
  ['a wrong change', JSON.stringify(handoff({ applied: [{ class: 3 }] })), 'applied[0].operation is not an object'],
  ['no source', JSON.stringify(handoff({ source: '' })), 'source is empty'],
])('refuses a handoff that is %s', async (_what, text, problem) => {
  await using scene = await forgeScene('github')
  writeFileSync(join(scene.clone, '..', 'handoff.json'), text)
  const ran = await scene.open()
  expect(ran).toEqual({
    exit: 2,
    stdout: '',
    stderr: `error: Cannot use ../handoff.json as a handoff: ${problem} (tool spec-update --handoff writes one)\n`,
  })
})

it.each(kinds)('comments once for a source, and writes its comment over for newer commits (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  scene.forge.mostPerPage = 2
  const number = addPull(scene, A)
  for (const text of ['one', 'two', 'three'])
    scene.forge.comments.push({ id: scene.forge.comments.length + 901, number, author: 'eve', body: text })
  const words = ['--number', String(number)]
  expect((await scene.comment(...words, '--sha', A)).stdout).toMatch(
    /^commented on (pull|merge) request 12 of acme\/\S+: \S+904\n$/,
  )
  expect((await scene.comment(...words, '--sha', A)).stdout).toMatch(/ is already up to date/)
  scene.forge.heads.set(number, B)
  expect((await scene.comment(...words)).stdout).toMatch(/^updated the comment /)
  expect(scene.forge.comments).toHaveLength(4)
  expect(scene.forge.comments[3]?.body).toMatch(
    new RegExp(`^<!-- tool:spec-update source=recordings/pay sha=${B} -->\n`),
  )
  writeFileSync(join(scene.clone, '..', 'handoff.json'), JSON.stringify(handoff({ source: 'har' })))
  expect((await scene.comment(...words)).stdout).toMatch(/^commented on /)
  expect(scene.forge.comments).toHaveLength(5)
})

it.each(kinds)('never writes over the comment of another author, whatever its marker (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const number = addPull(scene, A)
  await scene.comment('--number', String(number), '--sha', A)
  const copy = { id: 900, number, author: 'eve', body: `${scene.forge.comments[0]?.body}\ncopied` }
  scene.forge.comments.splice(0, 1, copy)
  const quoted = { id: 899, number, author: 'ann', body: `> ${copy.body}` }
  scene.forge.comments.push(quoted)
  expect((await scene.comment('--number', String(number))).stdout).toMatch(/^commented on /)
  expect(scene.forge.comments).toHaveLength(3)
  expect([copy.body.endsWith('copied'), quoted.body.startsWith('> ')]).toEqual([true, true])
})

it.each(kinds)('leaves the comment of a newer commit (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const number = addPull(scene, C)
  const words = ['--number', String(number), '--sha']
  await scene.comment(...words, B)
  // The head is C: whether A follows B only the history tells.
  expect((await scene.comment(...words, A)).stdout).toMatch(/is about a newer commit \(bbbbbbbbbbbb\) and stays/)
  scene.forge.ancestry.add(`${A} ${B}`)
  expect((await scene.comment(...words, A)).stdout).toMatch(/^updated /)
  await scene.comment(...words, C)
  expect((await scene.comment(...words, A)).stdout).toMatch(/is about a newer commit \(cccccccccccc\) and stays/)
  expect(scene.forge.comments).toHaveLength(1)
  expect(scene.forge.comments[0]?.body).toContain(`sha=${C}`)
})

it.each(kinds)('says nothing where nothing differs, but takes back what it said (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const number = addPull(scene, A)
  const file = join(scene.clone, '..', 'handoff.json')
  writeFileSync(file, JSON.stringify(handoff({ applied: [] })))
  expect((await scene.comment('--number', String(number))).stdout).toMatch(
    /^the description and its traffic agree: no comment/,
  )
  expect(scene.forge.comments).toEqual([])
  writeFileSync(file, JSON.stringify(handoff()))
  await scene.comment('--number', String(number))
  writeFileSync(file, JSON.stringify(handoff({ applied: [] })))
  expect((await scene.comment('--number', String(number))).stdout).toMatch(/^updated /)
  expect(scene.forge.comments[0]?.body).toContain('### The description of `pay` and its traffic agree')
})

it.each(kinds)('tells its text here where it may not comment, and exits 0 (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const number = String(addPull(scene, A))
  scene.forge.accounts.set(TOKEN, { login: 'ann', canComment: false })
  const ran = await scene.comment('--number', number)
  expect(ran.exit).toBe(0)
  expect(ran.stdout).toMatch(/^### The description of `pay` and its traffic differ\n/)
  expect(ran.stderr).toMatch(/^no comment was written: .*403.*; its text is on standard output\n$/)
  const name = kind === 'github' ? 'GITHUB_TOKEN' : 'GITLAB_TOKEN'
  const summary = join(scene.clone, '..', 'summary.md')
  const words = ['pr', 'comment', '--handoff', '../handoff.json', '--number', number]
  const expired = await scene.run(words, { [name]: 'expired', GITHUB_STEP_SUMMARY: summary })
  expect(expired).toMatchObject({ exit: 0, stdout: '' })
  expect(expired.stderr).toMatch(/401.*its text is in the step summary\n$/)
  expect(readFileSync(summary, 'utf8')).toMatch(/^### The description of `pay`/)
  expect(await scene.run(words, { [name]: '' })).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^### /) })
  expect((await scene.comment('--number', '99')).stderr).toMatch(/404/)
  expect(scene.forge.comments).toEqual([])
})

it('comments as the bot of a workflow, whose token may not ask who it is', async () => {
  await using scene = await forgeScene('github')
  const number = addPull(scene, B)
  scene.forge.accounts.set(TOKEN, { login: 'github-actions[bot]', isInstallation: true })
  const event = join(scene.clone, '..', 'event.json')
  writeFileSync(event, JSON.stringify({ pull_request: { number, head: { sha: B } } }))
  const ci = {
    GITHUB_ACTIONS: 'true',
    GITHUB_REF: `refs/pull/${number}/merge`,
    GITHUB_SHA: C,
    GITHUB_EVENT_PATH: event,
  }
  const words = ['pr', 'comment', '--handoff', '../handoff.json']
  expect((await scene.run(words, ci)).stdout).toMatch(/^commented on pull request 12/)
  expect((await scene.run(words, ci)).stdout).toMatch(/is already up to date/)
  expect(scene.forge.comments).toMatchObject([
    { author: 'github-actions[bot]', body: expect.stringContaining(`sha=${B}`) },
  ])
  // An app that a workflow uses in place of the bot is not taken for it.
  scene.forge.accounts.set(TOKEN, { login: 'other-app[bot]', isInstallation: true })
  expect((await scene.run(words, ci)).stdout).toMatch(/^commented on /)
  expect(scene.forge.comments).toHaveLength(2)
})

it('knows the merge request of a pipeline of GitLab', async () => {
  await using scene = await forgeScene('gitlab')
  const number = addPull(scene, B)
  const ci = { CI_MERGE_REQUEST_IID: String(number), CI_COMMIT_SHA: C, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: B }
  const ran = await scene.run(['pr', 'comment', '--handoff', '../handoff.json', '--json'], ci)
  expect(JSON.parse(ran.stdout)).toMatchObject({ action: 'added', platform: 'gitlab', number, sha: B })
  const job = await scene.run(['pr', 'comment', '--handoff', '../handoff.json'], {
    ...ci,
    GITLAB_TOKEN: '',
    CI_JOB_TOKEN: 'j',
  })
  expect(job).toMatchObject({ exit: 0, stderr: expect.stringContaining('GitLab refuses CI_JOB_TOKEN (401') })
})

it.each(kinds)('shows on a dry run what would be sent, and sends nothing (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const before = scene.snapshot()
  const opening = await scene.open('--dry-run')
  expect(opening.exit).toBe(0)
  expect(opening.stdout).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\S*\/user\nGET /)
  expect(opening.stdout).toContain(
    `git push ${scene.bare} <a commit of docs/openapi.yaml on <default branch>>:refs/heads/${BRANCH}\nPOST http`,
  )
  const commenting = await scene.comment('--dry-run', '--number', '12', '--json', '--sha', A)
  const { requests } = JSON.parse(commenting.stdout) as {
    requests: { method: string; url: string; body?: { body: string } }[]
  }
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST'])
  expect(requests[3]?.body?.body).toContain(`sha=${A}`)
  expect(opening.stdout + opening.stderr + commenting.stdout + commenting.stderr).not.toContain(TOKEN)
  expect(scene.forge.received).toEqual([])
  expect(scene.branches()).toEqual(['main'])
  expect(scene.snapshot()).toEqual(before)
})

it.each(kinds)('says until when a limit of rate holds (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const number = String(addPull(scene, A))
  const reset = String(Math.floor(Date.parse('2100-01-01T00:00:00Z') / 1000))
  const headers: Record<string, string> =
    kind === 'github'
      ? { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
      : { 'RateLimit-Remaining': '0', 'RateLimit-Reset': reset }
  const status = kind === 'github' ? 403 : 429
  scene.forge.failure = () => ({ status, body: { message: 'API rate limit exceeded' }, headers })
  for (const ran of [await scene.open(), await scene.comment('--number', number)]) {
    expect(ran).toMatchObject({ exit: 2, stdout: '' })
    expect(ran.stderr).toMatch(/limits the rate of requests: try again after 2100-01-01T00:00:00Z/)
  }
  expect([scene.branches(), scene.forge.comments]).toEqual([['main'], []])
})

it.each(kinds)('comes back as soon as a limit of rate lets it (%s)', async (kind) => {
  await using scene = await forgeScene(kind)
  const limited = { status: 429, body: { message: 'Retry later' }, headers: { 'retry-after': '0' } }
  scene.forge.failure = (count) => (count % 2 === 1 ? limited : undefined)
  expect(await scene.open()).toMatchObject({ exit: 0, stderr: '' })
  expect(scene.forge.pulls).toHaveLength(1)
})

it.each(kinds)(
  'gives git the token over http, in no argument, and instead of what CI left there (%s)',
  async (kind) => {
    await using scene = await forgeScene(kind)
    const repo = scene.env['GITHUB_REPOSITORY'] ?? scene.env['CI_PROJECT_PATH']
    await using server = await startGitServer(scene.bare, `/${repo}.git`, TOKEN)
    scene.remote('config', 'http.receivepack', 'true')
    scene.remote('config', 'uploadpack.allowFilter', 'true')
    const address = `${server.origin}/${repo}.git`
    scene.forge.cloneUrl = address
    scene.git('remote', 'set-url', 'origin', address.replace('://', '://ci:old_secret@'))
    scene.git('config', `http.${server.origin}/.extraHeader`, 'Authorization: Basic b2xk')
    const before = scene.snapshot()
    const log = join(scene.clone, '..', 'arguments')
    const ran = await scene.run(['pr', 'open', '--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json'], {
      ...loggingGit(scene, log),
      GIT_TRACE: '1',
      GIT_TRACE_CURL: '1',
      GIT_CURL_VERBOSE: '1',
      GIT_TRACE_REDACT: '0',
    })
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(scene.branches()).toEqual(['main', BRANCH])
    expect(scene.snapshot()).toEqual(before)
    const user = kind === 'github' ? 'x-access-token' : 'oauth2'
    expect(new Set(server.authorizations)).toEqual(new Set([`Basic ${btoa(`${user}:${TOKEN}`)}`]))
    const called = readFileSync(log, 'utf8')
    expect(called).toContain('push')
    for (const secret of [TOKEN, btoa(`${user}:${TOKEN}`), 'old_secret']) expect(called).not.toContain(secret)
  },
)

it('gives no other host than that of the project the token', async () => {
  await using scene = await forgeScene('github')
  await using server = await startGitServer(scene.bare, '/acme/api.git', TOKEN)
  scene.git('remote', 'set-url', 'origin', `${server.origin}/acme/api.git`)
  const ran = await scene.open()
  expect(ran.exit).toBe(2)
  expect(ran.stderr).toMatch(/^error: git ls-remote failed: .*could not read Username.*\n$/)
  expect(new Set(server.authorizations)).toEqual(new Set(['']))
})

it('refuses a remote that is another repository', async () => {
  await using scene = await forgeScene('github')
  scene.git('remote', 'add', 'fork', 'git@github.test:eve/api.git')
  expect((await scene.open('--remote', 'fork')).stderr).toBe(
    'error: Remote "fork" is eve/api, not acme/api (--remote or --repo names another)\n',
  )
  expect((await scene.open('--remote', 'none')).stderr).toBe(
    'error: This repository has no remote "none" (--remote names another)\n',
  )
})

/** A git that writes down its arguments. */
function loggingGit(scene: Scene, log: string): Record<string, string> {
  const directory = join(scene.clone, '..', 'logging')
  mkdirSync(directory)
  const script = `#!/bin/sh\nPATH='${scene.env['PATH']}'\necho "$@" >> '${log}'\nexec git "$@"\n`
  writeFileSync(join(directory, 'git'), script, { mode: 0o755 })
  return { PATH: `${directory}:${scene.env['PATH']}` }
}

it('works from a folder, a linked working tree and a clone of one commit', async () => {
  await using scene = await forgeScene('github')
  const folder = join(scene.clone, '..', 'linked')
  scene.git('worktree', 'add', '--quiet', '--detach', folder)
  const shallow = join(scene.clone, '..', 'shallow')
  scene.git('clone', '--quiet', '--depth=1', `file://${scene.bare}`, shallow)
  for (const [i, tree] of [scene.clone, folder, shallow].entries()) {
    appendFileSync(join(tree, 'docs', 'openapi.yaml'), `# ${i}\n`)
    const terminal = captureTerminal({ cwd: join(tree, 'docs'), env: scene.env })
    const words = ['--commit', 'openapi.yaml', '--handoff', '../../handoff.json', '--branch', `b${i}`]
    expect([await run(['pr', 'open', ...words], terminal), terminal.stderr]).toEqual([0, ''])
    expect(scene.remote('diff', '--name-status', 'main', `b${i}`)).toBe('M\tdocs/openapi.yaml')
    expect(scene.remote('rev-list', '--count', `b${i}`)).toBe('2')
  }
  expect(existsSync(join(shallow, '.git', 'shallow'))).toBe(true)
})

it.each([
  ['before anything is pushed', 'GET', [], []],
  ['while the pull request is opened', 'POST', ['x'], [12]],
])('stops when a person asks to, %s', async (_when, method, branches, pulls) => {
  await using scene = await forgeScene('github')
  const terminal = captureTerminal({ cwd: scene.clone, env: scene.env })
  let isAsked = false
  scene.forge.failure = (_count, request) => {
    if (request.method === method && !isAsked) {
      isAsked = true
      terminal.interrupt()
    }
    return undefined
  }
  const words = ['--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json', '--branch', 'x']
  const exit = await run(['pr', 'open', ...words], terminal)
  // What was opened all the same is told, what was not is taken back.
  expect(exit).toBe(pulls.length > 0 ? 0 : 2)
  expect(terminal.stderr).toBe(pulls.length > 0 ? '' : 'error: Cannot ask GitHub for GET /user: it was stopped\n')
  expect(scene.branches()).toEqual(['main', ...branches])
  expect(scene.forge.pulls.map(({ number }) => number)).toEqual(pulls)
  expect(scene.scratches()).toEqual([])
})

it('commits as the account of the token where git knows nobody, and as git is told where it is', async () => {
  await using scene = await forgeScene('github')
  const env = Object.fromEntries(Object.entries(scene.env).filter(([name]) => !/^GIT_(AUTHOR|COMMITTER)_/.test(name)))
  const opened = async (branch: string): Promise<string> => {
    const terminal = captureTerminal({ cwd: scene.clone, env })
    const words = ['--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json', '--branch', branch]
    expect([await run(['pr', 'open', ...words], terminal), terminal.stderr]).toEqual([0, ''])
    return scene.remote('log', '-1', '--format=%an <%ae> %cn <%ce>', branch)
  }
  expect(await opened('x')).toBe('ann <ann@users.noreply.github.test> ann <ann@users.noreply.github.test>')
  scene.git('config', 'user.name', 'Team')
  scene.git('config', 'user.email', 'team@example.com')
  expect(await opened('y')).toBe('Team <team@example.com> Team <team@example.com>')
})
