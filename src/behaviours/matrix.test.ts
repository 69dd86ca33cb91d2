/**
 * Every way in which a request makes, changes or removes a record, and everything that follows from that: each pair is
 * exercised, or says in a sentence why not. Whoever adds an entry point or a consequence is asked about all of its pairs.
 */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Cell, type Matrix, matrixOf } from './matrix.fixture.ts'
import { entries as changes } from './matrix-changing.fixture.ts'
import { consequences as ofChanges } from './matrix-changing-consequences.fixture.ts'
import { consequences as ofCreations } from './matrix-making-consequences.fixture.ts'
import { entries as creations } from './matrix-making-lists.fixture.ts'
import { entries as removals } from './matrix-removing.fixture.ts'
import { consequences as ofRemovals } from './matrix-removing-consequences.fixture.ts'
import { changing, making, removing } from './matrix-waivers.fixture.ts'

const matrices: readonly (readonly [string, Matrix])[] = [
  ['making', matrixOf(creations, ofCreations, making)],
  ['changing', matrixOf(changes, ofChanges, changing)],
  ['removing', matrixOf(removals, ofRemovals, removing)],
]

const named = (cells: readonly Cell[]) => cells.map((cell) => [`${cell.entry} × ${cell.consequence}`, cell] as const)

describe.each(matrices)('%s', (_, { entries, consequences, waivers, cells }) => {
  const exercised = cells.filter(({ why }) => why === undefined)
  const waived = cells.filter(({ why }) => why !== undefined)

  it('has each pair exercised or waived, and waives no other', () => {
    const pairs = entries.flatMap((entry) => consequences.map((one) => `${entry} × ${one}`))
    const inWaivers = Object.entries(waivers).flatMap(([entry, all]) =>
      Object.keys(all).map((one) => `${entry} × ${one}`),
    )
    expect([...named(exercised).map(([name]) => name), ...inWaivers].sort()).toEqual(pairs.sort())
  })

  it.each(named(exercised))('%s', async (_name, cell) => {
    expect(await cell.isRead(), 'an operation is read as the entry point').toBe(true)
    expect(await cell.seen()).toEqual(cell.acts)
    expect(await cell.without(), 'without what implies it').not.toEqual(cell.acts)
  })

  it.each(named(waived))('%s is waived with a sentence, and does not hold', async (_name, cell) => {
    expect(cell.why).toMatch(/^[A-Z]\S* (\S+ ){3,}\S+[^.]$/)
    expect(await holds(cell)).toBe(false)
  })
})

/** A waived cell may ask of an entry point what it has not. */
async function holds(cell: Cell): Promise<boolean> {
  try {
    const isSeen = (await cell.isRead()) && isDeepStrictEqual(await cell.seen(), cell.acts)
    return isSeen && !isDeepStrictEqual(await cell.without(), cell.acts)
  } catch {
    return false
  }
}
