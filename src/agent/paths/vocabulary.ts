/** Words that APIs use for steps of their paths: they stay literal where their siblings are values. */
import { isActionWord, meaningOf } from '../../derive/naming/verbs.ts'
import { isPlural, singular, words } from '../../derive/naming/words.ts'

const COMMON: ReadonlySet<string> = new Set(
  `about access account activity admin agent alert analytics api app archive audit auth authentication authorization avatar
backup balance balances ban banner base billing blob body branding bulk cache calendar callback card cart catalog category
charge chat check checkout client cloud cluster code collection comment commerce compliance config configuration connect
connection console contact content contents context core count country credit csv cron current cursor customer daily dashboard data
database debug default definition delivery demo detail dev device diff discovery dns docs document domain download draft echo
edit email embed employee engine entity environment error event export external feed feedback file finance flow folder form forum
frontend fulfillment function gateway general global graph graphql group health healthz help history home hook host html identity
image inbox index info ingest instance integration internal inventory invoice ip item job json key language last latest layout legacy
library license lifecycle link live location log login logout mail main manage management manifest map market marketing me media
member membership message meta metadata metric mine mobile mode model monitor monitoring my namespace network new news next notification
oauth object office open openapi operation order organization overview owner package page partner password payment payout period
permission person ping plan platform playground policy portal position post preference presence preview price primary private
processing product profile progress project protection provider proxy public query queue quota radar random rate raw ready readiness
receipt recent recommended reference region registry related relay release report reporting repository resource result review role root
route rpc rules sales sandbox schedule schema scope script search secret security self sell service session settings setup shared shop
sign-in signin signup site size sms social source space spec staff stats statistics status statement storage store stream subscription
suggest summary support survey swagger sync system table tag target task tax team template terminal test thread thumbnail time timeline
timezone today token tool topic total track trade transaction trash treasury tree trending type unread upcoming upload usage user username
value variant vendor verification version video view visibility wallet web webhook whoami widget wiki work workflow workspace xml you zone`.split(
    /\s+/,
  ),
)

/** A word that names what is done, or a thing that APIs speak of. */
export function isOwnWord(word: string): boolean {
  if (/^[@_$.]/.test(word) || /^v\d/i.test(word)) return true
  const [first, ...rest] = words(word)
  if (first === undefined) return true
  if (rest.length === 0 && (COMMON.has(first) || first.length <= 2)) return true
  return isActionWord(word) || meaningOf(word) !== undefined || isCamel(word)
}

/** A word that a step of an API may be: its own words, and plurals. */
export function isLikelyStep(word: string): boolean {
  return isOwnWord(word) || isCollection(word) || isPhrase(words(word))
}

/** Of several words half are those that APIs speak of. */
function isPhrase(parts: readonly string[]): boolean {
  const known = parts.filter((part) => COMMON.has(part) || COMMON.has(singular(part)) || isActionWord(part))
  return known.length * 2 >= parts.length
}

/** A word behind which records stand: a plural. */
export function isCollection(word: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(word) && isPlural(word)
}

/** `getUserByName`, `BalanceSheet`, `chat.postMessage`: names of functions and of reports. */
function isCamel(word: string): boolean {
  return /^[A-Za-z][a-z]+([A-Z][a-z]+)+$/.test(word) || /^[a-z]+(\.[a-z]{4,}[A-Za-z]*)+$/.test(word)
}
