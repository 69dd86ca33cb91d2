/** What every behaviour keeps: it is recognised and nowhere else, acts, says why, can be switched off, and costs nothing where it is not. */
import { describe as about, expect, it } from 'vitest'
import { modelOf, sandboxOf } from '../../test/support/inline.ts'
import { describe } from '../api/model.ts'
import { runtimeOf } from '../sandbox/runtime.ts'
import { example as counterCache } from './associations/counter-cache/example.fixture.ts'
import { example as growOnly } from './changes/grow-only/example.fixture.ts'
import { example as deletionProtection } from './deletion/deletion-protection/example.fixture.ts'
import { example as restrictedDelete } from './deletion/restricted-delete/example.fixture.ts'
import type { Example } from './example.fixture.ts'
import { example as uniqueKeys } from './identity/unique-keys/example.fixture.ts'
import { behaviours } from './index.ts'
import { example as stateGuard } from './lifecycle/state-guard/example.fixture.ts'
import { example as lineTotals } from './money/line-totals/example.fixture.ts'
import { example as partialAmounts } from './money/partial-amounts/example.fixture.ts'
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

async function hooksIn(yaml: string): Promise<readonly string[]> {
  const model = await modelOf(yaml)
  const runtime = runtimeOf(describe(model))
  return model.head.operations.flatMap(({ id }) => {
    const compiled = runtime.operation(id)
    const { resource } = compiled
    const phases = resource === undefined ? [] : Object.values(runtime.hooks(compiled, resource))
    return phases.flatMap((phase: readonly { readonly name: string }[]) => phase.map(({ name }) => name))
  })
}

const switchedOff = (name: string): string =>
  `overlay: 1.0.0\ninfo: {title: Off, version: "1"}\nactions: [{target: $, update: {x-tool-behaviours: {${name}: off}}}]`

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

  it('can be switched off', async () => {
    expect(await factsIn(implied, name, [switchedOff(name)])).toEqual([])
    const { ask } = await sandboxOf(implied, {}, [switchedOff(name)])
    expect(seen(ask)).toEqual(off)
  })
})

it('complains of behaviours that nobody knows', async () => {
  const { head } = await modelOf(growOnly.implied, [switchedOff('grows-only')])
  expect(head.report.problems.map(({ message }) => message).join()).toMatch(/grows-only.*grow-only/)
})
