/** What every behaviour keeps: it is recognised and nowhere else, acts, says why, can be switched off, and costs nothing where it is not. */
import { describe as about, expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../test/support/inline.ts'
import { describe } from '../api/model.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import { example as counterCache } from './associations/counter-cache/example.fixture.ts'
import { behaviourNames } from './catalogue.ts'
import { example as growOnly } from './changes/grow-only/example.fixture.ts'
import { example as deletionProtection } from './deletion/deletion-protection/example.fixture.ts'
import { example as restrictedDelete } from './deletion/restricted-delete/example.fixture.ts'
import type { Example } from './example.fixture.ts'
import { example as uniqueKeys } from './identity/unique-keys/example.fixture.ts'
import { behaviours } from './index.ts'
import { example as stateGuard } from './lifecycle/state-guard/example.fixture.ts'
import { example as lineTotals } from './money/line-totals/example.fixture.ts'
import { example as partialAmounts } from './money/partial-amounts/example.fixture.ts'
import { implying } from './of-requests.fixture.ts'
import { recognisers } from './recognisers.ts'

const examples: Readonly<Record<string, Example>> = {
  'counter-cache': counterCache,
  'deletion-protection': deletionProtection,
  'grow-only': growOnly,
  'line-totals': lineTotals,
  'partial-amounts': partialAmounts,
  'restricted-delete': restrictedDelete,
  'state-guard': stateGuard,
  'unique-keys': uniqueKeys,
}

/** What a behaviour concludes of a description, of whatever it is. */
async function factsIn(yaml: string, name: string, overlays: readonly string[] = []) {
  const { head } = await modelOf(yaml, overlays)
  const all = [...head.operations.map(({ plan }) => plan.facts), ...head.resources.map(({ facts }) => facts)]
  return all.flatMap((facts) => facts?.[name] ?? [])
}

async function hooksIn(yaml: string, overlays: readonly string[] = []): Promise<readonly string[]> {
  const model = await modelOf(yaml, overlays)
  const runtime = runtimeOf(describe(model))
  return model.head.operations.flatMap(({ id }) => {
    const compiled = runtime.operation(id)
    const { resource } = compiled
    const phases = resource === undefined ? [] : Object.values(runtime.hooks(compiled, resource))
    return phases.flatMap((phase: readonly { readonly name: string }[]) => phase.map(({ name }) => name))
  })
}

/** Where a behaviour may be switched off, and the paths that select it in a document. */
const places = {
  document: '$',
  'path item': '$.paths.*',
  operation: '$.paths.*.*',
  schema: '$.components.schemas.*',
}

const switched = (name: string, word: string, target: string): string =>
  `overlay: 1.0.0\ninfo: {title: Switch, version: "1"}\nactions: [{target: "${target}", update: {x-tool-behaviours: {${name}: ${word}}}}]`

const switchedOff = (name: string, target: string): string => switched(name, 'off', target)

it('has an example of every behaviour that is recognised, and one that acts', () => {
  expect(Object.keys(examples).sort()).toEqual(recognisers.map(({ fact }) => fact.behaviour).sort())
  for (const name of Object.keys(examples)) expect(behaviours.map((one) => one.name)).toContain(name)
})

about.each(Object.entries(examples))('%s', (name, { implied, plain, seen, acts, off }) => {
  it('is recognised, and says why', async () => {
    const facts = await factsIn(implied, name)
    expect(facts.length).toBeGreaterThan(0)
    for (const fact of facts) {
      expect(fact).toMatchObject({ provenance: 'derived', why: expect.stringMatching(/\w+ \w+/) })
      expect(JSON.parse(JSON.stringify(fact))).toEqual(fact)
    }
  })

  it('is not recognised in what only looks like it, and has no hook there', async () => {
    expect(await factsIn(plain, name)).toEqual([])
    expect(await hooksIn(plain)).not.toContain(name)
    expect(await hooksIn(implied)).toContain(name)
  })

  it('acts', async () => {
    const { ask } = await sandboxOf(implied)
    expect(seen(ask)).toEqual(acts)
  })

  it.each(Object.entries(places))('can be switched off at a %s', async (_place, target) => {
    const overlays = [switchedOff(name, target)]
    expect(await factsIn(implied, name, overlays)).toEqual([])
    const { ask } = await sandboxOf(implied, {}, overlays)
    expect(seen(ask)).toEqual(off)
  })
})

const implied = {
  ...implying,
  ...Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, one.implied])),
}

it('tells users of every behaviour, and has a description that implies each', () => {
  const names = behaviours.map(({ name }) => name)
  expect(behaviourNames).toEqual(names.toSorted())
  expect(Object.keys(implied).sort()).toEqual(behaviourNames)
})

about.each(Object.entries(implied))('%s', (name, yaml) => {
  it('has hooks where it is implied', async () => {
    expect(await hooksIn(yaml)).toContain(name)
  })

  it.each(Object.entries(places))('has none where it is off at a %s', async (_place, target) => {
    expect(await hooksIn(yaml, [switchedOff(name, target)])).not.toContain(name)
  })

  it.each([
    ['document', 'path item'],
    ['path item', 'operation'],
    ['operation', 'schema'],
  ] as const)('has them where it is off at a %s and on at a %s', async (far, near) => {
    const overlays = [switchedOff(name, places[far]), switched(name, 'on', places[near])]
    expect(await hooksIn(yaml, overlays)).toContain(name)
    expect(await hooksIn(yaml, [switched(name, 'on', places[far]), switchedOff(name, places[near])])).not.toContain(
      name,
    )
  })
})
