/**
 * Words that say something about an API and nothing about a person: those of the paths of seventy public descriptions, of
 * the enumerations of at least three of them, and others of the trade; without names of people and places in some eighty
 * languages. A value made of them alone may be written down as it is. What is not here is no less harmless, only not
 * known to be.
 */
import { remembered } from '../support/remembered.ts'

const WORDS = `
abandoned able absence accelerators accept acceptance accepted access accessories account accounting accumulate ach
acked acknowledged acquirer acss action activate activated activation active activities activity add added
additional address addresses adjust adjusted adjustment admin admissionregistration advance advertising aed affected
affirm afterpay aged agencies agent aggregate agreement agricultural ai air airlines airports aisle album alert
alias alipay all allergies allergy alleys allied allocations allof allow allowance allowed alpha already always
amazon amex amount amusement analytics anchor and android animal annotation annual annually answer anthropic any
anything api apiextensions apiregistration apiserver apiservices app appetizer apple applicable application applied
apply appointment appraisal approval approve approved archive archived area argument array arrival ars article
artifact artist as asc ascending asset assign assigned assistant associated associations assortment astronomical
async at attach attached attachment attempt attempted attendance attestations attribute aud audience audio audiobook
audit austrian auth authenticated authentication author authorised authorization authorize authorized auto
autocomplete autocompletions automated automatic automations automobile automotive autoscale autoscaler autoscaling
availability available avatar avg awaiting back background backorder backordered backup bacs bad baggage balance
balancer ban bancontact bands bandwidth bank banned bare base basic basis basket batch batches be bearer beauty
because becs beer before being below beneficiaries beneficiary bestseller beta beverage bgn bhd bicycle bike bill
billable billiard billing binding black blank block blocked blog blue board boarding boat body boleto bond book
booking booklets boolean bot bounce bounced bowling box branch branches branding break brl broadcast bronze brown
browser bucket buckslips budget build building builts bulk bundle bus business busy buyer buying by byoip bypassed
bytes cabin cache cached cad calculate calculation calendar call callback camera campaign cancel canceled
cancellation cancelled candidate cannot capabilities capital capturable capture captured car carbon card cardholder
care cargo carnivals carrier cart case cash cashapp cashback catalog catalogue categories category celsius center
certificate certificatesigningrequests challenge change changed changelog channel character charge chargeable
chargeback charging chassis chat chatkit check checkin checking checkout checkpoints cheque chf child chip
chiropodists chiropractors choice chorus chrome chunk cigar circular cities city civic claim class classes cleaning
clearance clearpay click clicked client climate clock clone close closed clothing clp clubs cluster clusterlint
clusterrolebindings clusterroles clustertrustbundles cname cnpj cny code codeshare cold collection colleges color
colour column comic command comment commercial commit compact companies company complaint complete completed
completion compliance components componentstatuses computed computer concierge concurrency condition condo config
configmaps configuration confirm confirmation confirmed conflict conformance connect connected connection connector
consent console const construction consulting consumer contact contactdb contactless container content context
continue contract contractor controllerrevisions controls conversation convert coolant cooperative coordination cop
copy cordoned core corporation cosmetic costs could count countries country coupe coupon courier course coursework
court covering craft crate create created creating creation creatives credentials credit crematories critical cron
cronjobs csidrivers csinodes csistoragecapacities csv cuisine currencies currency current currently custom customer
customresourcedefinitions customs cutoff cycle czk daemon daemonsets daily dairy damaged dance dangerous dark
dashboard data database dataset date datetime dating day db deactivate deactivated dead deadline deal dealers
deallocated debit debug december decimal deck declaration decline declined dedicated deducted default deferred
definitions degraded delayed delete deleted deletion deliver deliverable delivered deliveries delivery denied
dentists deny department departure deploy deployment deposit deprecated depth desc descending described description
descriptor design desktop dessert destination destroy detach detached detail detected detour deutsche dev
development device deviceclasses devicetaintrules diagnosis dialog dictionary diesel different digests digital
dimensions dining direct directions disable disabled disbursed disc disconnect disconnected discontinued discord
discount discover discoverability discriminator dish dishes disk dismiss dispatched dispensers display displayed
disposal disposed dispute disputed distinct distribution district dkk dns docker docs doctor document domain
donation done door dormant down download downtime draft drained drawers drink drinking driver drivetrain dropbox
droplet dropped dropship due dumps dunning duplex duplicate durable duration during duty dynamic early east easy
ebook echeck echo ecommerce economy edge edit educational eftpos egp egress eight either elapsed electric electrical
electron electronics element elementary eligible email emandate embedded embedders embedding emoji employee
employment empty enable enabled encounter encrypted end endpoint endpointslices enforced engine enhanced enrolled
enrollment enterprise entitlements entity entries entry enum environment ephemeral ephemeralcontainers epic episode
eps equipment error errored escalated escrow establishments estimate eur evals evaluation event evicted eviction
evidence exact example exceeded exceeding exception exchange exclude exclusive excursion exec executive exempt
exhausted exist existing exists exit expected expense expensive experiment experimental expiration expire expired
expiring expiry explicit export express expunge extensions exterminating external face facet faceting fact
fahrenheit fail failed failover failure fair fallback false family fare fast fatal favorite feature february fedex
fee feed fees fetch field file filesystem filter filterable finalize finance financial find findings fine finetune
finished firefox firewall firmware first five fixed fixture flag flagged flat flavored flight float floating
florists flow flowcontrol flows flowschemas flying folder follow follower following food footer footwear for
forbidden force forecast forever forgot form format forward forwarding found four fpx fraternal fraud fraudulent
free freezer freight fresh friday friend from frontend frozen fuel fulfillment fulfilment full fully function fund
funding fundraiser funeral furnished future gadget galleries gallery gallon gambling game garbage gasoline gateway
gbp general generate generation generations generic genre geocode geocoding geofence get gif gift giropay gizmo
global gold gone goods google government grabpay grace grade gradebook graders graduated gram grant granted graphics
graphql gray greater green grey grocery ground group grpc guardrails guest gzip halftime handler hangup hardware has
hat hatchback have head header heading health healthy healthz height hello helpers hibernated hidden high highway
history hkd hold home hook horizontalpodautoscalers hosted hotel hour hourly household housekeeping hrk html http
hubspot huf huge humidity hybrid hypervisor icon id ideal idempotency identity idle idling idr ids ignition ils
image immediate immediately import improper in inaccessible inactive inbound inch incident include inclusive
incompatible incomplete incorrect incoterms increase increment index indexes indexing indices individual industrial
inferences info information informed ingest ingredient ingress ingressclasses ingresses init initial initiated
inline input inquiry inr insert insight install installment instalment instance instant institution instructions
insufficient insurance insured integer integration intent interac interchange internal international interpreter
interval intra invalid invalidate inventories inventory investment invitation invite invocations invoice invoiced
invoiceitem invoiceitems invoicing invoke io iops ios ip ipaddresses is issue issued issuing item itinerary january
jcb job join joke journal jpeg jpg jpy json july jwks kept kernels key keycloak keyed kill kind klarna knowledge
known konbini krw kubeconfig kubelet kubernetes kwd kyc label labor large last late latency later latest layaway
layover lead league lease leasecandidates leases least leave ledger left legacy legal length less lesson letter
level liability license licensed light like limit limited limitranges line lineitem link linked linux list liter
literature live livez load loadbalancer loan local localized localsubjectaccessreviews location lock locked locker
log login logo logout logsink look lookup loss lost lounge low loyalty lyrics macos mad made maestro magazine mail
mailbox mailers main maintenance major malformed manage management manager mandate manual many map mapping march
mark markdown marked marketing master mastercard match matches matching material max maximum me meal measurement
meat media medical medication medium meeting member membership memory menu merchandise merchant merge merged message
metadata meter metered metering method metric microdeposits migrate migration mile mileage milestone military
millisecond min minibar minimal minimum minor mint minute misc mismatch missing mixed mobile mobilepay mode model
moderation modified modifier monday money monitor monitoring month monthly more mortgage most motor motorcycle move
moved movie mp3 mp4 msgs mtls multi multibanco multiple museum must mutatingadmissionpolicies
mutatingadmissionpolicybindings mutatingwebhookconfigurations mxn myr mysql name namespaces national native nda
needed needs negative neighbors nested netbanking neteller network networking networkpolicies never new newspapers
next ngn nightly nine ninety no node nodepool nok non nonce none nonprofit nonstop normal not note notice
notification november now null number nzd oauth object observation occupancy occupation october odometer of off
offer office offline offset oidc ok old on onboarding once one oneof onetime oneway ongoing online only open openai
openapi opened openid operation operational opportunities opportunity option optional options or orange orchestras
order org organic organisation organization origin original orthodontists otel other out outbound output over
overdue overloaded overnight overpaid overpayments owned owner ownership oxxo pack package packed packets page pager
pagination paid paint pallet paper param parameter parcel parks parse part partial partially participants partner
partnership parts party passed password past pastries pastry patch path patient pattern pause paused pay payables
payee payer payloads payment paynow payout paypal payroll paysafecard payslip pdf peerings pen pending per percent
percentage perform performer period periodicals peripherals permalink permanently permission persistentvolumeclaims
persistentvolumes person personal pet petrol petstore phase phone photo photographic photography php physical picked
picking pickup picture ping pink pins pipeline pix pkr place placed placement plain plan planets platform platinum
playback player playlist pledge pln plugged plugins plus png pod podcast podcertificaterequests poddisruptionbudgets
podgroups podiatrists podtemplates point points policies policy poller polling polymorphism pong pool popularity
portal portforward position possible post postal postcards posted posting potentially pre preauthorized precheck
precipitation precision preemptible prefer preference preferred prefix prefixes prefs premium preorder prepaid
prepayments prescription presence present presets presigned prev prevent preview previous price pricing primary
printing prior priority priorityclasses prioritylevelconfigurations private privileges pro probe problem process
processed processing prod product production professional profile profit programs progress project promote promotion
prompt promptpay proof proofs properties property proposal propose prorated proration protocol provenance provided
provider provisioned provisioners provisioning proximity proxy public publish published publisher pull pullrequests
purchase purge purple purpose push put qar quality quantity quarantined quarter quarterly queries query question
queue queued quick quirks quiz quizzes quorum quota quote radar rail ranking rate rated rating ratio razor rbac
reached reaction read reader reading ready readyz real realtime reason reauthorize reauthorized reboot rebooting
receipt receivables receive received receiver receiving recipe recipients recommended reconciled record recover
recurring recycle red redact redacted redeem redirect redocly refer reference refresh refrigeration refund refunded
refurbish refurbished refused regenerate region register registered registration registries registry regular
regulatory reject rejected related relative release released relic remaining remind reminders remittance remix
remote remove removed rename render rendering renew rental reopened repair repayment repeat repeating replace replay
replica replicas replicasets replicationcontrollers replies repo report reporting repositories repository
reputations request requested require required requirement requires resend reservation reserve reserved reset
residential resize resolved resort resource resourceclaims resourceclaimtemplates resourcepoolstatusrequests
resourcequotas resourceslices response rest restart restaurant restock restocked restocking restore restrict
restricted restriction result resume resumed retail retention retrieval retrieve retry return returnable returned
revenue reversal reverse reversed revert review revise revision revoke revoked reward ride risk roadworks role
rolebindings rollback ron room rotate roundtrip route routers row rpc rub rule run running runtimeclasses saas
safari sales same saml sandbox sar satellite saturday save saved savings scale scans schedule scheduled scheduling
schema schemes schools scim scope score sea search searchable searches season seat second secondary secret
secretarial section secure security sedan see seek seen segment sek selected selection selective self
selfsubjectaccessreviews selfsubjectreviews selfsubjectrulesreviews sell semester send sender sending sensitive
sensor sent sepa separator september sequence sequential series server service serviceaccounts servicecidrs session
set setting settled settlement settlements setup seven severe sezzle sgd shape share shared sheet shift ship
shipment shipped shipping shopping shops short should show shuffle shutdown sidecar sigma signature signed signin
signout signup silver similar simple simulate simulated since single singlesends sink sites six size skills skip
skrill sku slack slip slot small snap snapshot snippet snooze snowfall soap social sodium sofort software sold sole
solo some song sort sortable soundtrack source spacecraft spaces spam span spec special species specified speech
speeches spend spot sprint square stable staff staging standard standby standing standings stands stars start
started starter state statefulsets statement static station statistics stats status statuses stderr step still stock
stolen stop stopover stopped stopping storage storageclasses storagemigration storageversionmigrations
storageversions store stored stories story straight stream streaming street string stripe student studios subgenre
subject subjectaccessreviews submission submit submitted subscribe subscription subsequent subuser succeed succeeded
success successful successfully suggest suggestions suite sum summaries summary sunday super superseded supplier
supply support supported suppression surcharge survey suspected suspend suspended svg swagger swap swarm swish
switch switched syllabus sync synonyms syntax system table tablet tag taint taken target tariff task tax taxable
taxes taxi teacher team teammates technology telemarketing telematics telemetry temp temperature template
temporarily temporary ten tenant terminal terminating test text than that thb the them themes then there these thing
third this thread three threshold throttle throttled throttling through throughput thursday ticket ticketing tier
tiered tile time timecards timed timeout timesheet timestamp timezone tiny tip tipping tire title to todo toggle
token tokenreviews tolerance toleration toll tollway tombstone too tool top topic topup topups tos total tour
tournament townhouse trace track trackers tracking tracklist trade trading traffic train transaction transcript
transcription transfer transform transformation transit translations transmission transparent transport travel
treasury trial trialing trigger triggered trim trip truck true try trying tuesday tuition tuning turn twd twint two
type typo tyre uah ui unarchive unassign unauthenticated unauthorized unavailable unblock unblocked uncaptured
uncollectible unconfirmed undefined undeliverable undelivered under underpaid unfollow unfurl unhealthy unilateral
uninstall union unionpay unique unit universities unknown unlike unlink unlinked unlock unlocked unlockkey unpaid
unpause unprocessable unpublish unpublished unreachable unread unrecognized unresolved unrestricted unseen unsettled
unspecified unsubscribe unsupported until unusable unused unverified up upcoming update updated upfront upgrade
upholstery upi upload uploaded upsell upsert uptime urgent url us usage usd use used user usergroups username using
usps utility utilization vacancy valid validate validating validatingadmissionpolicies
validatingadmissionpolicybindings validatingwebhookconfigurations validation value van variable variant variation
vat vector vehicle vendor venmo verbose verification verified verify version very video view viewed viewer virtual
visa visibility visible visit vnd voice void voidable voided volume volumeattachments volumeattributesclasses
voucher vpcs wages wagon wait waiting wallet want warehouse warm warmup warn warning was watch waypoint weapon
weather web webapi webhook webp wechat wednesday week weekly weight well wellknown when which while white whitelabel
whitelist whoami wholesale widget width will win window wire wishlist with withdrawal word words work worker
workflows workloads workspace workweek world write writing ws wss xaf xlarge xml xof year yearly yellow yes you your
zar zelle zero zip zone zoning
`

const known: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))

/** True for a word in lower case, also in the plural, in the past, and with what is put before words. */
export function isVocabulary(word: string): boolean {
  return known.has(word) || isForm(word) || isForm(BEFORE.exec(word)?.[1] ?? '')
}

/** `unsettled`, `preapproved`. */
const BEFORE = /^(?:un|re|pre|non|auto|multi|sub)([a-z]{5,})$/

function isForm(word: string): boolean {
  if (known.has(word)) return true
  if (word.length > 3 && word.endsWith('s')) return known.has(word.slice(0, -1))
  const [, stem = ''] = /^([a-z]{4,})(?:ed|ly)$/.exec(word) ?? []
  return stem !== '' && (known.has(stem) || (word.endsWith('ed') && known.has(`${stem}e`)))
}

/** Letters as they stand between signs and changes of case. */
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
const PLAIN = /^[A-Za-z]+(?:[-_.:/ ][A-Za-z]+)*$/
/** Words that are written with a digit, and versions. */
const WITH_DIGITS =
  /^(v\d{1,3}(\.\d{1,3}){0,2}(-?(alpha|beta|rc)\d{0,2})?|oauth2|http2|s3|mp3|mp4|utf-?8|sha-?(1|256|512)|(line|address)_?[12]|p24)$/i
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
