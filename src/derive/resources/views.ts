/** Lists at words below a collection that show its records: those of whoever asks, the latest ones. */
import { keyOf } from '../paths/paths.ts'
import type { Family } from './families.ts'

/** `/articles/me` and `/articles/latest`, of which nothing is read or made, list the component that `/articles` lists. */
export function joinViews(groups: Family[][], listedBy: (family: Family) => string | undefined): void {
  const seats = new Map(groups.flatMap((group) => group.map((family) => [family.key, { family, group }])))
  for (const group of [...groups]) {
    const isView = ({ members, creates, singleton }: Family): boolean =>
      !creates && !singleton && members.every(({ act, site }) => site.role !== 'item' && act.op.method === 'GET')
    const [first] = group
    const listed = first === undefined || !group.every(isView) ? undefined : listedBy(first)
    if (listed === undefined) continue
    const around = new Set(
      group.flatMap(({ parts }) => (parts.at(-1)?.param === true ? [] : [keyOf(parts.slice(0, -1))])),
    )
    const homes = [...around].flatMap((key) => {
      const seat = seats.get(key)
      return seat !== undefined && seat.group !== group && listedBy(seat.family) === listed ? [seat.group] : []
    })
    const [home] = homes.length < 2 ? homes : homes.sort((a, b) => groups.indexOf(a) - groups.indexOf(b))
    if (home === undefined) continue
    home.push(...group)
    for (const family of group) seats.set(family.key, { family, group: home })
    groups.splice(groups.indexOf(group), 1)
  }
}
