/** Lists at words below a collection that show its records: those of whoever asks, the latest ones. */
import { keyOf } from './paths.ts'
import type { Family } from './resources.ts'

/** `/articles/me` and `/articles/latest`, of which nothing is read or made, list the component that `/articles` lists. */
export function joinViews(groups: Family[][], listedBy: (family: Family) => string | undefined): void {
  for (const group of [...groups]) {
    const isView = ({ members, creates, singleton }: Family): boolean =>
      !creates && !singleton && members.every(({ act, site }) => site.role !== 'item' && act.op.method === 'GET')
    const [first] = group
    const listed = first === undefined || !group.every(isView) ? undefined : listedBy(first)
    if (listed === undefined) continue
    const around = new Set(
      group.flatMap(({ parts }) => (parts.at(-1)?.param === true ? [] : [keyOf(parts.slice(0, -1))])),
    )
    const home = groups.find(
      (other) => other !== group && other.some((family) => around.has(family.key) && listedBy(family) === listed),
    )
    if (home === undefined) continue
    home.push(...group)
    groups.splice(groups.indexOf(group), 1)
  }
}
