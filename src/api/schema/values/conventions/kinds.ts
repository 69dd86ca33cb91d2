/** What things are called, by what they are: a person, a company, or a thing of a kind that has its own names. */
import { type Draw, type Maker, oneOf } from '../draw.ts'
import { singular, snakeName } from '../names.ts'
import { companyOf, holder, personOf, saidName, thingOf } from '../persona.ts'
import { isEventKind, namesByKind, services } from '../words/things.ts'
import { type Row, tableOf } from './table.ts'

const PERSONS =
  'person user customer contact member owner author employee teammate recipient sender cardholder patient guest subscriber participant attendee driver rider individual payer buyer lead holder account_holder assignee reviewer creator candidate applicant beneficiary passenger student teacher instructor speaker artist director composer photographer writer actor agent_name doctor collaborator invitee staff signer approver manager representative character performer traveler shopper friend profile'
const COMPANIES =
  'company organization organisation org business merchant vendor supplier seller employer publisher partner carrier_name agency firm enterprise distributor legal_entity corporation developer'

const hosts: readonly string[] = ['shop', 'mail', 'app', 'news', 'help']

const person: Maker<string> = (d) => personOf(d).full

const kinds = tableOf<Maker<string>>([
  [PERSONS, person],
  [COMPANIES, companyOf],
  ['domain hostname dns_record custom_domain sender_domain', (d) => `${oneOf(d, hosts)}.example.com`],
  ...[...namesByKind].map(([kind, names]): Row<Maker<string>> => [kind, (d) => oneOf(d, shownNames(kind, d) ?? names)]),
])

function shownNames(kind: string, { eventNames, near }: Draw): readonly string[] | undefined {
  if (kind === 'product') return near?.beside === undefined || near.beside.isGoods ? undefined : services
  return isEventKind(kind) ? eventNames : undefined
}

/** Words of a kind that say as well something else where they stand for themselves. */
const AMBIGUOUS =
  /(^|_)(domain|hostname|dns_record|secret|article|post|profile|model|class|region|property|view|check|case|form|answer|question|function|handler|variable|parameter|param|setting|option|table|column|field|section|site|space|index|flow|process|build|run|execution|step|group|list|stream|stage|track|record|feature|flag|machine|session|conversation|thread|message|offer|package|release|node|host|attribute|position|report|file|document|attachment|upload|asset|ref|user|customer|account|owner|member|person|contact|employee|recipient|sender|holder|lead|manager|agent|org|company|organization|organisation|business|merchant|vendor|seller|partner|developer|store|shop|cycle|ledger|wallet|snapshot|backup|queue|workflow|pipeline|job|task|issue|ticket|todo|photo|image|picture|avatar|thumbnail|video|webhook|coupon|discount|product|item|sku|variant|template|project|workspace|tenant|team|event|meeting|server|instance|cluster|container|volume|network|subnet|payment_method|bank_account|device|metric|policy|rule|alert|monitor|character|form|guest|board|goal|tax|tax_rate|plan|channel|room|application|app|service|environment|course|institution|destination|contract|subscription|stop|star|rate|fee|exchange|log|filter|prompt|connection|credential|search_index|route|trip|journey|show|series|practice|treatment|procedure|loan|fund|portfolio|season|badge|menu|modifier|calendar|shift|seat|game|league|ticket_type|certificate|language|compiler|identity_provider|park|garden|station|surcharge|reward|membership|exhibition|museum|data_source|voice|reader|terminal|episode|chapter|insurance|award|level_name|function_call|tool_call|tool|pull_request|token|reward_tier|plant|tree|flower|ship|plane|benefit|opening|evaluation|eval|envelope|star|moon|drink|species|assistant|rate_plan|resource_pool|resource_name|resource_label|admission|error|problem|mission|rocket|satellite|page|note|deal|opportunity|poll|permission|widget|expense|scan|vulnerability|finding|commit|notification)$/

/** The maker of names for things of a kind, said in snake case; undefined where the kind has none of its own. */
export function namesOf(kind: string): Maker<string> | undefined {
  return kinds(kind)
}

/** The same for a text that is called by the kind and nothing else, `category`. */
export function namesOfBare(kind: string): Maker<string> | undefined {
  return AMBIGUOUS.test(singular(kind)) ? undefined : kinds(kind)
}

/** Objects that say nothing of what they hold. */
const WRAPPER =
  /^(data|attributes|result|results|object|object_meta|metadata|meta|properties|fields|payload|body|resource|records?|details?|info|value|values|item|items|node|edges?|response|request|input|output|success|schema|list|entity|entry|main|base|spec|row|\d+|)$/

/** The name of the object that holds the value: a person, a company, or a thing of its kind; the same, however it is called. */
export function nameOfHolder(value: Draw): string {
  const said = saidName(value)
  if (said !== undefined) return said
  const draw = { ...value, key: `${value.record}${holder(value.pointer)}~name` }
  const around = kindsAround(draw)
  for (const { maker } of around) if (maker !== undefined) return maker(draw)
  return besides(draw)?.(draw) ?? thingOf(draw, around.find(({ noun }) => noun !== undefined)?.noun)
}

/** What an object may be, as a property, a component or an operation calls it. */
export interface Kind {
  /** In snake case; '' where it says nothing. */
  readonly word: string
  /** Of its names, where they are known. */
  readonly maker: Maker<string> | undefined
  readonly isPerson: boolean
  /** As one writes it at the head of a line: `Voice consent`. */
  readonly noun: string | undefined
}

/** What holds the value, the most telling first: by its own property, its component, what it is wrapped in, the record. */
export function kindsAround({ pointer, record, near }: Draw): readonly Kind[] {
  const steps = pointer.split('/').slice(1, -1)
  const own = kindOf(near?.beside?.kind ?? '')
  const found: Kind[] = []
  for (let i = steps.length - 1; i >= 0; i--) {
    const kind = kindOf(steps[i] ?? '')
    if (kind.word !== '') return own.word === '' || found.includes(own) ? [...found, kind] : [kind, own, ...found]
    if (found.length === 0 && own.word !== '') found.push(own)
  }
  if (found.length === 0 && own.word !== '') found.push(own)
  const type = kindOf(record.slice(0, Math.max(0, record.indexOf('/'))))
  return type.word === '' ? found : [...found, type]
}

const BOUND = 10_000
const known = new Map<string, Kind>()

/** Remembered, because names of types and properties are few. */
function kindOf(name: string): Kind {
  let kind = known.get(name)
  if (kind !== undefined) return kind
  kind = newKind(singular(kindWord(name)))
  if (known.size >= BOUND) known.clear()
  if (name.length < 256) known.set(name, kind)
  return kind
}

function newKind(word: string): Kind {
  if (WRAPPER.test(word)) return NO_KIND
  const maker = kinds(word)
  return { word, maker, isPerson: maker === person, noun: nounOf(word) }
}

const NO_KIND: Kind = { word: '', maker: undefined, isPerson: false, noun: undefined }

/** The name of a component, a type or an operation without what says only how it is used: `CreateVoiceResponse` is a `voice`. */
function kindWord(name: string): string {
  let word = snakeName(name.slice(-256))
    .replace(VERSIONS, '_')
    .replace(/^_+|_+$/g, '')
  for (let before = ''; before !== word; ) {
    before = word
    word = word.replace(VERB, '').replace(USE, '')
  }
  return word
}

const VERSIONS = /(?:^|_)(?:v\d+|beta|alpha)(?=_|$)/g
const VERB =
  /^(?:create|get|list|post|put|patch|update|delete|add|retrieve|fetch|upsert|new|set|objs?)_|_(?:create|retrieve|get|update|delete|add|new|send|upsert|patch|start|stop|(?<!(?:blog|forum|social|news|wall|job)_)post)$/
const USE =
  /_(?:(?<!(?:pull|merge|feature|change|access|join|leave|quote|purchase|time_off)_)request|response|input|output|in|out|dto|schema|resource|object|obj|body|payload|param|params|data|base|full|summary|compact|view|fields|properties|attributes|details?|info|result|options?|opts|success|write|read|row|by_id)$/

/** The last two words, the first with a capital. */
function nounOf(word: string): string | undefined {
  const words = word.split('_').slice(-2)
  if (words.some((one) => !/^[a-z]{2,20}$/.test(one))) return undefined
  const [first = '', ...rest] = words.map((one) => (SHORT.test(one) ? one.toUpperCase() : one))
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

/** What one writes in capitals. */
const SHORT = /^(api|url|id|ip|dns|sms|vm|ssh|ssl|tls|http|pdf|csv|ai|sso|ui|vpc|cdn|crm|sku|qr|sdk)$/

function besides({ near }: Draw): Maker<string> | undefined {
  if (near?.beside?.isPerson === true || near?.beside?.isPaid === true) return (d) => personOf(d).full
  return near?.beside?.isCompany === true ? companyOf : undefined
}

/** The host that a thing has, or stands for. */
export function hostOf(draw: Draw): string {
  const name = nameOfHolder(draw)
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) return name
  const isMachine = saidName(draw) !== undefined || kindsAround(draw).some(({ word }) => MACHINE.test(word))
  return `${isMachine ? slugged(name) : oneOf({ ...draw, key: `${draw.record}${holder(draw.pointer)}~host` }, hosts)}.example.com`
}

const MACHINE =
  /(^|_)(server|instance|droplet|machine|vm|node|host|worker|computer|database|device|company|organization|business)$/

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
