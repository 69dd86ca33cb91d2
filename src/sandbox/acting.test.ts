import { expect, it } from 'vitest'
import { modelOf } from '../../test/support/inline.ts'
import { describe } from '../api/model.ts'
import { example as counterCache } from '../behaviours/associations/counter-cache/example.fixture.ts'
import { example as uniqueKeys } from '../behaviours/identity/unique-keys/example.fixture.ts'
import { implying } from '../behaviours/of-requests.fixture.ts'
import { actingBehaviours } from './acting.ts'

async function shown(yaml: string, name: string, switches: readonly (readonly [target: string, word: string])[] = []) {
  const actions = switches.map(
    ([target, word]) => `{target: "${target}", update: {x-tool-behaviours: {${name}: ${word}}}}`,
  )
  const overlay = `overlay: 1.0.0\ninfo: {title: Switch, version: "1"}\nactions: [${actions.join(', ')}]`
  const model = await modelOf(yaml, actions.length === 0 ? [] : [overlay])
  const { acts, off } = actingBehaviours(describe(model)).find((one) => one.name === name) ?? {}
  return { acts, off }
}

const counts = { type: 'comment', provenance: 'derived', why: 'comments_count of post counts each comment' }

it('tells on which type a behaviour acts, with the reason of its fact', async () => {
  expect(await shown(counterCache.implied, 'counter-cache')).toEqual({ acts: [counts], off: [] })
  expect(await shown(counterCache.plain, 'counter-cache')).toEqual({})
})

it('tells in which operations one acts', async () => {
  const { acts } = await shown(uniqueKeys.implied, 'unique-keys')
  expect(acts).toEqual([{ operation: 'postUsers', provenance: 'derived', why: expect.stringContaining('email') }])
})

it('gives the usual reason where nothing is concluded of the type alone', async () => {
  const { acts } = await shown(implying['derived-name'] ?? '', 'derived-name')
  expect(acts).toEqual([{ type: 'thing', provenance: 'derived', why: 'property names and their descriptions' }])
})

it.each([
  [[['$', 'off']], [], [{ document: true }]],
  [[['$.components.schemas.Comment', 'off']], [], [{ type: 'comment' }]],
  [
    [
      ['$', 'off'],
      ['$.components.schemas.Comment', 'on'],
    ],
    [counts],
    [{ document: true }],
  ],
  [[["$.paths['/posts'].post", 'off']], [counts], [{ operation: 'postPosts' }]],
] as const)('tells where one is off: %j', async (switches, acts, off) => {
  expect(await shown(counterCache.implied, 'counter-cache', switches)).toEqual({ acts, off })
})
