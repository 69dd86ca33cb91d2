/**
 * Names of properties, parameters, header fields and steps of paths that are those of a schema. In their place stand
 * values, too: keys of maps, names of people behind a collection. A name is known where all its words are, those of
 * `vocabulary.ts` and those that the properties of seventy public descriptions and their likes have. What is not here is
 * no less harmless, only not known to be.
 */
import { remembered } from '../support/remembered.ts'
import { SHORT_NAMES } from './personal.ts'
import { isVocabulary } from './vocabulary.ts'

const WORDS = `
aaguid aal aas aba abbreviation abort abridged abs absent abtest abuse acceleration accelerator accent acceptable
accessibility accessible accrual accum accumulated accuracy ack acks acl acorn acoustic acousticness acquire
acquirer acquiring acquisition acr acreage across acs actionable actor actual adaptation adaptive addition addon
addr adjacent adjustable administrative admission adobe adr advanced advancing advertise advertised advice aes
affiliation affinity affix after age agency agentless agg aggr aggregated aggregation aggregator aging agree agreed
ahead aia aid airport aisle akamai alcoholic alerting alg algo algorithm aliases align alignment alive allergen
allocatable allocate allocated allocation allowance allowlist alloy along alphanumeric alt alter altered alternate
alternative altitude amendment amenities aml among amortization amortized amp amperage amqp amr amt amz amzn analyse
analysis analyze analyzed angle animation anongid anonuid anonymize anonymous anti antifraud antivirus apm apns
appeal append appendable applicability applicant applies approver approximate approximated appsec appservice apr
april apy architecture are arg args armor arn arr arrangement arrival arrived art ascii asin ask asm asn aspect
aspnet assertion assetlinks assignee assigner assignment assist associate association assurance atm atomic attacher
attendance attention attestation attr attraction attribution augment august authed authenticate authenticator authn
authored authorise authority authorizer autofill automatically automation automount automute autopilot autoscaler
autoshutdown autovacuum availabilities average averaging avian avs await aware away aws axes axfr axle azp azure
azurefunction backchannel backdate backend backfill backlog backoff badge baggage band banking banner bar barcode
bark barometric based bassline batchsize bathrooms battery battle bbpos bcc bearing bedrooms been begin behalf
behavior behaviour benchmark berth best between beverage bgp bgw bgwriter bias bic bid bin binary binds binlog bio
biochemical biography birth birthdate birthday bitbucket bitdepth bitmask bitrate bits blik blind blob blocking
blocklist blood blur bmi boarding bonus bookable booklet bookmarks bool boost boot booted bootstrap border borg born
borough borrowing bottom bound boundary bounding boxes bps braking brand breached breakdown breaker breaking
breakpoint breed bright brightness broadcaster browsing brute bssid btc buffer builder built burndown burst bursting
but button buy bypass byte caching cadence caep calculated caller calls callstack calorie camel can canary
cancelable cancelation cancelling candle canonical cap capability capable capacity captcha caption capturable
carbohydrate carbohydrates carbs cardinality carton cashback cashier cashout casting catch catchall cause cbs ccm
ccs cdn ceiling cel cell censored centre cents cert certainty cfg cfpb chain chap chapters characteristics charged
charger chars charset chatbot checkbox checker checklist checkpoint checksum chemical children chk chunking churn
cid cidr cinematographer cipher circuit cis citation citizenship clabe claimable claimed classic classification
classname clause clean cleanable cleaner cleanup clear cleared clearing cli clinic cloned closable closing cloud
cloudflare cloudfront cloudfunction cloudrun cls clustering clv cmp cnt coach cobranded codec coep cogs cohort col
cold collaborator collateral collect collected collectible collision colony com comercial commanders commerce
committed committers commodity common commonname communication compaction comparator compare comparison
compatibility compatible compelling compilations compiler completely complexity compliant component composer
composite compound compressed compression compute concat concern concurrency concurrent conditional confidence
configured congestion conglomerate conn consecutive consensus consignee consignment consignor consistency constraint
construct constructor consultant consultation consumed consumes containerapp contains continent contrast
contributors control controllable controlled controller conversational conversion converted cookie cool cooldown
coop coordinates coredns cores corner corp corporate corpus correct correction correlated correlation cors cost
counter county cover coverage cpu cpus crash crawler crawling creator cred credential creditable credited creditor
criteria crontab crop cropped cropping cross crowd crud crv cryptogram csi csm csp cspm csr csrf css ctx cty
culinary cur curated curation curbside curl curr cursor customise customization customized cvc cvm cvv cws daemon
danceability danger datadog datasource datatype dbm dbname ddsource ddtags deadlock death debitable debt debugging
decay deceased decibel decision declaration declared decodable decoration decree decrement decrypted decryption
deduction deep def defer defined definition delay delegated delegation delimiter delinquent deliverability delta
demand demo demurrage denominator dense density dep departure dependencies dependents deployed deprecation
depreciable depreciation deprovisioned descendants descriptive designation designator designer desired dessert dest
destroyed destructive detection developer devsecops devtmpfs dew diagnostic dialect diameter diastolic dictionaries
did dietary diff difference digest digitalocean digits dim dimension dimensional dims dir directed direction
directionality directive director directorship directory dirty dis disagree disburse disbursement disclose
disclosure discography discountable discounted discoverable discovery discrim disfluencies dislikes dispatch
dispatcher disposable disposition disrupted disruption dist distance distinguished distinguisher distributor distro
div dive diversity divide dividend division divisor dkim dnd dnt dob doc dockerfile documentation does domestic
dominion dosage double downconversion downgrade downstream downvotes downward dpi dpo dpop dpv draggable drain draw
drawer drive drop dropdown dropoff drug dry dsl dsm dst dtc dump dunning duties eagerness ean eap earliest ebs eci
ecom ecs editable edited edition editor effect effective effort egress egresses eid ein eks elastic elections
electronic eligibility else emailed embed embeddable embedder emissions employer emulation emv enablement enc encode
encoded encoding encrypt encryption endcap ended endian ending endp endtime enduser energy enforce enforcement
engagement engine engineering engraving enqueued enrichment enroll enrollment ent enter entered entities entitlement
entropy env envelope envoy envs eol eori eph epochs equality equity err errs escalation escrow establishment
estimated estimation eta etag ethernet ethnicity eula euuid eval evaluated eventually every everywhere evictions evt
ews exactly except excl excluded excluding exclusion execute executed execution exemption exhaustive exhibit exif
exp expand expanded expanders expansion expect experience explanation explicitly explosive exponent exporter expose
exposed exposure expr expression ext extend extended extension exterior extinct extra extract extracted faas
facebook facings factor failover families fan fargate farm fastly fat fault favicon favor favorited favourite fax
faxes fbsd fcm federal federation feedback fertilizer fetching fiber fibre fidelity fido fielddata fifth filename
filesize filetype fill film filtered filtering final finalization finalized finalizers finalizing finding
fingerprint finish finishes fips firstname fiscal flavor flavour fleet flex flip flocker floor floorplan flush
flutter fmt focus folding followup font foo footnotes foreground forget forgive forgotten forked formal formatted
formatting formula forwarded foul foundational fourth fps fqdn fraction fractional frame framerate frameworks freed
freeze frequencies frequency frequent front frontchannel fsa fsc fullname fulltext func funded funnel fusion gain
gamma ganalytics garnishment gate gated gather gce gcp gcs gemstone gender generated generator genre geo geofence
geographical geohash geolocation ghz gifter giftwrap gigabytes girth gist git github gitlab given gke glass glb
glucose glusterfs gluten goal gohai good goog googlepubsub gps gpu gpus grace grammar granularities granularity
graph graphic gratuity gravatar greenlight grid gross groupby grouping gst gte gtin guardian guardrail guid guidance
guide gust gwp half ham hand handle handlebars handling handshake happened harassment hard harm harsh harvest hash
hashed hate hazmat hdd hdr heading headline healing heap heart heartbeat heavy held help helper her herb heroku hex
hide hierarchy highlight highlighted hint hire his histogram historic historical hit hits hmac hnsw hoa holder
holdings hologram holographic homework homeworld honor honorific honour hop hops horizontal horsepower host hostname
hot hover hpp href hsa hst hsts hub hugging hundred hunts hwm hybrid hyperparameters hypersonic hyperthreading
hypervisor iab ial iat iata iban icao iccid icmp idempotent ident identification identified identifier idf idp idv
idx ignore ignored iii iin ilm imad imei img immunization immunizations immutable impact impersonation implicit
impression ims imsi inactivity inbox incentive included inclusion income incoming incoterm incremental indexable
indexed indicator industry ineligible inference inferred infix infra ingestion ingress initialise initiate
initiating initiator ink inner innings innodb insecure inside instagram installation installer installments
instruction instrument instrumentalness insult insync int integ integrator integrity interactive interchange
interest interface intergovernmental interior intermediate intermission interrupt interview intro introduced
introspection ints inverted investigate investigations invited invitees inviter invocation invoiceitem invoicer
involved iot iowait ipam ipc ipv iqn irrigation isbn iscsi ism ismn iso isolated isolation isp isrc issn issuer iswc
itemized iteration iterator itinerary itr its jailbreak jam jit jitter joined jti judge juice june jurisdiction jwe
jwk jwt kafka kana kanji karma kcal kebab keep keepalive kernel keyring keyspace keyterms keyword khz kick kid
kilometers kilowatt kmh knn knowledgebases kotlinmultiplatform kph kty kube kubelet kvm kw kwh labeled labeling
labour lacs lag lambda landform landing landlord landmark lang language laser lastname lat latitude launch law
layout layovers lcp leader leaf learning lease leaving leeway legend len lendable lets lfu liabilities licence
licensing life lifecycle lifetime lin linguist linodes listeners listing lite lived livemode liveness livestock lke
lkecluster llm lng loaded loading lob loc locale localhost localised locality localize locate locator lockout
lodging loggable logged logging logical logit logline logpath logprob logset logtail lon long longitude longview
longviewclient losses lot lots loud loudness loves lower lowercase lru lte ltr lumen lumens lun lyrics mac machine
maiden mailgun mailpiece make makeup managed mandatory manifest manufacturer mapped mappers margin marital marker
markup mask masked mass mastering matched matte maturity maxmemory maxpages may mbps mcc mcp mdm mean measure
measured mega megabytes megapixel meid memmap memo memorandum mentions meta metal mfa mgmt mhz mib microdeposit
micros microsoft middle midpoint might migrating mileage millicores million mime mimetype mine mineral miniature
miniseries ministerial minority mirror misscheduled mitigation mmap mmr modal modalities moderator modify modules
modulus monetary mongo mongodb monogram mount movement mpg mpim mpn mqtt mrkdwn msft msg msisdn mult multicapture
multiline multiplier music mutability mutations mute muted naas nack naive named nameserver namespace namespaced
naming nanos naptime narration narrative narrators nat nationality nats naver navigation nbf nbp ndm nearest neg
neighbor neighbour nel neq net netflow netlify netmask netv newrelic nfs nginx nick nickname nif nights nix nodata
nodebalancer nohits noise nominal nominated nonstockable nor normalise normalised normalize normalized north
notebook notified notify nox npm nsg nullable num numerator numeric numerical nurse nutrition nvidia oai obfuscation
obj obligation obs observability observed occurred occurrences oci odata odometer oel offset offside oie oldest
oncall onhand opaque opener opening opensearch opentelemetry operating operator opt opted optimise optimization
optimize optimized optimizer optin optionone optionthree optiontwo opts orchestrator ordered ordering ordinal
organizational orientation originating orn orphan otlp otp our outage outbox outcome outer outline outside
outstanding overage overall overcapture overdraft overhead overlap overlay overpaid overpayment overridable
overridden override oversampling overtime overview overwrite owed packaged packet padding paging painting pair
paired pal palette pallet palletized pallets pan panel papertrail par paragraphs parallel parallelism parent parish
parking parser participate particulars partition partman pascal pass passcode passenger passing passive passphrase
passport passthrough passwd pathway payable payco payload pct peap peer peering pem penalty people perforated
periodical permit permitted persist persisted persistence persistent persona personality personalization pesticide
pgbouncer pgs pharmacy photon phrase pid pii pin pinned pkce pkcs pkg pkix placeholder plaintext plane planned
planogram plate play playcount playing plugin plural pmb pnr pointer pointlist political poll pollen polygon pooling
pop popular populate populated port portfolio pos positive possession postage postdirection postgresql postmortem
posture potential pow power powered pragma preallocate preamble prebuilt precedence precinct precious preconditions
pred predefined predicate predicted prediction predictive predirection preemption prefetch preflight prefunding prem
prep prepared prepay prepayment presentment preserve preset pressure pretax pretext pretty prf principal print
printer priorities prioritize privacy privilege privileged privlege prob probability proc processes processor
produced producer prof profanity profiler profiling program programme programming progressive projected projection
promo pronouns prop propagation proplus proposed prorate proration protect protected protection protein proto
prototype provide province provision provisioner provisioning proxies prune psc psk pst psychological publication
publicity pubsub pulse punctuate purchased purchaser purged purse pvops pwd python qii qrcode qty qualified
qualifying quantile quantities quantization quantized quarterback queuing quiet quota race radius rain ram ramp
range rank ranked ranker ratelimit raw ray rbd rdma rdns reachable reactnative readiness readonly reality realm rear
reasoning reassignment reauthenticate rebalance rebate rebuttal receivable recent recipient reclaim recollection
recommend reconciliation recopy recording recoverable recovered recoveries recovery recurrence recursive recycling
redaction redeemed redemption redirection redis redisplay reduction redundancy reefer ref referee referer referral
referrer refill reflow refreshed refs refundable refusal regarding regen regex regexp registrar regulated rehydrated
reindex reinforcement reinvocation rejection rel relation relationship relay relevance religion religious remain
remediation reminder remitter remixed removal removing renewal renotify rent reopen reorder repeat replaced
replacement replayed replica replicate replication reply reported representation representative republish reputation
req requester requesting requestor rerank reranking res research resharding residency resident residual resistant
resolution resolvers resp responded responsive restock resubscribe retain retained retries retriever retry reuse rev
reveal reviewer revised revocation revoker rewrite rich riff right risc road robots rocksdb roku roll rolling
rollover rollup root rooted rotation round rounding routed router routing rpm rpo rps rrf rrule rsa rto rum runbook
runner runtime runway safe safety salary sale salt sam sample sampled samplerate sampling sarcasm saturated saving
sca scalable scalar scaled scaling scan scanned scanner scheduler scheme school science scientific scorer scoring
scratch screen screenshot script scrobble scroll sda sdb sdc sdd sde sdf sdg sdh sdk sdp sds seat sec seccomp
secevent secretless secs sector seed seicomart select selectable selectivity selector selfie sellable seller
semantic semester semitone sendgrid sensitivity sentences sentiment sentry seo separate serial serialise served
serverless servername serves servicetoken serving settle severity sex sexual sexually sfm sha shadow shall shallow
shard sharding shelf shield shippable shipyard shopify shorten shown shrinkage sid side sided siem sig sign signal
signatory signer signing signon silence silenced singlesend singular sip siret site sizing skew skill skin skipped
slaac slashes sleep sli slice slimline slo slos slow slug smart sms snake snapshotted snmp snoozed snow soa soc
socket sodium soft soil sorted sorting sound sourcing south spacing spanid sparse speaker specialties specific
specification speechiness speed spei spelling spending spf spice spiciness spicy spill splashscreen split sport
spouse spread spritesheets sqft sql sqrt src sre ssd ssh ssid ssl ssn sso stabilization stack stackable stackscript
stadium stage stand standalone standing star starred starting startup stat stateroom statistical statsd std stdin
stdout stem stemmer stepper sticker stickiness sticky stockable stocktake stopword str stranger strategy streak
streaming strength stretch strict strike strip stroke structure stub studio stunt style sub subcategories
subcategory subdomain sublocality submitter subnational subnet subnetwork subresource subroutine subscribed
subscriber subsets substance substituted substitution subteam subtest subtitles subtotal subtype successor suffix
sugar suggested suggestion suite summarization summarize sunrise sunset supervised supplemental supplementary
supplied suppressed surcharge surge surname svc svix swift swish switching symbol symptoms synchronise synchronous
synonym synthetics systolic tab tabs tac tagged tail tailnumber taint take takedown tank tap tariff tas taxability
taxiway tcp tea teammate teaser technical telephone tempo temporal tenancy tender tendered tenure term terminated
terminating termination terminology territory tested testing texture tfa thawed their theme therapy thick thickness
thin thinking thirty those thousand threadable threat threatening throttle throwback thumb thumbnail tick ticker
timecard timedelta timeframe timeline timer timescaledb timeseries timing tin tip tipping tips titling tls tmp tmpl
tng tokenization tokenized tokenizer toleration ton tonality tonnage tons toolbar tooltip topologies topology topup
torque totp touch touchdown towing town toxicity tpm tps traceid traceparent tracestate tracing tracked tracker
traditional traffic trail trailer trained training trans transacted transactional transcribed transcript
transferability transferrable transferred transient transition transitioning translated translation transmission
transonic transportation transporter treatment tree trend triage tries triggering trim truncate truncated truncation
trust trusted trustly truth ttl tts tty tube tuned tunes tunnel turbo twilio twol txt typ typesense udid udp uid
uids uint ultra unappend unapplied unarchived unbound uncached uncategorized unchanged uncleared uncounted
underscore understanding undisputed unified uniform uniqueness unitdp unity universal unnamed unneeded unoptimized
unparsed unresponsive unsatisfiable unschedulable unset unsubscribed upc updatedb updater upl uploader upper
upstream upvotes urbanization uri uris urn usb usecases usergroup usm utc utf utilities utm utterance uuid uv vacant
vacation vacuum val validated validity valkey var variance varnish vars vary vat vault vcpu vcpus vec vegan
vegetarian velocity verb verbosity vercel verdict verifiable verifier verifone vertical via viewing vin violence
virt visual vital vitals viz vlan vllm vnet voltage volunteer voted voter votes voting voy vpc vpn vram vrsn vsphere
vuln wage wal war ward warm warp warranty watchdog watchlist water wattage waybill webauthn websafe website
websocket wechat weekday weighbridge were west wet wh whatsapp wheel wheelbase where whitelabeled whitelisting who
whole wide wifi wildcard wind windowing wingspan winner winning wipe wireless wisepos withholding within without
workday workflow workgroup working workload workstation would wrap writeoff writer written wwids www xaxis xsi
xsmall xsrf xss yaml yaxis yield zipcode
`

const known: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))

/** Words that end with digits of their own. */
const WITH_DIGITS =
  /^(?:v\d{1,2}|oauth2|http[23]|s3|ec2|k8s|i18n|l10n|mp[34]|md5|sha(?:1|256|384|512)|base(?:32|64)|utf(?:8|16)|ipv[46]|p(?:50|75|90|95|99)|h26[45]|x509|crc32|cvv2|128|192|256|384|512|b3|e164|iso\d{4,5}|3ds2?|2fa|b2[bc])$/
const LONGEST = 80
/** Signs between the words of a name, and of names in a path of names. */
const BETWEEN = /[^A-Za-z0-9]+/
const SHAPE = /^[$@_]{0,2}[A-Za-z0-9](?:[\w$.:[\]-]*[A-Za-z0-9\]_])?$/
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** `line_items`, `billingAddress`, `filter[name]`, `x-request-id`, `address2`; and names of one or two digits, which are places in a list. */
export const isKnownName: (name: string) => boolean = remembered((name) => {
  if (name === '' || /^\d{1,2}$/.test(name)) return true
  if (/^[a-z]{3}$/.test(name)) return name === 'max' || !SHORT_NAMES.has(name)
  if (name.length > LONGEST || !SHAPE.test(name)) return false
  const parts = name
    .split(BETWEEN)
    .filter((part) => part !== '')
    .flatMap(wordsOf)
  // A name of a person is one where it stands alone.
  if (parts.length === 1 && isNameAlone(parts[0]?.toLowerCase() ?? '')) return name === 'max'
  return isWritten(parts) && parts.every(isKnownWord)
})

function isNameAlone(word: string): boolean {
  return SHORT_NAMES.has(word) || word === 'grace' || word === 'mark' || word === 'kana'
}

/** Letters and digits that are drawn by chance have hardly two of one sort in a row. */
function isWritten(parts: readonly string[]): boolean {
  const short = parts.filter(isShort)
  const isAllShort = short.length === parts.length
  return isAllShort ? parts.join('').length <= MOST_SHORT : short.length <= 2 * (parts.length - short.length)
}

const MOST_SHORT = 4

function isShort(part: string): boolean {
  return part.length <= 2
}

function wordsOf(part: string): readonly string[] {
  return WITH_DIGITS.test(part.toLowerCase()) ? [part] : (part.match(PARTS) ?? [])
}

/** Short ones are no secret, and numbers as they stand in names. */
function isKnownWord(part: string): boolean {
  if (isShort(part)) return true
  const word = part.toLowerCase()
  return isListed(word) || WITH_DIGITS.test(word) || (FORM.exec(word)?.slice(1, 2).some(isStem) ?? false)
}

function isListed(word: string): boolean {
  return known.has(word) || isVocabulary(word) || (word.endsWith('s') && known.has(word.slice(0, -1)))
}

/** `pausing`, `rotation`, `shipments`, `searchable`: forms that words of a schema take. */
const FORM = /^([a-z]{4,}?)(?:ing|ion|ment|able|ness|ance)s?$/

function isStem(stem: string): boolean {
  return isListed(stem) || isListed(`${stem}e`)
}
