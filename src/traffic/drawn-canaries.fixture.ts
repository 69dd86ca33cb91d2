/** Canaries by the thousand, drawn from a seed: secrets and personal data of many kinds, each under names that such values have. */
import { Buffer } from 'node:buffer'
import type { Canary } from './canaries.fixture.ts'

/** A number below the argument. */
type Draw = (below: number) => number

/** Mulberry32. */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALL = LOWER + UPPER + DIGITS

const signs =
  (alphabet: string, length: number) =>
  (draw: Draw): string =>
    Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('')
const digits = (length: number) => signs(DIGITS, length)
const from = (words: string) => {
  const list = words.split(/\s+/)
  return (draw: Draw): string => list[draw(list.length)] ?? ''
}

const SYLLABLES = 'bra kel vo rin dash mun tor qui zel pha gri lo sta wen hul cro bin ska fel jor nim tash bek dro'
const syllable = from(SYLLABLES)

/** A word that no list has. */
const coined = (draw: Draw): string => syllable(draw) + syllable(draw) + syllable(draw) + syllable(draw)
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const COMMON = from(
  'sunshine dragonfly butterscotch monkeyman superman cheesecake iloveyou starwars blueberry qwertyuiop letmein football princess whatever trustnoone hunterman',
)
const NAME = from(
  'Ottilie Brunhilde Anneliese Thaddeus Wilhelmina Cornelius Philippa Bartholomew Rosalind Montgomery Evangeline Leopold Clementine Ignatius',
)
const ILLNESS = from(
  'diabetes epilepsy schizophrenia endometriosis hepatitis fibromyalgia tuberculosis leukemia psoriasis asthma anorexia bulimia arrhythmia chlamydia',
)
const FAITH = from('catholic lutheran buddhist muslim hindu jewish atheist mormon methodist orthodoxy zoroastrian sikh')

/** Card numbers end with a check digit (ISO/IEC 7812-1). */
function card(draw: Draw): string {
  const body = `4${digits(14)(draw)}`
  const sum = [...body].reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return body + String((10 - (sum % 10)) % 10)
}

const uuid = (draw: Draw): string => {
  const hex = signs('0123456789abcdef', 32)(draw)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

interface Kind {
  readonly kind: string
  readonly draw: (draw: Draw) => string
  /** Names that it has, joined by blanks. */
  readonly names: string
}

/** Where a value alone would say nothing, names do; and the other way round. */
const KINDS: readonly Kind[] = [
  { kind: 'password of a word', draw: (d) => COMMON(d) + coined(d), names: 'password wifi_password userPassword pass' },
  { kind: 'password', draw: (d) => `${capital(coined(d))}!${digits(4)(d)}`, names: 'passphrase newPassword pwd' },
  { kind: 'secret word', draw: coined, names: 'client_secret secret sharedSecret secret_answer' },
  { kind: 'PIN', draw: digits(4), names: 'pin pin_code card_pin PIN' },
  { kind: 'long PIN', draw: digits(8), names: 'pin door_pin unlock_code access_code' },
  { kind: 'one-time code', draw: digits(6), names: 'otp verification_code one_time_code sms_code mfaCode totp' },
  { kind: 'user code', draw: (d) => `${signs(UPPER, 4)(d)}-${signs(UPPER, 4)(d)}`, names: 'user_code userCode' },
  { kind: 'pairing code', draw: signs(UPPER + DIGITS, 8), names: 'pairing_code activation_code recovery_code' },
  { kind: 'CVV', draw: digits(3), names: 'cvv security_code cvc cvv2 cardSecurityCode' },
  { kind: 'card number', draw: card, names: 'card_number creditCardNumber cc_number number' },
  { kind: 'name', draw: (d) => `${NAME(d)} ${capital(coined(d))}`, names: 'name patient cardholder full_name owner' },
  { kind: 'surname', draw: (d) => capital(coined(d)), names: 'last_name surname maidenName lastName' },
  { kind: 'nickname', draw: coined, names: 'nickname username handle screen_name user' },
  {
    kind: 'diagnosis',
    draw: (d) => `${ILLNESS(d)}-${coined(d)}`,
    names: 'diagnosis condition medical_history illness',
  },
  { kind: 'faith', draw: (d) => `${FAITH(d)}_${coined(d)}`, names: 'religion faith denomination party_membership' },
  { kind: 'mail', draw: (d) => `${coined(d)}@${coined(d)}.example`, names: 'email contact to recipient e_mail' },
  { kind: 'phone', draw: (d) => `+49${digits(10)(d)}`, names: 'phone mobile tel callback_number whatsapp' },
  {
    kind: 'street',
    draw: (d) => `${1 + d(99)} ${capital(coined(d))} Street`,
    names: 'street address line1 address_line_1',
  },
  { kind: 'city', draw: (d) => capital(coined(d)), names: 'city town hometown birthplace' },
  { kind: 'token', draw: signs(ALL, 32), names: 'access_token refresh_token sessionToken token' },
  { kind: 'API key', draw: signs(ALL, 40), names: 'api_key app_key apiKey DD-APPLICATION-KEY x_api_key' },
  { kind: 'API key with a prefix', draw: (d) => `sk${'_live_'}${signs(ALL, 24)(d)}`, names: 'api_key secret_key key' },
  {
    kind: 'SSH key',
    draw: (d) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${signs(ALL, 43)(d)}`,
    names: 'ssh_key public_key deployKey private_key',
  },
  { kind: 'secret of a UUID', draw: uuid, names: 'secret api_key session_id device_token' },
  {
    kind: 'secret in base64',
    draw: (d) => Buffer.from(coined(d) + coined(d)).toString('base64'),
    names: 'auth secret',
  },
  { kind: 'IBAN', draw: (d) => `DE${digits(20)(d)}`, names: 'iban account bank_account account_number' },
  {
    kind: 'social security number',
    draw: (d) => `${digits(3)(d)}-${digits(2)(d)}-${digits(4)(d)}`,
    names: 'ssn tax_id',
  },
  {
    kind: 'passport',
    draw: (d) => `C${signs(UPPER + DIGITS, 8)(d)}`,
    names: 'passport passport_number document_number',
  },
  { kind: 'choice of a person', draw: coined, names: 'gender sexual_orientation ethnicity blood_type marital_status' },
  { kind: 'free text', draw: (d) => `please call ${coined(d)} about ${coined(d)}`, names: 'note comment message memo' },
]

/** So many, of each kind as many; the same for the same seed. */
export function drawnCanaries(count: number, seed = 42): readonly Canary[] {
  const draw = drawFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const { kind, draw: make, names } = KINDS[i % KINDS.length] ?? { kind: '', draw: coined, names: 'x' }
    return { kind, value: make(draw), named: from(names)(draw) }
  })
}
