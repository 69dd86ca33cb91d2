/**
 * What the name of a property or parameter says about its value: that it is of a person, or that it is one of few words
 * that a program chose. Names are judged by their words, in any spelling.
 */
import { remembered } from '../support/remembered.ts'

export type NameVerdict =
  /** Whatever it holds is about somebody, or somebody wrote it. */
  | 'personal'
  /** One of few words: statuses, types, currencies. */
  | 'choice'
  /** A version, also where it is a date. */
  | 'version'
  /** A language or a region: `en-US`. */
  | 'language'
  /** What is counted, and how a list goes on. */
  | 'count'
  /** A moment. */
  | 'time'
  | 'plain'

const PERSONAL = new RegExp(
  `(^|_)(${[
    '(?:first|last|full|sur|fore|user|nick|display|middle|maiden|given|family|screen|legal|preferred|account)?names?|cardholder|holder|initials',
    'login|handle|nick|alias|e?mails?|phones?|telephone|tel|mobile|msisdn|fax|whatsapp|telegram|linkedin|instagram',
    'address|addresses|addr|street|line[12]?|address[12]|city|town|village|suburb|district|county|zip|zipcode|postal|postcode|house|apartment|hometown|birthplace',
    'birth|birthday|birthdate|dob|born|age|gender|sex|sexual|sexuality|pronouns?|ethnic|ethnicity|race|racial|tribe|caste|religions?|religious|faith|denomination|belief|beliefs|church|nationality|citizenship|marital|spouse|kin|mother|father|guardian',
    'politics|political|party_membership|union_membership|criminal|conviction|offen[cs]e|immigration|veteran|disability|disabilities',
    'blood|allerg(?:y|ies|en|ens)|diagnos(?:is|es|tic)|illness|illnesses|disease|diseases|disorder|symptoms?|medical|medication|medications|medicine|drugs?|prescriptions?|therapy|therapist|surgery|pregnan(?:t|cy)|hiv|mental_health|health_(?:condition|record|insurance)|patient|doctor|physician|vaccinations?|immuni[sz]ations?|bmi|genetic|dna|biometric',
    'ssn|sin|nin|nino|nhs|passport|visa_(no|number)|licen[cs]e_(no|number|plate)|plate|tax_id|vat_(id|no|number)|ein|itin|tin|cpf|curp|aadhaar|national|personal|identity|document_(no|number)',
    'iban|bic|swift|routing|account_(no|number)|bank_account|sort_code|card|pan|last4|bin',
    'ip|ips|mac|imei|imsi|iccid|lat|lng|lon|long|latitude|longitude|geo|geolocation|coordinates?|location|whereabouts',
    'salary|wages?|income|net_worth|employer|employee|occupation|job_title|owner|author|recipients?|sender|contacts?|signature|signed_by|created_by|updated_by|beneficiary|payer|payee|attendee|participant|guest|passenger|applicant|student',
    'eye|eyes|hair|skin|tattoo',
    'notes?|comments?|description|message|messages|msg|title|subject|bio|about|text|content|body|caption|headline|summary|memo|reference|remarks?',
    'q|query|search|keyword|keywords|term|terms|prompt|input|output|answers?|question|password|hint|hobb(?:y|ies)',
  ].join('|')})(_|$)`,
)
/** Names that hold such a word and mean something else. */
const NOT_PERSONAL =
  /(^|_)((email|phone|address|name|card|message|content|text|body|input|output|account|contact|location|mobile|query|search|sender|identity|birth|license|tax_id|vat|passport)_(type|status|kind|verified|format|mode|count|state)|(content|mime|media)_type|message_count|age_(seconds|ms)|max_age)$/
const CHOICE =
  /(^|_)(status|state|type|kind|currency|object|mode|level|event|severity|priority|tier|interval|unit|scheme|category|role|format|environment|channel|action|capability|network|funding|algorithm|brand|purpose|visibility|sizes?|phase|stage|direction|sort|order|outcome|result|resource|(error|decline|reason|status|response|failure|country|currency)_?code|code|reason)$/
const VERSION = /(^|_)(version|api_?version|versions|revision)$/
const LANGUAGE = /(^|_)(locale|lang|language|languages|country|region)(_code)?$/
const COUNT =
  /(^|_)(page|pages|per_page|page_size|limit|offset|size|count|counts|total|totals|quantity|qty|retries|attempts?|remaining|ttl|expires_in|max_age|seconds|ms|duration|status|(?:status|http|error|response|result)_?(?:status|code)|version|priority|position|index|rank|rate)$/
const TIME =
  /(^|_)(at|on|time|timestamp|created|updated|modified|deleted|expires?|expiry|expiration|expires_at|date|since|until|start|end|started|ended|ts|iat|exp|nbf|from|to|before|after|reset|epoch)$/

const LONGEST_NAME = 128

export const verdictOfName: (name: string) => NameVerdict = remembered((name) => judged(inWords(name)))

function judged(name: string): NameVerdict {
  if (VERSION.test(name)) return 'version'
  if (PERSONAL.test(name) && !NOT_PERSONAL.test(name)) return 'personal'
  if (LANGUAGE.test(name)) return 'language'
  if (CHOICE.test(name)) return 'choice'
  if (TIME.test(name)) return 'time'
  return COUNT.test(name) ? 'count' : 'plain'
}

/** Counts are also told by names that hold choices (`status: 404`). */
export const countsThings: (name: string) => boolean = remembered((name) => COUNT.test(inWords(name)))

/** All below such a name is about where somebody is or what somebody is called. */
const WHOLLY = /(^|_)(name|names|address|addresses|addr|location|geo|geolocation|coordinates?|birth|dob)$/

export const isWhollyPersonal: (name: string) => boolean = remembered((name) => WHOLLY.test(inWords(name)))

/** `filter[userEmail]` is filter_user_email. */
function inWords(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
}

/** First names that are as short as the prefixes of ids. */
export const SHORT_NAMES: ReadonlySet<string> = new Set(
  `abby abe ada adam al alan alex ali alma amy ana andy ann anna anne axel barb bart bea ben bert beth bill bob bo brad
  cal carl cara cary chad chen chip chuck clay cleo cody cora dale dan dana dave dawn dean deb dee del dick dina don
  dora doug drew ed eli ella elsa emil emma eric erik erin eva eve evan ewan fay finn flo fred gabe gail gary gene gina
  glen greg guy gwen hal hans hank hugh hugo ian ida igor ines inga ira iris ivan ivy jack jade jake jan jane jay jean
  jeff jen jess jill jim jo joan jodi joe joel john jon jose josh joy juan judy jude june kai kara karl kate kay ken
  kent kim kira kit kurt kyle lana lara lars lea lee leo lena leon liam lila lily lisa liz lola lou luc lucy luis luke
  luna lynn mae mara marc mary matt maud max may meg mei mel mia mike mila mimi mina moe mona myra nan nat ned neil
  nell nick nico nina noah noel nora olaf olga omar oleg otto owen pam pat paul peg pete phil rae raj ralf ray rex rick
  rita rob rod roy rosa rose ross roy ruby rudy russ ruth ryan sal sam sara sean seth sid sky stan sue ted tess theo
  tim tina toby todd tom tony tory troy ty uma una val van vera vic vera vik wade walt wang wei wes will xi yan yan
  yuki zack zara zoe`.split(/\s+/),
)
