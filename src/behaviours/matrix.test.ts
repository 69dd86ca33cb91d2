/** Every entry point × every consequence is exercised, or a sentence says why it is not. */
import { describe as about, expect, it } from 'vitest'
import { sandboxOf } from '../../test/support/inline.ts'
import { type Ask, description, merged, type Piece, type Table, without } from './matrix.fixture.ts'
import { consequences as changed, changing, changingClient, entries as ways } from './matrix-changing.fixture.ts'
import { changing as changingCells, changingConsequences } from './matrix-changing-cells.fixture.ts'
import { clientOf, entries as makers, making, consequences as whenMade } from './matrix-making.fixture.ts'
import { making as makingCells, makingConsequences } from './matrix-making-cells.fixture.ts'
import { entries as removers, removing, shelfOf, consequences as whenRemoved } from './matrix-removing.fixture.ts'
import { removing as removingCells, removingConsequences } from './matrix-removing-cells.fixture.ts'
import { special } from './matrix-special.fixture.ts'

/** One cell: a description with its piece and one without, what is done, and what is seen then. */
interface Cell {
  readonly api: (isControl: boolean) => Piece
  readonly seen: (ask: Ask) => unknown
  readonly acts: unknown
  /** Switched off for the control. */
  readonly off?: string
  /** What is seen has its own control: the same without the field. */
  readonly isOwnControl: boolean
}

interface Family {
  readonly cells: Table<string>
  readonly consequences: readonly string[]
  readonly cell: (entry: string, consequence: string) => Cell | undefined
}

const families: Readonly<Record<string, Family>> = {
  making: { cells: makingCells, consequences: makingConsequences, cell: madeBy },
  changing: { cells: changingCells, consequences: changingConsequences, cell: changedBy },
  removing: { cells: removingCells, consequences: removingConsequences, cell: removedBy },
}

function madeBy(name: string, consequence: string): Cell | undefined {
  const [entry, follows] = [makers[name], whenMade[consequence]]
  if (entry === undefined || follows === undefined) return undefined
  return {
    ...ofConsequence(consequence, follows),
    api: (isControl) => making(entry, follows, isControl),
    seen(ask) {
      const client = clientOf(follows, ask)
      return follows.seen(client, (...all) => entry.make(client, all))
    },
  }
}

function changedBy(name: string, consequence: string): Cell | undefined {
  const [entry, follows] = [ways[name], changed[consequence]]
  if (entry === undefined || follows === undefined) return undefined
  return {
    ...ofConsequence(consequence, follows),
    api: (isControl) => changing(entry, follows, isControl),
    seen: (ask) => follows.seen(changingClient(entry, ask)),
  }
}

function removedBy(name: string, consequence: string): Cell | undefined {
  const [entry, follows] = [removers[name], whenRemoved[consequence]]
  if (entry === undefined || follows === undefined) return undefined
  return {
    ...ofConsequence(consequence, follows),
    api: (isControl) => removing(entry, follows, isControl),
    seen(ask) {
      const shelf = shelfOf(ask)
      return follows.seen(shelf, (id, fields) => entry.remove(shelf, id, fields))
    },
  }
}

function ofConsequence(name: string, { acts, off }: { readonly acts: unknown; readonly off?: string }) {
  return { acts, isOwnControl: isOfFields(name), ...(off !== undefined && { off }) }
}

const isOfFields = (consequence: string): boolean => consequence === 'optimistic-concurrency'

function specialCell(name: string, consequence: string): Cell | undefined {
  const one = special[`${name} × ${consequence}`]
  if (one === undefined) return undefined
  const api = (isControl: boolean): Piece => (isControl ? one.piece : merged(one.piece, one.added))
  return { api, seen: one.seen, acts: one.acts, isOwnControl: isOfFields(consequence) }
}

async function seenIn({ api, seen, off }: Cell, isControl: boolean): Promise<unknown> {
  const yaml = description(api(isControl && off === undefined))
  const { ask } = await sandboxOf(yaml, {}, isControl && off !== undefined ? [without(off)] : [])
  return seen(ask)
}

about.each(Object.entries(families))('%s', (_family, { cells, consequences, cell }) => {
  it.each(Object.entries(cells))('%s: each consequence is exercised or waived, never both', (_entry, own) => {
    const waived = Object.keys(own.waived)
    expect([...own.exercised, ...waived].sort()).toEqual([...consequences].sort())
    for (const sentence of Object.values(own.waived)) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
  })

  const exercised = Object.entries(cells).flatMap(([entry, own]) =>
    own.exercised.map((consequence) => [entry, consequence] as const),
  )
  it.each(exercised)('%s × %s', async (entry, consequence) => {
    const one = specialCell(entry, consequence) ?? cell(entry, consequence)
    if (one === undefined) throw new Error('nothing exercises it')
    expect(await seenIn(one, false)).toEqual(one.acts)
    if (!one.isOwnControl) expect(await seenIn(one, true)).not.toEqual(one.acts)
  })
})
