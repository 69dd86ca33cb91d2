/**
 * Words that say something about an API and nothing about a person: those of the paths of seventy public descriptions, of
 * the enumerations of at least three of them, and others of the trade; without names of people and places in some eighty
 * languages. A value made of them alone may be written down as it is. What is not here is no less harmless, only not
 * known to be.
 */
import { remembered } from '../support/remembered.ts'

const WORDS = `
absence accelerators accept acceptance accepted access accessories account accounting accumulate ach acked action
activate active activities activity add added additional address addresses adjust adjustment admin
admissionregistration advance advertising affected afterpay aged agencies agent aggregate agreement agricultural ai
air airlines airports album alert alias all allergies allergy alleys allied allocations allof allow allowed alpha
already always amazon amex amount amusement analytics anchor and android animal annotation annual annually answer
anthropic any anything api apiextensions apiregistration apiserver apiservices app apple applicable application
apply appointment approval approve approved archive archived area argument array article artifact artist as asc
ascending asset assign assigned assistant associated associations astronomical async at attach attachment attempt
attempted attestations attribute aud audience audio audit austrian auth authenticated authentication author
authorised authorization authorize authorized auto autocomplete autocompletions automated automatic automations
automobile automotive autoscale autoscaling availability available avatar avg awaiting back background backordered
backup bad balance balancer ban bands bandwidth bank banned base basic basis basket batch batches be bearer beauty
beer below beneficiaries beneficiary beta bicycle bike bill billable billiard billing binding black block blocked
blog blue board boat body bond book booking booklets boolean bot bounce bounced bowling box branch branches branding
break brl broadcast bronze brown browser bucket buckslips budget build building builts bulk bundle bus business busy
buyer buying by byoip bytes cache cached cad calculate calculation calendar call callback camera campaign cancel
canceled cancellation cancelled cannot capabilities capital capture captured car card cardholder carnivals carrier
cart case cash catalog catalogue categories category celsius center certificate certificatesigningrequests change
changed changelog channel character charge chargeback charging chat chatkit check checking checkout checkpoints chf
child chip chiropodists chiropractors chrome cigar circular cities city civic claim class classes cleaning clearpay
click clicked client clock clone close closed clothing clubs cluster clusterlint clusterrolebindings clusterroles
clustertrustbundles cname cnpj cny code collection colleges color colour column comic command comment commercial
commit compact companies company complaint complete completed completion components componentstatuses computed
computer condition config configmaps configuration confirm confirmation confirmed conflict conformance connect
connected connection connector consent console const construction consulting consumer contact contactdb contactless
container content context continue contract contractor controllerrevisions conversation convert cooperative
coordination copy core corporation cosmetic costs could count countries country coupon courier course court covering
craft create created creatives credentials credit crematories critical cron cronjobs csidrivers csinodes
csistoragecapacities csv currencies currency current custom customer customresourcedefinitions cutoff cycle czk
daemonsets daily dairy damaged dance dangerous dark dashboard data database dataset date datetime dating day db
deactivate deal dealers debit debug december decimal deck decline declined dedicated default deferred definitions
degraded delayed delete deleted deletion deliver deliverable delivered deliveries delivery denied dentists deny
department deploy deployment deposit depth desc descending described description descriptor design desktop
destination destroy detach detail deutsche dev development device deviceclasses devicetaintrules diagnosis dialog
dictionary digests digital dimensions dining direct directions disable disabled disc disconnect disconnected
discontinued discord discount discover discoverability discriminator dish dishes disk dismiss dispensers display
displayed disposed dispute disputed distinct distribution dkk dns docker docs doctor document domain done door down
download downtime draft drawers drink drinking driver dropbox droplet dropped due dumps duplicate durable duration
dynamic early east echeck echo ecommerce economy edge edit educational eftpos electric electrical electron
electronics element elementary eligible email embedded embedders embedding emoji employee employment empty enable
enabled encounter encrypted end endpoint endpointslices enforced enterprise entitlements entity entries entry enum
environment ephemeral ephemeralcontainers epic episode equipment error errored establishments estimate eur evals
evaluation event eviction evidence example exceeded exceeding exception exchange exclude exclusive exec executive
exempt exhausted exists exit expense expensive experiment experimental expiration expire expired expiring expiry
export express expunge extensions exterminating external face facet faceting fact fahrenheit fail failed failure
fair false family fast fatal favorite feature february fedex feed fees fetch field file filesystem filter filterable
finalize finance financial find findings finetune finished firefox firewall firmware first fixed fixture flag flat
flavored flight float floating florists flowcontrol flowschemas flying folder follow follower following food footer
footwear for forbidden force forecast forgot form format forward forwarding found fraternal fraud free freezer
friday friend from frontend fuel fulfillment fulfilment full function fund funding funeral gadget galleries gallery
gallon gambling game garbage gateway gbp general generate generations generic geocode geocoding get gif gift gizmo
global gold gone goods google government grade graders graduated gram grant graphics graphql gray greater green grey
grocery ground group grpc guardrails guest gzip handler hangup head header health healthy healthz height hello
helpers hidden high highway history hkd hold home hook horizontalpodautoscalers hosted hotel hour hourly household
html http hubspot huf huge humidity icon id idempotency identity idle ids image immediate import improper in
inaccessible inactive inbound inch incident include inclusive incompatible incomplete incorrect increment index
indexes indexing indices individual inferences info information informed ingest ingredient ingressclasses ingresses
init initial initiated inline input inr insert insight install instance instant instructions insufficient insurance
integer integration intent interac internal international interpreter intra invalid invalidate inventories inventory
investment invitation invite invocations invoice invoiceitems invoicing invoke io ios ip ipaddresses is issue issued
issuing item january jcb job join joke journal jpeg jpg jpy json july jwks kernels key keycloak keyed kill kind
knowledge known kubeconfig kubernetes kyc label labor large last latency latest lead league leasecandidates leases
leave ledger left legacy legal length lesson letter level liability license licensed light like limit limited
limitranges line lineitem link linked linux list liter literature live livez load loan local localized
localsubjectaccessreviews location lock locked locker log login logo logout logsink lookup loss lost low loyalty
macos maestro magazine mail mailbox mailers maintenance major malformed manage management mandate manual many map
mapping march markdown marked marketing master mastercard match matches material me meal measurement meat media
medical medication medium meeting member membership memory menu merchandise merchant merge message metadata meter
metered method metric microdeposits migrate migration mile milestone military millisecond min minor mint minute misc
mismatch missing mixed mobile mode model moderation modified modifier monday monitor monitoring month monthly
mortgage motorcycle move moved movie mp3 mp4 msgs mtls multi multiple museum mutatingadmissionpolicies
mutatingadmissionpolicybindings mutatingwebhookconfigurations mxn mysql name namespaces native nda needs negative
neighbors nested network networking networkpolicies never new newspapers next ninety no node nok non nonce none
nonprofit normal not note notice notification november now null number nzd oauth object observation occupation
october of off office offline oidc ok old on onboarding once one oneof onetime ongoing online only open openai
openapi opened openid operation operational opportunities opportunity optional options or orange orchestras order
org organisation organization original orthodontists otel other out outbound output over overdue overloaded
overnight overpayments owner pack package packed packets page pager pagination paid paint paper param parameter
parcel parks parse partial partially participants partner partnership parts password past pastries pastry patch path
patient pattern pause paused pay payables payee payer payloads payment payout paypal payroll payslip pdf peerings
pending per percent percentage performer period periodicals peripherals permalink permanently permission
persistentvolumeclaims persistentvolumes person personal pet petstore phase phone photo photographic photography
physical picked pickup picture ping pink pins pipeline place placed placement plain plan planets platform platinum
player playlist pln plugins plus png pod podcast podcertificaterequests poddisruptionbudgets podgroups podiatrists
podtemplates points policies policy poller polling polymorphism pong pool portal portforward post postal postcards
posted posting potentially pre precheck precision preference preferred prefix prefixes prefs premium preorder
prepaid prepayments prescription presence present presets presigned prev preview previous price pricing primary
printing priority priorityclasses prioritylevelconfigurations private privileges pro probe problem process processed
processing prod product production profile profit programs progress project promote promotion prompt proofs
properties proposal propose protocol provenance provided provider provisioners proximity proxy public publish
published publisher pull pullrequests purchase purge purple purpose push put quality quantity quarterly queries
query question queue queued quirks quiz quizzes quota quote radar rail ranking rate rating ratio razor rbac reached
reaction read reader reading ready readyz realtime reason reauthorize reboot receipt receivables receive received
receiver receiving recipe recipients record recover recurring recycle red redact redeem redirect redocly refer
refresh refrigeration refund refunded refurbished refused regenerate region register registered registration
registries registry regular reject rejected related relative release relic remaining remind reminders remix remote
remove removed rename render rendering renew rental reopened repair repayment repeating replace replay replicas
replicasets replicationcontrollers replies repo report reporting repositories repository reputations request
requested require required resend reservation reserve reserved reset residential resize resolved resource
resourceclaims resourceclaimtemplates resourcepoolstatusrequests resourcequotas resourceslices response rest restart
restaurant restocked restore restrict restricted result resume resumed retail retention retrieve retry return
returned reversal reverse reversed revert review revise revision revoke revoked reward ride risk role rolebindings
rollback room rotate route routers row rpc rule run running runtimeclasses saas safari sales saml sandbox saturday
save savings scale scans schedule scheduled scheduling schema schemes schools scim scope score sea search searchable
searches season second secondary secret secretarial secure security seek seen segment sek selective self
selfsubjectaccessreviews selfsubjectreviews selfsubjectrulesreviews send sender sending sensitive sensor sent sepa
separator september sequential series server service serviceaccounts servicecidrs session set setting settlements
setup severe sgd shape share shared sheet shift ship shipment shipped shipping shopping shops show shutdown sigma
signature signed signin signout signup silver similar simulate single singlesends sink sites size skills skip sku
slack slot small snap snapshot snippet snooze soap social software sold sole solo some song sort sortable soundtrack
source spacecraft spaces spam span spec special species specified speech speeches spend sprint stable staff staging
standard standings stands stars start started state statefulsets statement static station statistics stats status
statuses stderr step stock stolen stop stopped storage storageclasses storagemigration storageversionmigrations
storageversions store stored stories story stream street string stripe student studios subject subjectaccessreviews
submission submit submitted subscribe subscription subuser succeed succeeded success successful suggest suggestions
sum summaries summary sunday super supplier supply supported suppression survey suspend suspended svg swagger swap
swarm switch sync synonyms syntax system table tablet tag taken target task tax taxable taxes taxi teacher team
teammates technology telemarketing telemetry temp temperature template temporarily tenant terminal test text than
themes thing thread three threshold throttled throughput thursday ticket tier tiered tile time timecards timed
timeout timesheet timestamp tiny tire title to todo toggle token tokenreviews tolerance too tool top topic topups
total tournament trace track trackers tracking trading train transaction transcription transfer transform
transformation transit translations transport travel treasury trial trialing trigger trip truck true try tuesday
tuning type typo ui unarchive unassign unauthenticated unauthorized unavailable unblock unblocked uncaptured
uncollectible unconfirmed undefined undeliverable undelivered unfollow unfurl unhealthy unilateral uninstall union
unionpay unique unit universities unknown unlike unlink unlinked unlock unlocked unlockkey unpaid unpause
unprocessable unpublish unpublished unread unrecognized unresolved unrestricted unseen unspecified unsubscribe
unsupported unusable unverified up upcoming update updated upfront upgrade upholstery upload uploaded upsert uptime
urgent url usage usd use used user usergroups username usps utilization valid validate validating
validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations validation value van
variable variant variation vector vehicle vendor verification verified verify version video view virtual visa
visibility visible voice void voided volume volumeattachments volumeattributesclasses voucher vpcs wages wait
waiting warehouse warmup warn warning watch weapon weather web webapi webhook webp wednesday week weekly weight well
wellknown white whitelabel whitelist whoami wholesale widget width window wire wishlist with withdrawal words work
worker workflows workloads workspace workweek world ws wss xlarge xml year yearly yellow yes zar zero zip zone
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
