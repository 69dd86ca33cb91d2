/**
 * What a name says about the value that it stands for, by its parts: `securityCode`, `security_code` and
 * `card[security-code]` are one. The last word says what it is, those before it of what; some words say enough
 * wherever they stand.
 */

import { remembered } from '../support/remembered.ts'
import { partsOf, wordsOf } from './name-words.ts'
import { decodePercent } from './percent.ts'

/** Where something with a name was sent. */
export type SecretPlace = 'header' | 'query' | 'body'

/** What a name says; what is neither `secret` nor `open` is told by the value. */
export type NameVerdict =
  | 'secret'
  /** Where it is the number of a card. */
  | 'number'
  /** Where it is drawn by chance. */
  | 'key'
  /** The same, also where it is short. */
  | 'short_key'
  /** Unless it is that of an error. */
  | 'code'
  /** Unless it is that of a help desk. */
  | 'ticket'
  /** Unless it is the postal code of an address (India). */
  | 'postal'
  /** Unless it is a number: texts are secrets, numbers count them. */
  | 'texts'
  /** Where it holds digits: a code, and not the way by which one is sent. */
  | 'factor'
  /** Unless it is a small number: how many passed. */
  | 'counted'
  /** Where it holds the digits of a card, as the track of a magnetic stripe does and that of a record does not. */
  | 'track'
  | 'open'

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Secret wherever they stand in a name. */
const ANYWHERE = setOf(`
  password passwords passwd passwrd passw passphrase passphrases passcode passcodes passkey pwd pswd psw pw secret secrets
  credential credentials creds cookie cookies authorization authentication jwt otp totp hotp csrf xsrf mnemonic keystore
  cvc cvv cvn csc cvd ccv cav ssn pan mtan itan puk psk htpasswd keytab kubeconfig dockerconfigjson cred privkey skey
  magstripe xprv xpriv pkcs12 p12 jks ntlm bcrypt tpin mpin epin geheimzahl parola lozinka parool
  passwort kennwort motdepasse contrasena senha wachtwoord haslo losenord salasana adgangskode jelszo heslo
  kodeord passord geheimnis sifre matkhau katasandi slaptazodis zaporka kartennummer sicherheitscode
  bestatigungscode bestaetigungscode psswd pwrd pswrd pinblock ipek tmk zmk bdk`)
const TRACKS = /(^|_)(track_?(1|2|one|two)(_data)?|card_data|(full_)?track_data|full_track)(_|$)/
const FOREIGN =
  /парол|密[码碼]|暗証番号|パスワ|비밀번호|κωδικ|סיסמ|كلمة|รหัสผ่าน|пин-?код|номер.?карт|код.?подтвержд|卡号|验证码|驗證碼|認証コード|カード番号|인증번호|카드번호|पासवर्ड/i

/** The same of words that follow each other. */
const TOGETHER =
  /(^|_)((api|app|application|access|private|secret|auth|signing|session|encryption|master|ssh)_key|pass_(word|phrase|code|wd)\d*|clave_(secreta|privada|de_acceso)|codigo_(de_|da_)?(verificacion|verificacao|seguridad|seguranca|acceso|acesso|confirmacion|confirmacao)|codice_(di_)?(sicurezza|verifica)|code_de_(securite|verification)|(numero|num)_(de_|do_|della_|di_)?(tarjeta|cartao|carte|carta)|cislo_karty|mat_khau|kata_sandi|card_cid|mot_de_passe|(sign|log)_in_code|cv_(number|num|code)|one_time_(code|pass|pin)|security_(code|answer)|(challenge|secret)_answer|answer_to_security_question|card_(verification|security)|verification_(code|value)|conn(ection)?_str(ing)?|shared_access_signature|wallet_seed|seed_words|kube_config|kerberos_ticket|(rsa|ecdsa|dsa|ed25519)_private|sin_number|seed_phrase|recovery_phrase|(code|oauth|pkce|srp)_verifier|pin_(block|hash|number|no)|id_token_hint|saml_(response|request)|service_account_(json|key|file|info|credentials)|social_(security|insurance)|primary_account_(number|num|no)|bank_account_(number|no|num)|(re|h)?captcha_(response|answer)|turnstile_response)(_|$)/

/** Fields of proxies and providers that carry who somebody is. */
const FIELDS =
  /^(d_?po_?p|x_amzn_oidc(_accesstoken)?|x_ms_client_principal|x_honeycomb_team|i_?planet_?directory_?pro)$|(^|_)client_cert$/
/** Secret as the last word. */
const LAST = setOf('token bearer sas assertion wpa authtok passkeys pfx')
/** Secret as the whole name. */
const WHOLE = /^(x_)?(signature|sig|hmac|iban|wresult|magic_link|reset_link|api_hash|clave)$/
/** What a session is known by; those of shops and trainings (`checkout_session_id`) are ordinary. */
const SESSION = /^((x|user|auth|login|web|browser|http|php|j|asp|net)_?)*sess(ion)?_?id$|^connect_sid$/
const SESSION_FIELD = /(^|_)sess(ion)?_?id$/
/** An answer that is asked for in place of a password. */
const MAIDEN_NAME = /(^|_)maiden_name$/
/** Fields and parameters of signed requests and URLs, and keys: in a body these words mean other things, too. */
const OUTSIDE_BODIES = /(^|_)(signature|sig|sign|hmac)(_?\d+)?$|^(x_)?(key|sid)$/

/** Of what a code is one that is sent to somebody, or opens something. */
const CODES = setOf(`
  verification verify security user device onetime sms email mfa 2fa tfa factor twofactor otp
  auth authorization authentication access login signin signup activation confirmation confirm invite invitation reset
  recovery backup pairing unlock challenge pin puk cvv card door gate entry alarm lock redemption redeem gift claim
  secret temp temporary validation linking registration enrollment enrolment magic sca 3ds tan cc password
  cvc csc scratch oob keypad safe bypass master authenticator emergency rescue passwordless sso oauth bind voice totp epp grant`)
/** Whose key is a secret. */
const KEYS = setOf(`
  api app application access private priv secret auth signing sign session encryption encrypt decryption account webhook
  hook client subscription consumer master ssh gpg pgp rsa ec ecdsa dsa ed25519 deploy license licence admin service
  server storage shared developer personal integration merchant functions function wifi wlan wpa wep network stream
  activation sas hmac aes tls ssl root ingest ingestion serial bot crypto wallet signature jwt cookie token vault bearer
  psk preshared vpn wireguard terminal transaction security gateway authorization login decrypt wrapping recovery backup
  openai anthropic gemini mistral groq huggingface stripe sendgrid mailgun twilio supabase algolia datadog newrelic
  shopify paypal adyen plaid mapbox role write read unlock unseal sdk hec x509 cd fernet cipher rtmp pairing wpa2 cert`)
/** What is called a key and is a name. */
const NAMING_KEYS = setOf(`
  public pub publishable site idempotency cache partition sort primary foreign lookup object s3 surrogate websocket socket translation
  i18n project issue routing group dedup dedupe deduplication unique composite natural map row index hash range order
  tag label config setting lang message event queue metadata meta answer sharding shard bucket file image path parent
  item feature flag shortcut musical piano hot`)
/** Whose pass is none that is typed. */
const TICKETS = setOf(`
  boarding day season bus bike event vip backstage guest hall travel rail ski fast by band high low multi first second
  single test apple wallet loyalty train ticket month monthly week weekly year annual game battle hunting fishing mountain
  under over free did`)
/** What is called auth and is how it is done. */
const MANNERS = setOf('o no requires require required needs with without two multi factor skip is has optional')
const CARDS = setOf('card cards cc ccard creditcard debit credit')
const NUMBERS = setOf('number num no nr numbers digits')

/** Words behind what is secret that say of what form it is. */
const FORMS = setOf(`
  json pem value values val text string str plain plaintext raw b64 base64 hex enc encrypted data input field param
  confirm confirmation again repeat repeated verify retype new old current previous content contents cleartext clear
  header env var encoded`)
/** What is said about a secret, and is none. */
const ABOUT = setOf(`
  id ids name names type types kind at on date time expiry expires ttl policy policies count length version status state
  enabled required changed strength format method methods prefix label title description url urls uri uris href path paths
  limit check checks result results match valid attempts attempt retries retry expired expiration expire validity lifetime
  duration seconds minutes hours days size bits algorithm alg mode level scope scopes provider issuer vendor brand usage
  used uses rotation rotated created updated endpoint endpoints domain manager class category fingerprint thumbprint last4
  four masked amount currency fee reference supported support placeholder rules rule pattern complexity needed set
  present provided exists protected revoked month year number_of region last_used uuid uuids identifier identifiers info infos list consent`)
/** Where a list goes on. */
const PAGING = setOf(`
  page next prev previous continuation continue sync cursor start skip resume pagination delta change marker offset scroll
  nextpage pages paging position`)
const POSTAL = setOf('address shipping billing postal delivery home location area zip')

/** True where what has this name, and this value, may not be shown. */
export type IsSecret = (name: string, place: SecretPlace, value: unknown) => boolean

/** Longer names are judged by their begin. */
const LONGEST_NAME = 256
const MOST_KNOWN = 10_000

const verdicts = {
  header: verdictsIn('header'),
  query: verdictsIn('query'),
  body: verdictsIn('body'),
} satisfies Record<SecretPlace, (name: string) => NameVerdict>

function verdictsIn(place: SecretPlace): (name: string) => NameVerdict {
  return remembered((name) => judged(name.slice(0, LONGEST_NAME), place), MOST_KNOWN, LONGEST_NAME)
}

export function verdictOn(name: string, place: SecretPlace): NameVerdict {
  return verdicts[place](name)
}

/** `card[number]`, `card.number` and `/card/number` are judged by each of their parts. */
function judged(sent: string, place: SecretPlace): NameVerdict {
  const name = decodePercent(sent)
  const parts = name.split(/[[\]./]+/).filter((part) => part !== '')
  const verdicts = [...(parts.length > 1 ? parts : []), name].map((part) => ofName(part, place))
  if (verdicts.includes('postal') && parts.some((part) => POSTAL.has(part))) return 'open'
  return verdicts.find((one) => one === 'secret') ?? verdicts.find((one) => one !== 'open') ?? 'open'
}

function ofName(name: string, place: SecretPlace): NameVerdict {
  if (/[^\x20-\x7e]/.test(name) && FOREIGN.test(name)) return 'secret'
  const words = wordsOf(name)
  const verdict = ofWords(words, place)
  if (verdict !== 'open') return verdict
  const parts = words.flatMap(partsOf)
  return parts.length === words.length && parts.every((part, i) => part === words[i]) ? 'open' : ofWords(parts, place)
}

function ofWords(words: readonly string[], place: SecretPlace): NameVerdict {
  const whole = words.join('_')
  if (SESSION.test(whole) || MAIDEN_NAME.test(whole) || (place === 'header' && SESSION_FIELD.test(whole)))
    return 'secret'
  const head = withoutForms(words)
  const [last = '', before = ''] = [head.at(-1), head.at(-2)]
  if (isAbout(words) || isAbout(head) || (last === 'token' && PAGING.has(before))) return 'open'
  if (last === 'pin' || last === 'pincode' || (last === 'code' && before === 'pin')) return ofPin(head)
  if (head.some(isTelling)) return 'secret'
  if (TRACKS.test(whole)) return 'track'
  if (TOGETHER.test(whole)) return 'secret'
  return ofLast(last, before, head.join('_'), place)
}

/** `pgpassword` is one, too. */
function isTelling(word: string): boolean {
  return (
    ANYWHERE.has(word) ||
    ANYWHERE.has(word.replace(/\d+$/, '')) ||
    /pass(?:word|wd|phrase)$|^[a-z]{2,10}pw\d{0,4}$/.test(word)
  )
}

/** Without the words at the end that say in which form or for the how manieth time it stands there. */
function withoutForms(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && (FORMS.has(words[end - 1] ?? '') || /^\d+$/.test(words[end - 1] ?? ''))) end -= 1
  return words.slice(0, end)
}

function isAbout(words: readonly string[]): boolean {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  if (words.length < 2) return false
  // The last digits of a card are shown to everybody; those of a person's number are asked for.
  if (words.includes('ssn') && /^(last4?|4)$/.test(last)) return false
  return ABOUT.has(last) || (last === 'in' && before === 'expires') || (before === 'last' && last === '4')
}

function ofPin(words: readonly string[]): NameVerdict {
  return words.some((word) => POSTAL.has(word)) ? 'open' : 'postal'
}

function ofLast(last: string, before: string, whole: string, place: SecretPlace): NameVerdict {
  if (last === 'code' || last === 'codes') return ofCode(before, place)
  if (last === 'key' || last === 'keys') return ofKey(last, before, place)
  if (/^[iad]key$/.test(whole)) return 'short_key'
  if (last === 'pass') return TICKETS.has(before) ? 'open' : 'counted'
  if (last === 'auth') return MANNERS.has(before) ? 'open' : 'secret'
  if (last === 'tokens') return 'texts'
  if (LAST.has(last) || last.endsWith('token') || last.endsWith('secret') || WHOLE.test(whole)) return 'secret'
  if (NUMBERS.has(last) && CARDS.has(before)) return 'secret'
  if (/^(cc|card)_?(num|no|nr)$|^cardnumber$/.test(last)) return 'secret'
  if (place === 'header' && FIELDS.test(whole)) return 'secret'
  if (place !== 'body' && OUTSIDE_BODIES.test(whole)) return 'secret'
  if (whole === 'ticket' && place !== 'body') return 'ticket'
  if (whole === 'number') return 'number'
  if (last === 'session' && place === 'header') return 'secret'
  if (whole === 'session' || /^(re|h)?captcha$/.test(last)) return 'key'
  if (last === 'tan' && /^(m|i|sms|photo|push|chip)$/.test(before)) return 'secret'
  if (/^(2fa|mfa|tfa)$/.test(last)) return 'factor'
  return FACTORS.has(whole) ? 'factor' : 'open'
}

const FACTORS = setOf(`
  mfa 2fa tfa two_factor second_factor verification confirmation one_time onetime challenge_response sms_verification
  email_verification phone_verification otc tan`)

function ofCode(before: string, place: SecretPlace): NameVerdict {
  if (CODES.has(before)) return 'secret'
  return before === '' || before === 'x' ? (place === 'body' ? 'code' : 'secret') : 'open'
}

function ofKey(last: string, before: string, place: SecretPlace): NameVerdict {
  if (last === 'keys') return KEYS.has(before) ? 'texts' : 'open'
  if (before === '' || before === 'x') return place === 'body' ? 'key' : 'secret'
  if (KEYS.has(before)) return 'secret'
  if (NAMING_KEYS.has(before)) return 'open'
  return place === 'header' ? 'secret' : 'short_key'
}
