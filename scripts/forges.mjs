/**
 * Runs `tool pr open` and `tool pr comment` against sandboxes as the forge, with a bare repository on this machine as
 * the remote: GitHub's own description, and one of GitLab's API that was written from its documentation. What goes wrong is armed on the sandbox by `tool chaos`.
 *
 *   npm run forges -- [github|gitlab ...] [--description FILE] [--tool FILE] [--keep]
 *
 * GitHub's description is generated/api.github.com.json of the npm package @octokit/openapi, which `npm pack` fetches.
 */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions, refuse } from './support/options.mjs'
import { cache } from './support/shared.mjs'
import { makeInstallation, run, temporaryDirectory, toolToTest } from './support/tool.mjs'

const { values: options, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: {
    description: { type: 'string' },
    tool: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const branch = 'tool/spec-update-pay'
const token = 'tok_of_a_sandbox_0123456789'

/** A sandbox compares these with what is an object in its records, and lists none; `pr open` judges each pull request itself. */
const withoutFilters = {
  overlay: '1.0.0',
  info: { title: 'Pull requests are listed without filters', version: '1' },
  actions: [
    {
      target: "$.paths['/repos/{owner}/{repo}/pulls'].get.parameters[?@.name == 'head' || @.name == 'base']",
      remove: true,
    },
  ],
}

const forges = {
  github: {
    name: 'GitHub',
    // The description's examples are of this repository: records that a request makes are then of one piece.
    project: '/repos/octocat/Hello-World',
    env: { GITHUB_REPOSITORY: 'octocat/Hello-World' },
    variables: { api: 'GITHUB_API_URL', token: 'GITHUB_TOKEN' },
    places: {
      project: '/repos/{owner}/{repo}',
      pulls: '/pulls',
      pull: '/pulls/{pull_number}',
      comments: '/issues/{issue_number}/comments',
    },
    change: 'PATCH',
    comments: '/issues/1/comments',
    pulls: '/pulls',
    facts: ({ head, base, state, body }) => ({ from: head.ref, into: base.ref, state, body }),
    state: 'open',
    make: (scene) => scene.ask('POST', '/user/repos', { name: 'Hello-World' }),
    // Issues and pull requests are two things in a description; on GitHub each pull request is an issue.
    makeDiscussion: (scene) => scene.ask('POST', '/repos/octocat/Hello-World/issues', { title: 'x' }),
  },
  gitlab: {
    name: 'GitLab',
    project: '/projects/1',
    env: { CI_PROJECT_ID: '1' },
    variables: { api: 'CI_API_V4_URL', token: 'GITLAB_TOKEN' },
    places: {
      project: '/projects/{id}',
      pulls: '/merge_requests',
      pull: '/merge_requests/{merge_request_iid}',
      comments: '/merge_requests/{merge_request_iid}/notes',
    },
    change: 'PUT',
    comments: '/merge_requests/1/notes',
    pulls: '/merge_requests',
    facts: ({ source_branch, target_branch, state, description }) => ({
      from: source_branch,
      into: target_branch,
      state,
      body: description,
    }),
    state: 'opened',
    make: (scene) => scene.ask('POST', '/projects', { name: 'api' }),
    makeDiscussion: async () => {},
  },
}

async function main() {
  const tool = await toolToTest(options.tool)
  let failed = 0
  try {
    for (const kind of positionals.length === 0 ? Object.keys(forges) : positionals) failed += await tryOut(kind, tool)
    return failed === 0 ? 0 : 1
  } finally {
    await tool.remove()
  }
}

/** Gives how many cases failed. */
async function tryOut(kind, { toolFile }) {
  const forge = forges[kind] ?? refuse(`"${kind}" is neither github nor gitlab`)
  const data = await temporaryDirectory('forges')
  const installation = await makeInstallation({ toolFile, dataDir: join(data.path, 'data') })
  let server
  try {
    const source = await sourceOf(kind, data.path)
    const added = await installation.command(['sandbox', 'add', 'forge', ...source, '--credential', token])
    assert.equal(added.code, 0, added.stderr)
    server = await installation.up()
    const scene = await makeScene(forge, installation, data.path, `${server.base}/forge`)
    const cases = casesOf(forge)
    let failed = 0
    for (const [what, work] of cases) {
      const problem = await work(scene).then(
        () => '',
        (error) => error.message.split('\n').slice(0, 12).join('\n  '),
      )
      if (problem !== '') failed++
      console.log(`${problem === '' ? 'ok    ' : 'FAILED'} ${kind}: ${what}${problem === '' ? '' : `\n  ${problem}`}`)
    }
    console.log(`${kind}: ${cases.length - failed} of ${cases.length}`)
    return failed
  } finally {
    await server?.stop()
    if (!options.keep) await data.remove()
  }
}

async function sourceOf(kind, path) {
  if (kind === 'gitlab') return ['--spec', join(import.meta.dirname, 'forges/gitlab.yaml')]
  const overlay = join(path, 'overlay.json')
  writeFileSync(overlay, JSON.stringify(withoutFilters))
  const description = options.description === undefined ? await fetchDescription() : resolve(options.description)
  return ['--spec', description, '--overlay', overlay]
}

async function fetchDescription() {
  const directory = join(cache, 'octokit-openapi')
  const file = join(directory, 'package/generated/api.github.com.json')
  if (existsSync(file)) return file
  mkdirSync(directory, { recursive: true })
  const packed = await run('npm', ['pack', '--silent', '@octokit/openapi'], { cwd: directory })
  assert.equal(packed.code, 0, packed.stderr)
  const archive = readdirSync(directory).find((name) => name.endsWith('.tgz'))
  const unpacked = await run('tar', ['xzf', archive, 'package/generated/api.github.com.json'], { cwd: directory })
  assert.equal(unpacked.code, 0, unpacked.stderr)
  return file
}

async function makeScene(forge, installation, path, api) {
  const [clone, bare] = [join(path, 'clone'), join(path, 'remote.git')]
  const { variables } = forge
  const ci = { ...forge.env, [variables.api]: api, [variables.token]: token }
  const env = { HOME: path, GIT_CONFIG_NOSYSTEM: '1', ...ci }
  for (const role of ['AUTHOR', 'COMMITTER'])
    Object.assign(env, { [`GIT_${role}_NAME`]: 'Ann', [`GIT_${role}_EMAIL`]: 'ann@example.com' })
  const git = async (cwd, ...args) => {
    const ran = await run('git', args, { cwd, env })
    assert.equal(ran.code, 0, ran.stderr)
    return ran.stdout.trim()
  }
  await git(path, 'init', '--quiet', '--bare', '--initial-branch=main', bare)
  await git(path, 'init', '--quiet', '--initial-branch=main', clone)
  const file = join(clone, 'openapi.yaml')
  writeFileSync(file, 'openapi: 3.0.3\n')
  await git(clone, 'add', '.')
  await git(clone, 'commit', '--quiet', '-m', 'first')
  await git(clone, 'remote', 'add', 'origin', bare)
  await git(clone, 'push', '--quiet', 'origin', 'main')
  appendFileSync(file, '# updated\n')
  const scene = {
    file,
    /** With another token. */
    expired: { [variables.token]: 'tok_that_has_expired' },
    ask: async (method, place, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${api}${place}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return response.json()
    },
    git: (...args) => git(clone, ...args),
    remote: (...args) => git(bare, ...args),
    tip: async () => (await run('git', ['rev-parse', '--verify', '--quiet', branch], { cwd: bare, env })).stdout.trim(),
    handoff: (classes, source = 'recordings') =>
      writeFileSync(join(path, 'handoff.json'), JSON.stringify(handoffOf(classes, source))),
    pr: (words, more = {}) =>
      installation.command(['pr', ...words, '--handoff', '../handoff.json'], { cwd: clone, env: { ...env, ...more } }),
    open: (more) => scene.pr(['open', '--commit', 'openapi.yaml', '--base', 'main'], more),
    comment: (more, ...words) => scene.pr(['comment', '--number', '1', ...words], more),
    /** Arms one fault while something is done. */
    async struck(kind, method, place, more, work) {
      const armed = ['chaos', 'forge', '--kind', kind, '--method', method, '--path', place, ...more]
      assert.equal((await installation.command(armed)).code, 0)
      try {
        return await work()
      } finally {
        await installation.command(['chaos', 'forge', '--clear'])
      }
    },
  }
  scene.handoff(['field'])
  await forge.make(scene)
  return scene
}

function handoffOf(classes, source) {
  const applied = classes.map((name) => ({
    class: name,
    disposition: 'APPLIED',
    operation: { method: 'GET', path: '/charges' },
    location: 'response 200',
    pointer: '/components/schemas/Charge/properties/note',
    evidence: { text: 'in 812 of 900 bodies', count: 812, samples: 900 },
    ops: [],
  }))
  const facts = { source, upstream: 'pay', spec_source: 'openapi.yaml', base_sha256: '' }
  return { schema_version: 1, ...facts, applied, suggestions: [], skipped: [] }
}

function refused(ran, words) {
  assert.match(ran.stderr, words)
  assert.doesNotMatch(ran.stderr, /fault of the tool/)
  assert.equal(ran.code, 2)
  assert.doesNotMatch(ran.stdout + ran.stderr, new RegExp(token))
}

function casesOf(forge) {
  const { name, project, places } = forge
  const [pulls, pull, comments] = [places.pulls, places.pull, places.comments].map((place) => places.project + place)
  const ownPull = async (scene) => forge.facts(await scene.ask('GET', `${project}${forge.pulls}/1`))
  const ownComments = (scene) => scene.ask('GET', `${project}${forge.comments}`)

  /** Nothing may be there of an attempt to open. */
  async function nothingLeft(scene, ran, words) {
    refused(ran, words)
    assert.equal(await scene.tip(), '')
    assert.deepEqual(await scene.ask('GET', `${project}${forge.pulls}?state=all`), [])
    assert.equal(await scene.git('status', '--porcelain'), 'M openapi.yaml')
  }

  const steps = [
    ['GET', '/user'],
    ['GET', places.project],
    ['POST', pulls],
  ]
  return [
    ['an expired token', async (scene) => nothingLeft(scene, await scene.open(scene.expired), /expired/)],
    [
      'a token that may not open anything',
      (scene) =>
        scene.struck('error', 'POST', pulls, ['--status', '403'], async () =>
          nothingLeft(scene, await scene.open(), /does not allow POST/),
        ),
    ],
    [
      'a limit of rate that lasts',
      (scene) =>
        scene.struck('error', 'POST', pulls, ['--status', '429', '--header', 'Retry-After: 3600'], async () =>
          nothingLeft(scene, await scene.open(), /limits the rate of requests: try again after/),
        ),
    ],
    ...steps.map(([method, place]) => [
      `the network gone at ${method} ${place}`,
      (scene) =>
        scene.struck('connection_reset', method, place, [], async () =>
          nothingLeft(scene, await scene.open(), new RegExp(`Cannot ask ${name} for .*connection`)),
        ),
    ]),
    [
      'a branch that is there already',
      async (scene) => {
        await scene.git('push', '--quiet', 'origin', `main:refs/heads/${branch}`)
        refused(await scene.open(), /has commits that tool did not make/)
        await scene.remote('branch', '-D', branch)
      },
    ],
    [
      'opening',
      async (scene) => {
        const ran = await scene.open()
        assert.equal(ran.code, 0, ran.stderr)
        assert.match(ran.stdout, /^opened (pull|merge) request 1: /)
        const { from, into, state } = await ownPull(scene)
        assert.deepEqual([from, into, state], [branch, 'main', forge.state])
        assert.equal(await scene.remote('diff', '--name-only', 'main', branch), 'openapi.yaml')
      },
    ],
    ['opening again', async (scene) => assert.match((await scene.open()).stdout, /says it already/)],
    [
      'an update that the network does not let through',
      async (scene) => {
        appendFileSync(scene.file, '# more\n')
        scene.handoff(['field', 'enum'])
        const [tip, before] = [await scene.tip(), await ownPull(scene)]
        await scene.struck('connection_reset', forge.change, pull, [], async () =>
          refused(await scene.open(), new RegExp(`Cannot ask ${name} for ${forge.change}`)),
        )
        assert.equal(await scene.tip(), tip)
        assert.equal((await ownPull(scene)).body, before.body)
      },
    ],
    [
      'an update',
      async (scene) => {
        const ran = await scene.open()
        assert.match(ran.stdout, /^updated (pull|merge) request 1: /, ran.stderr)
        assert.match((await ownPull(scene)).body, /- `enum`/)
        assert.match(await scene.remote('show', `${branch}:openapi.yaml`), /# more/)
      },
    ],
    [
      'commenting with an expired token, and without a permission',
      async (scene) => {
        await forge.makeDiscussion(scene)
        const runs = [await scene.comment(scene.expired)]
        for (const status of ['403', '404'])
          await scene.struck('error', 'POST', comments, ['--status', status], async () =>
            runs.push(await scene.comment()),
          )
        for (const [i, ran] of runs.entries()) {
          assert.equal(ran.code, 0)
          assert.match(ran.stderr, new RegExp(`^no comment was written: .*${[401, 403, 404][i]}`))
          assert.match(ran.stdout, /^### The description of `pay`/)
        }
        assert.deepEqual(await ownComments(scene), [])
      },
    ],
    [
      'commenting, again, and for an older commit',
      async (scene) => {
        assert.match((await scene.comment()).stdout, /^commented on (pull|merge) request 1/)
        assert.match((await scene.comment()).stdout, /says it already/)
        assert.match((await scene.comment({}, '--sha', 'a'.repeat(40))).stdout, /is of a newer commit .* and stays/)
        scene.handoff(['nullable'])
        assert.match((await scene.comment()).stdout, /^updated the comment/)
        const all = await ownComments(scene)
        assert.equal(all.length, 1)
        assert.match(all[0].body, /- `nullable`/)
      },
    ],
    [
      'a comment of another source',
      async (scene) => {
        scene.handoff(['field'], 'har')
        assert.match((await scene.comment()).stdout, /^commented on/)
        assert.equal((await ownComments(scene)).length, 2)
      },
    ],
    [
      'a conflict with what was changed on the base',
      async (scene) => {
        await scene.git('stash', '--quiet')
        appendFileSync(scene.file, '# by hand\n')
        await scene.git('commit', '--quiet', '-a', '-m', 'by hand')
        await scene.git('push', '--quiet', 'origin', 'main')
        await scene.git('reset', '--quiet', '--hard', 'HEAD^')
        await scene.git('stash', 'pop', '--quiet')
        const tip = await scene.tip()
        refused(await scene.open(), /was changed on "main" since/)
        assert.equal(await scene.tip(), tip)
      },
    ],
  ]
}

process.exitCode = await main()
