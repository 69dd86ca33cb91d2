/**
 * One person, one company and one place per record: whatever a record says of them is said of the same one, and agrees
 * with what was sent and with what examples show. Elements of lists, and people with parts of their own (a sender, a
 * recipient), are others.
 */
import { beside, type Draw, oneOf, pick, whole } from './draw.ts'
import { type Facts, factsOf } from './facts.ts'
import { snakeName } from './names.ts'
import { adjectives, companySuffixes, firstNames, firstWords, lastNames, nouns, secondWords } from './words/general.ts'
import { type Country, countries, type Town } from './words/places.ts'

export interface Person {
  readonly first: string
  readonly last: string
  readonly full: string
  readonly email: string
  /** The year of birth. */
  readonly born: number
}

export function personOf(draw: Draw): Person {
  const role = roleIn(draw.pointer)
  const own = subject(draw, `person${role}`)
  const isTold = ownRole(draw.pointer.slice(draw.pointer.lastIndexOf('/') + 1)) === ''
  const facts = isTold ? factsNear(draw, role === '') : []
  const [saidFirst, saidLast] = nameIn(facts, draw.near?.beside?.isPerson === true)
  const first = saidFirst ?? pick(beside(own, 'first'), firstNames)
  const last = saidLast ?? pick(beside(own, 'last'), lastNames)
  const email = facts.find((one) => one.email !== undefined)?.email
  return {
    first,
    last,
    full: last === '' ? first : `${first} ${last}`,
    email: email ?? `${mailbox(first, last)}@example.com`,
    born: whole(beside(own, 'born'), 1960, 2003),
  }
}

/** Who is who where a record tells of several; whoever made or owns it is its own person. */
const ROLE =
  /(?:^|[/_])(sender|from|recipient|receiver|beneficiary|payer|payee|buyer|seller|assignee|reviewer|approver|manager|supervisor|agent|operator|referrer|spouse|emergency_contact|guest|driver|shipper|consignee|destination|origin|to|reply_to)(?=[/_]|$)/
/** What a property tells of its person, after the words that say which person. */
const TOLD =
  /_?(?:(?:first|last|full|given|family|display|nick|screen|user|login)_?name|name|e?_?mail(?:_address)?|phone(?:_number)?|user_?name)$/
/** Words before that which mean the record's own person. */
const OWN =
  /^(?:user|customer|contact|client|account|account_holder|owner|member|billing|shipping|primary|main|login|cardholder|card_holder|holder|person|personal|work|home|business|company|profile|real|legal|registered|customer_user|alternate|alternative|preferred|former|native|local|phonetic|long|short|original|complete)?$/

/** The part that the person has in the record; '' for its own. */
function roleIn(pointer: string): string {
  const at = pointer.lastIndexOf('/')
  const own = ownRole(pointer.slice(at + 1))
  return own === '' ? (ROLE.exec(plainPath(pointer.slice(0, Math.max(0, at))))?.[1] ?? '') : own
}

/** The part as the name of the value itself says it: nothing of what stands beside the value is said of this one. */
function ownRole(name: string): string {
  const snake = snakeName(name)
  const before = TOLD.test(snake) ? snake.replace(TOLD, '') : (ROLE.exec(snake)?.[1] ?? '')
  return OWN.test(before) ? '' : before
}

function plainPath(pointer: string): string {
  return pointer.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The bare `name` beside a value is that of a person only in an object that tells of one. */
function nameIn(
  facts: readonly Facts[],
  isPerson: boolean,
): readonly [first: string | undefined, last: string | undefined] {
  for (const { given, family, name, email, user } of facts) {
    if (given !== undefined || family !== undefined) return [given, family]
    const [, first, last] =
      /^(\p{Lu}[\p{L}'.-]*(?: \p{Lu}\.?)?) (\p{Lu}[\p{L}'-]+)$/u.exec(
        isPerson || email !== undefined ? (name ?? '') : '',
      ) ?? []
    if (first !== undefined) return [first, last]
    const [, one, other] = /^([a-z]{2,})[._]([a-z]{2,})(?:@|$)/i.exec(email ?? user ?? '') ?? []
    if (one !== undefined && other !== undefined) return [capital(one), capital(other)]
  }
  return [undefined, undefined]
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

function mailbox(first: string, last: string): string {
  const plain = `${first}.${last}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '')
  return plain.replace(/^\.+|\.+$/g, '') || 'user'
}

/** What a company is called. */
export function companyOf(draw: Draw): string {
  const said = factNear(draw, (one) => one.company !== undefined)?.company
  const own = subject(draw, 'company')
  return said ?? `${pick(beside(own, 'noun'), nouns)} ${pick(beside(own, 'suffix'), companySuffixes)}`
}

/** A place, and what belongs to it. */
export interface Place {
  readonly country: Country
  readonly town: Town
  readonly street: string
  /** In international form, of the ranges that are kept free for fiction, so that no real one rings. */
  readonly phone: string
}

export function placeOf(draw: Draw): Place {
  const said = factNear(draw, (one) => one.country !== undefined)
  return new DrawnPlace(draw, said?.country ?? (countries[0] as Country), said?.town)
}

/** Drawn as far as it is asked: most want to know the country. */
class DrawnPlace implements Place {
  readonly country: Country
  private readonly draw: Draw
  private known: Town | undefined
  private own: Draw | undefined

  constructor(draw: Draw, country: Country, town: Town | undefined) {
    this.draw = draw
    this.country = country
    this.known = town
  }

  get town(): Town {
    this.known ??= pick(this.of('town'), this.country.towns)
    return this.known
  }

  get street(): string {
    const number = whole(this.of('number'), 1, 240)
    const name = pick(this.of('street'), this.town.streets)
    return this.country.numberFirst ? `${number} ${name}` : `${name} ${number}`
  }

  get phone(): string {
    const last = String(whole(this.of('phone'), 0, 99)).padStart(2, '0')
    return `+${this.country.dial}${this.town.phone}${last}`
  }

  private of(part: string): Draw {
    this.own ??= subject(this.draw, `place${SIDE.exec(plainPath(this.draw.pointer))?.[1] ?? ''}`)
    return beside(this.own, part)
  }
}

const SIDE = /(?:^|[/_])(from|to|origin|destination)(?=[/_]|$)/

/** What a thing is called, where its kind has no names of its own: by its noun, if there is one. */
export function thingOf(draw: Draw, noun?: string): string {
  const said = saidName(draw)
  if (said !== undefined) return said
  const own = { ...draw, key: `${draw.record}${holder(draw.pointer)}~thing` }
  if (noun === undefined) return `${pick(beside(own, 'first'), firstWords)} ${pick(beside(own, 'second'), secondWords)}`
  const name = `${oneOf(own, adjectives)} ${noun.replace(/(?<= )[a-z]/g, (letter) => letter.toUpperCase())}`
  return TECHNICAL.test(noun) ? name.toLowerCase().replaceAll(' ', '-') : name
}

/** What machines call by its name. */
const TECHNICAL =
  /\b(?:ref|reference|spec|config|configuration|binding|definition|claim|target|source|selector|status|resource|access review|taint|component)$/i

/** The name of the thing as it stands in what is known of the object. */
export function saidName({ near }: Draw): string | undefined {
  if (near === undefined) return undefined
  for (const object of [...near.sources, ...near.samples]) {
    const { name, title } = factsOf(object)
    if (name !== undefined || title !== undefined) return name ?? title
  }
  return undefined
}

/** The pointer of the object that holds a value. */
export function holder(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** One draw for all that is said of the same in a record: of the record, or of one element of its lists. */
function subject(draw: Draw, what: string): Draw {
  const [element = ''] = /^.*\/\d+(?=\/|$)/.exec(draw.pointer) ?? []
  return { ...draw, key: `${draw.record}${element}~${what}` }
}

/** What is known, the closest first; of the whole only where the value is of the whole's own. */
function factsNear(draw: Draw, ofWhole: boolean): readonly Facts[] {
  const facts: Facts[] = []
  findNear(draw, ofWhole, (one) => {
    facts.push(one)
    return false
  })
  return facts
}

/** The first of what is known, the whole too, that says it. */
function factNear(draw: Draw, says: (one: Facts) => boolean): Facts | undefined {
  return findNear(draw, true, says)
}

function findNear({ near, pointer }: Draw, ofWhole: boolean, says: (one: Facts) => boolean): Facts | undefined {
  if (near === undefined) return undefined
  const shown = near.beside?.shown
  return (
    firstIn(near.sources, says) ??
    firstIn(near.samples, says) ??
    (shown === undefined ? undefined : firstIn([shown], says)) ??
    (ofWhole && !ELEMENT.test(pointer) ? firstIn(near.whole, says) : undefined)
  )
}

function firstIn(objects: readonly unknown[], says: (one: Facts) => boolean): Facts | undefined {
  for (const object of objects) {
    const facts = factsOf(object)
    if (says(facts)) return facts
  }
  return undefined
}

const ELEMENT = /\/\d+(?=\/|$)/
