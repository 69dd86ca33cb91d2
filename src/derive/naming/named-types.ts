/**
 * Which type a name means. Names are compared plain; the ways differ in what a name may say besides.
 *
 *   called     `project`, and nothing besides
 *   referred   `project`, `project_id`, `projectId`
 *   several    `projects`, `project_ids`, and one of them
 *   ending     `comments`, `comment` where there is an `issue_comment`
 *   meant      `projects`, `project_key`, `project_number`: names in paths, where something has to be meant
 */
import type { ModelReader } from '../../api/model-reader.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { listAt } from '../../support/list-at.ts'
import { oncePer } from '../../support/once-per.ts'
import { plain, singularName, stem } from './words.ts'

export interface NamedTypes {
  called(name: string): ResourcePlan | undefined
  referred(name: string): ResourcePlan | undefined
  several(name: string): ResourcePlan | undefined
  ending(name: string): readonly ResourcePlan[]
}

/** The form in which names of one and of several are equal. */
export function nameKey(name: string): string {
  return plain(singularName(name))
}

/** What the name means among names that are kept by their `nameKey`. */
export function meant<T>(name: string, byKey: ReadonlyMap<string, T>): T | undefined {
  return byKey.get(nameKey(stem(name))) ?? byKey.get(nameKey(name))
}

/** One or several of a type: the name, in the singular, is how its own name ends. */
export function isEndOf(name: string, type: string): boolean {
  return endsOf(type).includes(nameKey(name))
}

function endsOf(type: string): readonly string[] {
  const steps = type.split('_')
  return steps.map((_, index) => plain(steps.slice(index).join('')))
}

/** The types of a description by their names; of several that are called the same, the first. */
export function namedTypes({ api: { head } }: Pick<ModelReader, 'api'>): NamedTypes {
  return namedIn(head)
}

const namedIn = oncePer(({ resources }: ModelReader['api']['head']): NamedTypes => {
  const byName = new Map<string, ResourcePlan>()
  const byEnd = new Map<string, ResourcePlan[]>()
  for (const resource of resources) {
    const own = plain(resource.type)
    if (!byName.has(own)) byName.set(own, resource)
    for (const end of endsOf(resource.type)) listAt(byEnd, end).push(resource)
  }
  const called = (name: string): ResourcePlan | undefined => byName.get(plain(name))
  return {
    called,
    referred: (name) => called(name) ?? byName.get(plain(name).replace(/id$/, '')),
    several(name) {
      const word = plain(name)
      const own = word.replace(/ids?$/, '')
      return byName.get(nameKey(name)) ?? (own === word ? undefined : (byName.get(own) ?? byName.get(nameKey(own))))
    },
    ending: (name) => byEnd.get(nameKey(name)) ?? NONE,
  }
})

const NONE: readonly ResourcePlan[] = []

/** The type whose records a schema shows, or else the one that is called so; undefined where none is served. */
export function typeShown(name: string, schema: Schema, reader: ModelReader): ResourcePlan | undefined {
  if (typeof schema === 'boolean') return undefined
  const named = namedTypes(reader).called(name)
  for (const { plans, own } of shownBy(schema, reader)) {
    const plan = plans.find((one) => one === named) ?? own ?? (plans.length === 1 ? plans[0] : undefined)
    if (plan !== undefined) return plan
  }
  return named
}

interface Shown {
  readonly plans: readonly ResourcePlan[]
  /** The one whose component it is first of all. */
  readonly own: ResourcePlan | undefined
}

/** The types of each component that the schema refers to, itself or in an alternative. */
const shownBy = oncePer((schema: Schema & object, { api, view }: ModelReader): readonly Shown[] => {
  const { references, variants } = view(schema)
  const named = [...references, ...variants.flatMap((variant) => view(variant).references)]
  return named.flatMap((reference) => {
    const plans = api.head.resources.filter((plan) => view(plan.schema).references.includes(reference))
    const own = plans.find((plan) => view(plan.schema).references[0] === reference)
    if (plans.length > 0) return [{ plans, own }]
    const alternatives = api.head.resources.filter(({ schema: one }) => alternativesOf(one, view).has(reference))
    return alternatives.length === 1 ? [{ plans: alternatives, own: undefined }] : []
  })
})

/** The components that are each what a record may be: `address_us` or `address_intl`. */
function alternativesOf(schema: Schema, view: ModelReader['view']): ReadonlySet<string> {
  const { variants } = view(schema)
  return new Set(variants.flatMap((variant) => view(variant).references.slice(0, 1)))
}
