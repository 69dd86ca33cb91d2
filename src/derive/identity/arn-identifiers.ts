/** How the words of a description write the ARNs of its records: `arn:aws:library:region:account:rack/name`. */
import type { DescribedApi } from '../../api/model.ts'
import type { ArnPlan, IdPlan } from '../../api/plan.ts'
import { compilePattern, findsIn } from '../../api/schema/patterns.ts'
import { isObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { plain, words } from '../naming/words.ts'

interface Arn {
  readonly partition: string
  readonly service: string
  readonly region: string
  readonly account: string
  /** What kind of thing it names; '' where the words do not say. */
  readonly kind: string
  readonly joint: string
}

/** The partition that ARNs have where words do not say another. */
const USUAL = 'aws'

/** The form of the ARNs of a type; undefined where no words have an ARN of the service, or the pattern of the id takes none such. */
export function arnPlan(type: string, id: IdPlan, described: DescribedApi): ArnPlan | undefined {
  const arn = writtenAs(type, described)
  return arn !== undefined && isArnId({ id, arn }) && !fitsShape(arn, id) ? undefined : arn
}

function writtenAs(type: string, described: DescribedApi): ArnPlan | undefined {
  const told = arnsOf(described)
  const [first] = told
  if (first === undefined) return undefined
  const names = words(type)
  const own = names
    .map((_, from) => names.slice(from).join(''))
    .flatMap((tail) => told.find(({ kind }) => plain(kind) === tail) ?? [])[0]
  const region = told.find((one) => REGION.test(one.region))?.region ?? 'us-east-1'
  const account = told.find((one) => ACCOUNT.test(one.account))?.account ?? '123456789012'
  const partition = told.find((one) => one.partition !== 'partition')?.partition ?? USUAL
  const isGlobal = told.every((one) => one.region === '')
  const isBare = told.every(({ kind, joint }) => kind !== '' && joint === '')
  const isCamel = told.some(({ kind }) => /[a-z][A-Z]/.test(kind))
  const joints = new Set(told.flatMap(({ kind, joint }) => (kind === '' || joint === '' ? [] : [joint])))
  const [shared] = joints.size === 1 ? joints : []
  return {
    before: ['arn', partition, first.service, isGlobal ? '' : region, account, ''].join(':'),
    kind: own?.kind ?? (isBare ? '' : isCamel ? camel(names) : names.join('-')),
    joint: own?.joint || (shared ?? '/'),
  }
}

/** The pattern of the id takes such ARNs. */
function fitsShape({ before, kind, joint }: ArnPlan, { shape }: Pick<IdPlan, 'shape'>): boolean {
  const pattern = shape.kind === 'pattern' ? compilePattern(shape.pattern) : undefined
  if (pattern === undefined) return true
  return [SAMPLE, 'name'].some((end) => findsIn(pattern, before + (kind === '' ? '' : kind + joint) + end))
}

const SAMPLE = '01234567-89ab-4cde-8f01-23456789abcd'

/** The id is an ARN that the provider writes. */
export function isArnId({
  id,
  arn,
}: {
  readonly id: Pick<IdPlan, 'place' | 'chosenBy'>
  readonly arn?: ArnPlan | undefined
}): boolean {
  return arn !== undefined && id.chosenBy === 'server' && /arn$/i.test(id.place.at(-1) ?? '')
}

function camel([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/
const ACCOUNT = /^\d{12}$/
const TOLD = /arn:([a-z][a-z-]*)[^:\s]{0,20}:([a-z][\w-]*):([^:\s]{0,40}):([^:\s]{0,40}):([a-zA-Z-]*)([:/]?)/g
/** Texts of one description that are looked through, and how much of each. */
const MOST_TEXTS = 50_000
const LONGEST = 8_000

/** ARNs of the service's own things: of the service that a host is called after, else of the one that words speak of most. */
const arnsOf = oncePer((described: DescribedApi): readonly Arn[] => {
  const found: Arn[] = []
  for (const text of textsOf(described)) {
    const bare = text.slice(0, LONGEST).replace(/<\/?\w+>|&[lg]t;|[{}[\]$`]/g, '')
    for (const [, partition = '', service = '', region = '', account = '', kind = '', joint = ''] of bare.matchAll(
      TOLD,
    ))
      found.push({ partition, service, region, account, kind, joint })
  }
  const counts = new Map<string, number>()
  const hosts = new Set(described.hosts.flatMap((host) => host.toLowerCase().split(/[./:]+/)))
  for (const { service } of found) counts.set(service, (counts.get(service) ?? 0) + (hosts.has(service) ? 1_000 : 1))
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  const [first] = found
  const [host = '', ...domain] = described.hosts[0]?.split('.') ?? []
  const isService = /^[a-z][\w-]*$/.test(host)
  if (most !== undefined && (hosts.has(most[0]) || !isService))
    return found.filter(({ service }) => service === most[0])
  if (first === undefined && !(isService && domain.length > 1 && !/^(www|api)/.test(host))) return []
  // Words have the ARNs of others alone, or none: they are those of the service that the host is called after.
  const { partition = USUAL, region = '', account = '' } = first ?? {}
  return [{ partition, service: host, region: REGION.test(region) ? region : '-', account, kind: '', joint: '' }]
})

function textsOf({ operations, schemas }: DescribedApi): readonly string[] {
  const texts: string[] = []
  const look = (value: unknown, depth: number): void => {
    if (texts.length >= MOST_TEXTS || depth > 8) return
    if (typeof value === 'string') {
      if (value.includes('arn:')) texts.push(value)
    } else if (Array.isArray(value)) for (const one of value) look(one, depth + 1)
    else if (isObject(value))
      // What a pattern lets through is no ARN that somebody wrote.
      for (const [name, one] of Object.entries(value)) if (name !== 'pattern') look(one, depth + 1)
  }
  for (const { description, parameters } of operations) {
    look(description, 0)
    for (const parameter of parameters) look(parameter.description, 0)
  }
  for (const schema of schemas.values()) look(schema, 0)
  return texts
}
