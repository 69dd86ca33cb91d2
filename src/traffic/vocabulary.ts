/**
 * Words that say something about an API and nothing about a person: those that stand in paths and enumerations of at
 * least three of seventy public descriptions, and others of the trade; without names of people and places. A value made
 * of them alone may be written down as it is. What is not here is no less harmless, only not known to be.
 */
import { remembered } from '../support/remembered.ts'

const WORDS = `
absence accept acceptance accepted access accessories account accounting ach action activate active activities
activity add added additional address addresses adjustment admin advance advertising afterpay agencies agent
agreement agricultural ai air airlines airports album alert alias all allergies allergy alleys allied allow allowed
alpha already always amazon amex amount amusement analytics and android annotation annual annually answer any api
app apple applicable application apply appointment approval approve approved archive archived area argument array
article artifact artist as asc ascending assign assigned assistant associations async at attach attachment attempt
attempted attributes aud audience audio audit austrian auth authenticated authentication author authorised
authorization authorize authorized auto autocomplete automated automatic automobile automotive availability
available avatar avg awaiting back backordered backup bad balance ban bands bank banned base basic basis basket
batch batches be beauty below beneficiaries beneficiary beta bicycle bike bill billiard billing black block blocked
blog blue board boat body bond book booking boolean bot bounced bowling box branch branches brl bronze brown browser
bucket build building bulk bundle bus business busy buyer buying by bytes cache cad calendar call callback camera
campaign cancel canceled cancellation cancelled cannot capital capture captured car card cardholder care carnivals
carrier cart case cash catalog catalogue categories category celsius center certificate change changed changelog
channel characters charge chargeback charging charity chat check checking checkout chf child chip chiropodists
chiropractors chrome cigar cities city civic claim class classes cleaning clearpay click client clock clone close
closed clothing clubs cluster cname cnpj cny code collection colleges color colour column command comment commercial
commit companies company complaint complete completed completion computer config configuration confirm confirmation
confirmed conflict connect connected connection consent console const construction consulting consumer contact
contactless container content context continue contract contractor conversation convert cooperative copy core
corporation cosmetic costs could count countries country coupon courier course court covering craft create created
credentials credit crematories critical cron csv currencies currency current custom customer cycle czk daily dairy
damaged dance dark dashboard data database dataset date datetime dating day db deactivate deal dealers debit debug
december decimal decline declined default deferred degraded delayed delete deleted deletion deliverable delivered
deliveries delivery delta denied dentists deny department deploy deployment deposit depth desc descending described
description descriptor design desktop destination detach detail deutsche dev development device diagnosis digital
dimensions dining direct directions disable disabled disconnect disconnected discontinued discount discover
dispensers disposed dispute disputed dkk dns doctor document domain done door down download draft drink drinking
driver dropped due duplicate durable duration dynamic east echeck echo ecommerce economy edge edit educational
eftpos electric electrical electron electronics elementary eligible email embedding employee employment empty enable
enabled encounter encrypted end endpoint enterprise entity entries entry enum environment ephemeral epic episode
equipment error errored establishments estimate eur event evidence exceeded exception exchange exclude exclusive
exec exempt exhausted exists exit expensive experiment expiration expire expired expiring expiry export express
exterminating external face fahrenheit fail failed failure fair false family fast fatal feature february fedex feed
fees fetch field file filter finance financial find fine finetune finished firefox firmware first fixed flag flat
flight float florists flying folder follow follower following food footwear for forbidden force forecast forgot form
format forward forwarding found fraternal free freezer friday friend from fuel fulfillment fulfilment full function
funding funds funeral gadget galleries gallon gambling games gateway gbp general generate generic geocode geocoding
get gif gift gizmo global gold gone goods google government grade graduated gram grant graphics graphql gray greater
green grey grocery ground group grpc guest gzip handler head header health healthy healthz height hello hidden high
highway history hkd hold home hook hosted hotel hour hourly household html http huf huge humidity icon id
idempotency identity idle ids image immediate import in inaccessible inactive inbound inch incident include
inclusive incompatible incomplete incorrect index indexes indices individual info information initial initiated
inline input inr insert insight instance instant insufficient insurance integer intent interac internal
international intra invalid inventory investment invitation invite invoice io ios ip is issue issued item january
jcb job journal jpeg jpg jpy json july kelvin key keyed kind kyc label large last latest lead leases leave ledger
left legacy legal length lesson letter level liability license licensed light like limit limited line lineitem link
linux list liter live livez load loan local location lock locked locker log login logo logout long lookup lost low
loyalty macos maestro mail mailbox maintenance major malformed manage management manual many map march markdown
marked marketing master mastercard match materials me measurement meat media medication medium meeting member
membership merchandise merchant merge message metadata meter metered method metric migration mile milestone military
millisecond min minor mint minute misc mismatch missing mobile mode model moderation modified monday monitor month
monthly mortgage motorcycle move moved movie mp3 mp4 multi multiple mxn name native nda needs negative network never
new newspapers next no node nok non none nonprofit normal not note notice notification november now null number nzd
oauth object observation october of off office offline oidc ok old on onboarding once one onetime ongoing online
only open opened operation operational opportunities opportunity optional options or orange orchestras order org
organisation organization orthodontists other out outbound output over overdue overloaded overnight owner pack
package packed page pager paid paint paper param parameter parcel parks parse partial partially partner partnership
parts password past patch path patient pattern pause paused pay payee payer payment payout paypal payroll payslip
pdf pending per percent percentage period periodicals peripherals permanently permission person personal pets phase
phone photo photographic photography physical picked pickup picture ping pink pipeline place placed plain plan
platform platinum playlist pln plus png pod podcast podiatrists points policies policy pong pool portal post postal
posted posting pre precision preference preferred premium preorder prepaid prescription presence present prev
preview previous price pricing primary printing priority private pro probe process processed processing prod product
production profile profit progress project promotion prompt properties proposal protocol provided provider
provisioners public publish published publisher pull purchase purple push put quality quantity quarterly queries
query question queue queued quiz quizzes quota quote radar rail rate rating ratio razor reached reaction read reader
reading ready readyz reason reboot receipt receive received receiver receiving recipients record recurring red
redeem redirect refresh refrigeration refund refunded refurbished refused region register registered registration
regular reject rejected related relative release remote remove removed rename render renew rental reopened repair
repayment repeating replace repo report reporting repositories repository request requested require required resend
reservation reserve reserved reset residential resize resolved resource response rest restart restaurants restocked
restore restricted result resume resumed retail retrieve retry return returned reversal reverse reversed review
revision revoke revoked reward ride risk role room rotate route row rpc rule run running safari sales saml sandbox
saturday save savings scale schedule scheduled schema schools scim scope score sea search searches second secondary
secret secretarial secure security seen segment sek self send sender sending sensitive sensor sent sepa september
server service session set setting setup severe sgd shape share shared shift ship shipment shipped shipping shopping
shops show shutdown signature signed signin signout signup silver single size sku slot small snapshot social
software sold sole solo some song sort source span spec special specified spend sprint stable staff staging standard
stands start started state statement static station statistics stats status statuses step stock stolen stop stopped
storage store stored stories story street string stripe student studios subject submission submit submitted
subscribe subscription succeeded success successful suggest suggestions sum summaries summary sunday super supplier
supply supported suppressions survey suspend suspended svg switch sync syntax system table tablet tag taken task tax
taxable taxes taxi teacher team telemarketing telemetry temp temperature template temporarily tenant terminal test
text than thing thread three threshold throttled thursday ticket tier tiered tile time timed timeout timesheet
timestamp tiny tire title to toggle token too tool top topic total trace track tracking train transaction transfer
transform transit transport travel trial trialing trigger trip truck true try tuesday type ui unarchive unassign
unauthenticated unauthorized unavailable unblock unblocked uncaptured unconfirmed undeliverable undelivered unfollow
unhealthy unilateral union unionpay unique unit universities unknown unlike unlink unlock unlocked unpaid
unprocessable unpublish unpublished unread unrecognized unresolved unrestricted unseen unspecified unsubscribe
unsupported unusable unverified up upcoming update updated upgrade upholstery upload uploaded upsert urgent url
usage usd use used user usps valid validate validating validation value van variable variant variation vector
vehicle vendor verification verified verify version video view virtual visa visible void voided volume voucher wait
waiting warehouse warn warning watch weather web webhook webp wednesday week weekly weight west white whoami
wholesale widget width window wire wishlist with withdrawal work worker workspace world xlarge xml year yearly
yellow yes zar zero zip zone
`

const known: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))

/** True for a word in lower case, also in the plural. */
export function isVocabulary(word: string): boolean {
  return known.has(word) || (word.length > 3 && word.endsWith('s') && known.has(word.slice(0, -1)))
}

/** Letters as they stand between signs and changes of case. */
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
const PLAIN = /^[A-Za-z]+(?:[-_.:/ ][A-Za-z]+)*$/
/** Words that are written with a digit, and versions. */
const WITH_DIGITS =
  /^(v\d{1,3}(\.\d{1,3}){0,2}(-?(alpha|beta|rc)\d{0,2})?|oauth2|http2|s3|mp3|mp4|utf-?8|sha-?(1|256|512)|(line|address)_?[12])$/i
const LONGEST = 64
/** A sentence of more words is one that somebody wrote. */
const MOST_APART = 3

/** True for a word or several of them in a row, joined as programs do: `in_transit`, `PAST_DUE`, `lineItems`, `customer.created`, `Not Found`; and for `v1`. */
export const isVocabularyText: (text: string) => boolean = remembered((text) => {
  if (text.length > LONGEST) return false
  if (WITH_DIGITS.test(text)) return true
  if (!PLAIN.test(text) || text.split(' ').length > MOST_APART) return false
  return text.match(PARTS)?.every((part) => isVocabulary(part.toLowerCase())) ?? false
})
