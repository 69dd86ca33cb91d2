/**
 * Runs `tool pr open` and `tool pr comment` against a sandbox of GitHub's own description as the forge, with a bare
 * repository on this machine as the remote. What goes wrong is armed on the sandbox by `tool chaos`.
 *
 *   npm run forges -- [--description FILE] [--tool FILE] [--keep]
 *
 * The description is generated/api.github.com.json of the npm package @octokit/openapi, which `npm pack` fetches.
 */
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from './support/options.mjs'
import { cache } from './support/shared.mjs'
import { makeInstallation, run, temporaryDirectory, toolToTest } from './support/tool.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    description: { type: 'string' },
    tool: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

// The description's examples are of this repository: records that a request makes are then of one piece.
const repo = 'octocat/Hello-World'
const branch = 'tool/spec-update-pay'
const token = 'ghp_sandbox_0123456789'
const pulls = '/repos/{owner}/{repo}/pulls'
const pull = `${pulls}/{pull_number}`
const comments = '/repos/{owner}/{repo}/issues/{issue_number}/comments'

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

async function main() {
  const description = options.description === undefined ? await fetchDescription() : resolve(options.description)
  const tool = await toolToTest(options.tool)
  const data = await temporaryDirectory('forges')
  const installation = await makeInstallation({ toolFile: tool.toolFile, dataDir: join(data.path, 'data') })
  let server
  try {
    const overlay = join(data.path, 'overlay.json')
    writeFileSync(overlay, JSON.stringify(withoutFilters))
    const from = ['--spec', description, '--overlay', overlay]
    const added = await installation.command(['sandbox', 'add', 'github', ...from, '--credential', token])
    assert.equal(added.code, 0, added.stderr)
    server = await installation.up()
    const scene = await makeScene(installation, data.path, `${server.base}/github`)
    let failed = 0
    for (const [what, work] of cases) {
      const problem = await work(scene).then(
        () => '',
        (error) => error.message.split('\n').slice(0, 12).join('\n  '),
      )
      if (problem !== '') failed++
      console.log(`${problem === '' ? 'ok    ' : 'FAILED'} ${what}${problem === '' ? '' : `\n  ${problem}`}`)
    }
    console.log(`${cases.length - failed} of ${cases.length}`)
    return failed === 0 ? 0 : 1
  } finally {
    await server?.stop()
    if (!options.keep) await data.remove()
    await tool.remove()
  }
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

async function makeScene(installation, path, api) {
  const [clone, bare] = [join(path, 'clone'), join(path, 'remote.git')]
  const env = {
    HOME: path,
    GIT_CONFIG_NOSYSTEM: '1',
    GITHUB_REPOSITORY: repo,
    GITHUB_API_URL: api,
    GITHUB_TOKEN: token,
  }
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
    ask: async (method, place, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${api}${place}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return response.json()
    },
    git: (...args) => git(clone, ...args),
    remote: (...args) => git(bare, ...args),
    tip: async () => (await run('git', ['rev-parse', '--verify', '--quiet', branch], { cwd: bare, env })).stdout.trim(),
    handoff: (classes) => writeFileSync(join(path, 'handoff.json'), JSON.stringify(handoffOf(classes))),
    pr: (words, more = {}) =>
      installation.command(['pr', ...words, '--handoff', '../handoff.json'], { cwd: clone, env: { ...env, ...more } }),
    open: (more) => scene.pr(['open', '--commit', 'openapi.yaml', '--base', 'main'], more),
    comment: (more, ...words) => scene.pr(['comment', '--number', '1', ...words], more),
    /** Arms one fault while something is done. */
    async struck(kind, method, place, more, work) {
      const armed = ['chaos', 'github', '--kind', kind, '--method', method, '--path', place, ...more]
      assert.equal((await installation.command(armed)).code, 0)
      try {
        return await work()
      } finally {
        await installation.command(['chaos', 'github', '--clear'])
      }
    },
  }
  scene.handoff(['field'])
  await scene.ask('POST', '/user/repos', { name: 'Hello-World' })
  return scene
}

function handoffOf(classes) {
  const applied = classes.map((name) => ({
    class: name,
    disposition: 'APPLIED',
    operation: { method: 'GET', path: '/charges' },
    location: 'response 200',
    pointer: '/components/schemas/Charge/properties/note',
    evidence: { text: 'in 812 of 900 bodies', count: 812, samples: 900 },
    ops: [],
  }))
  const facts = { source: 'recordings', upstream: 'pay', spec_source: 'openapi.yaml', base_sha256: '' }
  return { schema_version: 1, ...facts, applied, suggestions: [], skipped: [] }
}

function refused(ran, words) {
  assert.match(ran.stderr, words)
  assert.doesNotMatch(ran.stderr, /fault of the tool/)
  assert.equal(ran.code, 2)
  assert.doesNotMatch(ran.stdout + ran.stderr, new RegExp(token))
}

/** Nothing may be there of an attempt to open. */
async function nothingLeft(scene, ran, words) {
  refused(ran, words)
  assert.equal(await scene.tip(), '')
  assert.deepEqual(await scene.ask('GET', `/repos/${repo}/pulls?state=all`), [])
  assert.equal(await scene.git('status', '--porcelain'), 'M openapi.yaml')
}

const steps = [
  ['GET', '/user'],
  ['GET', '/repos/{owner}/{repo}'],
  ['POST', pulls],
]

const cases = [
  [
    'an expired token',
    async (scene) => nothingLeft(scene, await scene.open({ GITHUB_TOKEN: 'ghp_expired' }), /expired/),
  ],
  [
    'a token that may not open pull requests',
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
        nothingLeft(scene, await scene.open(), /Cannot ask GitHub for .*connection/),
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
      assert.match(ran.stdout, /^opened pull request 1: /)
      const made = await scene.ask('GET', `/repos/${repo}/pulls/1`)
      assert.deepEqual([made.head.ref, made.base.ref, made.state], [branch, 'main', 'open'])
      assert.equal(await scene.remote('diff', '--name-only', 'main', branch), 'openapi.yaml')
    },
  ],
  ['opening again', async (scene) => assert.match((await scene.open()).stdout, /says it already/)],
  [
    'an update that the network does not let through',
    async (scene) => {
      appendFileSync(scene.file, '# more\n')
      scene.handoff(['field', 'enum'])
      const [tip, before] = [await scene.tip(), await scene.ask('GET', `/repos/${repo}/pulls/1`)]
      await scene.struck('connection_reset', 'PATCH', pull, [], async () =>
        refused(await scene.open(), /Cannot ask GitHub for PATCH/),
      )
      assert.equal(await scene.tip(), tip)
      assert.equal((await scene.ask('GET', `/repos/${repo}/pulls/1`)).body, before.body)
    },
  ],
  [
    'an update',
    async (scene) => {
      const ran = await scene.open()
      assert.match(ran.stdout, /^updated pull request 1: /, ran.stderr)
      assert.match((await scene.ask('GET', `/repos/${repo}/pulls/1`)).body, /- `enum`/)
      assert.match(await scene.remote('show', `${branch}:openapi.yaml`), /# more/)
    },
  ],
  [
    'commenting without a permission, with an expired token and where nothing is found',
    async (scene) => {
      const runs = [await scene.comment(), await scene.comment({ GITHUB_TOKEN: 'ghp_expired' })]
      // Issues and pull requests are two things in a description; on GitHub each pull request is an issue.
      await scene.ask('POST', `/repos/${repo}/issues`, { title: 'x' })
      await scene.struck('error', 'POST', comments, ['--status', '403'], async () => runs.push(await scene.comment()))
      for (const [i, ran] of runs.entries()) {
        assert.equal(ran.code, 0)
        assert.match(ran.stderr, new RegExp(`^no comment was written: .*${[404, 401, 403][i]}`))
        assert.match(ran.stdout, /^### The description of `pay`/)
      }
      assert.deepEqual(await scene.ask('GET', `/repos/${repo}/issues/1/comments`), [])
    },
  ],
  [
    'commenting, again, and for an older commit',
    async (scene) => {
      assert.match((await scene.comment()).stdout, /^commented on pull request 1/)
      assert.match((await scene.comment()).stdout, /says it already/)
      assert.match((await scene.comment({}, '--sha', 'a'.repeat(40))).stdout, /is of a newer commit .* and stays/)
      scene.handoff(['nullable'])
      assert.match((await scene.comment()).stdout, /^updated the comment/)
      const all = await scene.ask('GET', `/repos/${repo}/issues/1/comments`)
      assert.equal(all.length, 1)
      assert.match(all[0].body, /- `nullable`/)
    },
  ],
  [
    'a comment of another source',
    async (scene) => {
      const [own] = await scene.ask('GET', `/repos/${repo}/issues/1/comments`)
      await scene.ask('DELETE', `/repos/${repo}/issues/comments/${own.id}`).catch(() => {})
      const body = own.body.replace('source=recordings', 'source=recordings%20')
      await scene.ask('POST', `/repos/${repo}/issues/1/comments`, { body })
      assert.match((await scene.comment()).stdout, /^commented on/)
      const all = await scene.ask('GET', `/repos/${repo}/issues/1/comments`)
      assert.equal(all.length, 2)
      assert.equal(all[0].body, body)
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

process.exitCode = await main()
