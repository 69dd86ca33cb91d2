/** The forge, the network and git fail at each step in turn: nothing is left behind, and a second run does it. */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readHandoff } from '../src/forges/handoff.ts'
import { forgeOf } from '../src/forges/place.ts'
import { findToken } from '../src/forges/token.ts'
import { findRemote, nameFile, openCheckout } from '../src/server/forges/checkout.ts'
import { makeForgeClient } from '../src/server/forges/client.ts'
import { type Opened, openPull } from '../src/server/forges/open-pull.ts'
import { type Commented, writeComment } from '../src/server/forges/write-comment.ts'
import { ToolError } from '../src/support/errors.ts'
import type { Failure } from './support/fake-forge.ts'
import { GITHUB_REPO } from './support/fake-github.ts'
import { GITLAB_REPO } from './support/fake-gitlab.ts'
import { addPull, BRANCH, change, forgeScene, handoff, type Kind, type Scene, TOKEN } from './support/forge-scene.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const broken: Failure = { status: 502, body: 'Bad Gateway' }

/** As the commands do it, without waiting between tries. */
function partsOf({ kind, forge, env }: Scene) {
  const repo = kind === 'github' ? GITHUB_REPO : GITLAB_REPO
  const token = findToken(kind, env)
  if (token === undefined) throw new Error('no token')
  const client = makeForgeClient({ api: forge.url, name: 'it', token, pause: async () => {} })
  return { forge: forgeOf({ platform: kind, repo }), repo, token, client, cleanup: client, isWorkflow: false }
}

async function open(scene: Scene, more: object = {}): Promise<Opened> {
  const checkout = await openCheckout(scene.clone, scene.env)
  const remote = await findRemote(checkout, 'origin')
  if (remote === undefined) throw new Error('no remote')
  return openPull({
    ...partsOf(scene),
    checkout,
    remote,
    handoff: readHandoff(handoff(more), 'handoff'),
    files: [nameFile(checkout, scene.clone, 'docs/openapi.yaml')],
    title: undefined,
    branch: BRANCH,
    base: undefined,
    isDraft: false,
  })
}

function comment(scene: Scene, number: number, sha: string): Promise<Commented> {
  return writeComment({ ...partsOf(scene), handoff: readHandoff(handoff(), 'handoff'), number, sha })
}

/** What it came to; anything but a ToolError is a fault of ours. */
async function outcome<T>(work: Promise<T>): Promise<T | ToolError> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
}

/** What may not be different where a run has failed. */
function stateOf(scene: Scene): unknown {
  const refs = scene.remote('for-each-ref', '--format=%(refname) %(objectname)')
  const { pulls, comments } = scene.forge
  return JSON.parse(JSON.stringify({ refs, pulls, comments, left: scene.scratches() }))
}

const cases: readonly { kind: Kind; name: string; failure: Failure; isForGood: boolean }[] = [
  { kind: 'github', name: 'reset once', failure: 'reset', isForGood: false },
  { kind: 'github', name: 'reset from then on', failure: 'reset', isForGood: true },
  { kind: 'github', name: 'answers lost from then on', failure: 'lost', isForGood: true },
  { kind: 'gitlab', name: 'answer lost once', failure: 'lost', isForGood: false },
  { kind: 'gitlab', name: '502 once', failure: broken, isForGood: false },
  { kind: 'gitlab', name: '502 from then on', failure: broken, isForGood: true },
]

/** Makes the n-th request of a run fail, and all after it where it is for good; null once there is no n-th any more. */
async function failing<T>(
  scene: Scene,
  { failure, isForGood }: { failure: Failure; isForGood: boolean },
  n: number,
  work: () => Promise<T>,
): Promise<T | ToolError | null> {
  const before = scene.forge.received.length
  scene.forge.failure = (count) => (count - before === n || (isForGood && count - before > n) ? failure : undefined)
  const came = await outcome(work())
  scene.forge.failure = undefined
  return scene.forge.received.length - before < n ? null : came
}

it.each(cases)('opens all of a pull request or nothing ($kind: $name)', async (how) => {
  await using scene = await forgeScene(how.kind)
  const files = scene.snapshot()
  const start = stateOf(scene)
  let failed = 0
  for (let n = 1; ; n++) {
    const came = await failing(scene, how, n, () => open(scene))
    if (came === null) break
    expect(scene.snapshot()).toEqual(files)
    if (came instanceof ToolError) {
      failed++
      // Where the answer to the opening is lost, and nobody can be asked what came of it, the branch goes: forges then close it.
      if (how.failure === 'lost' && scene.forge.pulls.length > 0) scene.forge.pulls.splice(0)
      expect(stateOf(scene)).toEqual(start)
      continue
    }
    expect(scene.forge.pulls).toHaveLength(1)
    scene.forge.pulls.splice(0)
    scene.remote('update-ref', '-d', `refs/heads/${BRANCH}`)
  }
  // What only reads is tried again; a request for a pull request is not, but one that was made is found.
  expect(failed).toBe(how.isForGood ? 3 : how.failure === 'lost' ? 0 : 1)
  expect(scene.forge.pulls).toHaveLength(1)
})

it.each(cases)('brings a pull request up to date or leaves it as it was ($kind: $name)', async (how) => {
  await using scene = await forgeScene(how.kind)
  await open(scene)
  const start = stateOf(scene)
  const [pull] = scene.forge.pulls
  const first = scene.remote('rev-parse', BRANCH)
  const text = { ...pull }
  appendFileSync(join(scene.clone, 'docs', 'openapi.yaml'), '# more\n')
  const files = scene.snapshot()
  const more = { applied: [change(), change({ class: 'enum' })] }
  let failed = 0
  for (let n = 1; ; n++) {
    const came = await failing(scene, how, n, () => open(scene, more))
    if (came === null) break
    expect(scene.snapshot()).toEqual(files)
    if (came instanceof ToolError) {
      failed++
      // Nobody can be asked for the text of before either.
      if (how.failure === 'lost' && how.isForGood) Object.assign(pull ?? {}, text)
      expect(stateOf(scene)).toEqual(start)
      continue
    }
    expect(came).toMatchObject({ action: 'updated' })
    Object.assign(pull ?? {}, text)
    scene.remote('update-ref', `refs/heads/${BRANCH}`, first)
  }
  expect(failed).toBe(how.isForGood ? 4 : 1)
  expect(scene.remote('show', `${BRANCH}:docs/openapi.yaml`)).toContain('# more')
  expect(pull?.body).toContain('- `enum`')
})

it.each(cases)('comments or does not, and once in the end ($kind: $name)', async (how) => {
  await using scene = await forgeScene(how.kind)
  const number = addPull(scene, A)
  let failed = 0
  for (let n = 1; ; n++) {
    const before = scene.forge.comments.length
    const came = await failing(scene, how, n, () => comment(scene, number, A))
    if (came === null) break
    if (!(came instanceof ToolError)) {
      scene.forge.comments.splice(0)
      continue
    }
    failed++
    if (how.failure !== 'lost') expect(scene.forge.comments).toHaveLength(before)
  }
  expect(failed).toBe(how.isForGood ? 4 : 1)
  await comment(scene, number, A)
  await comment(scene, number, A)
  scene.forge.heads.set(number, B)
  await comment(scene, number, B)
  expect(scene.forge.comments).toHaveLength(1)
})

/** A git that fails when it is called for the n-th time: before it does anything, or after. */
function failingGit(scene: Scene): {
  env: Record<string, string>
  at(n: number, when: 'before' | 'after'): void
  calls(): number
} {
  const directory = join(scene.clone, '..', 'bin')
  const [counter, wanted] = [join(directory, 'count'), join(directory, 'wanted')]
  mkdirSync(directory)
  const script = `#!/bin/sh
PATH='${scene.env['PATH']}'
echo x >> '${counter}'
read n when < '${wanted}'
if [ "$(wc -l < '${counter}')" -eq "$n" ]; then
  [ "$when" = before ] || git "$@" > /dev/null 2>&1
  echo "fatal: unable to access 'https://x-access-token:$GITHUB_TOKEN@github.test/': Could not resolve host" >&2
  exit 128
fi
exec git "$@"
`
  writeFileSync(join(directory, 'git'), script)
  chmodSync(join(directory, 'git'), 0o755)
  return {
    env: { PATH: `${directory}:${scene.env['PATH']}` },
    at(n, when) {
      rmSync(counter, { force: true })
      writeFileSync(wanted, `${n} ${when}\n`)
    },
    calls: () => (existsSync(counter) ? readFileSync(counter, 'utf8').split('\n').length - 1 : 0),
  }
}

it.each(['before', 'after'] as const)(
  'leaves nothing behind when git fails (%s it has done its work)',
  async (when) => {
    await using scene = await forgeScene('github')
    const fake = failingGit(scene)
    const files = scene.snapshot()
    const start = stateOf(scene)
    const words = ['pr', 'open', '--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json']
    let failed = 0
    for (let n = 1; ; n++) {
      fake.at(n, when)
      const ran = await scene.run(words, fake.env)
      if (fake.calls() < n) break
      expect(scene.snapshot()).toEqual(files)
      expect(ran.stderr).not.toContain(TOKEN)
      if (ran.exit === 0) {
        scene.forge.pulls.splice(0)
        scene.remote('update-ref', '-d', `refs/heads/${BRANCH}`)
        continue
      }
      failed++
      expect(ran.stderr).toMatch(/^error: .+\n$/)
      expect(ran.stderr).not.toContain('fault of the tool')
      expect(stateOf(scene)).toEqual(start)
    }
    expect(failed).toBeGreaterThan(10)
  },
)
