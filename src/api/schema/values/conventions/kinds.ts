/** What things are called, by what they are: a person, a company, or a thing of a kind that has its own names. */
import type { Draw, Maker } from '../draw.ts'
import { singular, snakeName } from '../names.ts'
import { companyOf, holder, personOf, saidName, thingOf } from '../persona.ts'
import { namesByKind } from '../words/things.ts'
import { type Row, tableOf } from './table.ts'

const PERSONS =
  'person user customer contact member owner author employee teammate recipient sender cardholder patient guest subscriber participant attendee driver rider individual payer buyer lead holder account_holder assignee reviewer creator candidate applicant beneficiary passenger student teacher instructor speaker artist director composer photographer writer actor agent_name doctor collaborator invitee staff signer approver manager representative character performer traveler shopper friend profile'
const COMPANIES =
  'company organization organisation org business merchant vendor supplier seller employer publisher partner carrier_name agency firm enterprise distributor legal_entity corporation developer'

const kinds = tableOf<Maker<string>>([
  [PERSONS, (d) => personOf(d).full],
  [COMPANIES, companyOf],
  ['domain hostname dns_record custom_domain sender_domain', (d) => `${slugged(thingOf(d))}.example.com`],
  ...[...namesByKind].map(([kind, names]): Row<Maker<string>> => [kind, (d) => oneOf(d, names)]),
])

/** Things of one population have different names. */
function oneOf({ dice, key, record, ordinal }: Draw, names: readonly string[]): string {
  const start = Math.floor(dice.draw(ordinal === undefined ? key : record.slice(0, record.indexOf('/'))) * names.length)
  return names[(start + (ordinal ?? 0)) % names.length] as string
}

/** Words of a kind that say as well something else where they stand for themselves. */
const AMBIGUOUS =
  /(^|_)(domain|hostname|dns_record|secret|article|post|profile|model|class|region|property|view|check|case|form|answer|question|function|handler|variable|parameter|param|setting|option|table|column|field|section|site|space|index|flow|process|build|run|execution|step|group|list|stream|stage|track|record|feature|flag|machine|session|conversation|thread|message|offer|package|release|node|host|attribute|position|report|file|document|attachment|upload|asset|ref|user|customer|account|owner|member|person|contact|employee|recipient|sender|holder|lead|manager|agent|org|company|organization|organisation|business|merchant|vendor|seller|partner|developer|store|shop|cycle|ledger|wallet|snapshot|backup|queue|workflow|pipeline|job|task|issue|ticket|todo|photo|image|picture|avatar|thumbnail|video|webhook|coupon|discount|product|item|sku|variant|template|project|workspace|tenant|team|event|meeting|server|instance|cluster|container|volume|network|subnet|payment_method|bank_account|device|metric|policy|rule|alert|monitor|character|form|guest|board|goal|tax|tax_rate|plan|channel|room|application|app|service|environment|course|institution|destination|contract|subscription)$/

/** The maker of names for things of a kind, said in snake case; undefined where the kind has none of its own. */
export function namesOf(kind: string): Maker<string> | undefined {
  return kinds(kind)
}

/** The same for a text that is called by the kind and nothing else, `category`. */
export function namesOfBare(kind: string): Maker<string> | undefined {
  return AMBIGUOUS.test(kind) ? undefined : kinds(kind)
}

/** Objects that say nothing of what they hold. */
const WRAPPER =
  /^(data|attributes|result|results|object|properties|fields|payload|body|resource|records?|details?|info|value|values|item|items|node|edges?|\d+|)$/

/** The name of the object that holds the value: a person, a company, or a thing of its kind; the same, however it is called. */
export function nameOfHolder(value: Draw): string {
  const said = saidName(value)
  if (said !== undefined) return said
  const draw = { ...value, key: `${value.record}${holder(value.pointer)}~name` }
  for (const step of draw.pointer.split('/').slice(0, -1).toReversed()) {
    const kind = kindOf(step)
    if (kind === 'wrapper') continue
    return (kind ?? besides(draw) ?? thingOf)(draw)
  }
  const kind = kindOf(draw.record.slice(0, Math.max(0, draw.record.indexOf('/'))))
  return ((kind === 'wrapper' ? undefined : kind) ?? besides(draw) ?? thingOf)(draw)
}

type Kind = Maker<string> | 'wrapper' | undefined
const BOUND = 10_000
const known = new Map<string, Kind>()

/** What things called so are called; remembered, because names of types and properties are few. */
function kindOf(name: string): Kind {
  if (known.has(name)) return known.get(name)
  const word = singular(snakeName(name).replace(VERB, ''))
  const kind = WRAPPER.test(word) ? 'wrapper' : kinds(word)
  if (known.size >= BOUND) known.clear()
  if (name.length < 256) known.set(name, kind)
  return kind
}

/** Of the names of operations. */
const VERB = /_(create|retrieve|list|get|update|delete|add|new|post|send)$/

function besides({ near }: Draw): Maker<string> | undefined {
  if (near?.beside?.isPerson === true) return (d) => personOf(d).full
  return near?.beside?.isCompany === true ? companyOf : undefined
}

/** The name as it stands in addresses of the web. */
export function slugOf(draw: Draw): string {
  return slugged(nameOfHolder(draw))
}

export function slugged(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 60) || 'item'
}
