/** What is secret by its form, whatever it is called: keys that providers give out, signed tokens, private keys, passwords in addresses. */

import type { TextSigns } from './text-signs.ts'

/** A piece of a text, and what it means: equal values mean the same however they are written. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly meant: string
}

/** The beginnings that providers give their keys so that they are found. */
const PREFIXED = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    '[sr]k[_-](?:test_|sandbox_|proj-|ant-|or-)?[A-Za-z0-9][\\w-]{11,}',
    '(?:whsec|gh[opusr]|github_pat|hf|npm|gsk|r8|ntn|secret|figd|sbp|glsa|glc|sntrys|sntryu|d[oa]p_v1|dor_v1|doo_v1|shp(?:at|ca|pa|ss)|lin_api|rubygems|fo1|fm2)_[\\w/+=-]{12,}',
    'gl[a-z]{2,5}-[\\w.-]{12,}',
    'xox[a-z]-[\\w-]{10,}|xapp-\\d-[\\w-]{10,}',
    'A(?:KIA|SIA|ROA|BIA|CCA)[A-Z0-9]{12,}|AIza[\\w-]{16,}|LTAI\\w{12,}|AKID\\w{16,}',
    'ya29\\.[\\w-]{12,}|1\\/\\/0[\\w-]{12,}|GOCSPX-[\\w-]{12,}',
    'SG\\.[\\w-]{12,}(?:\\.[\\w-]{12,})?',
    '(?:pypi|xkeysib|xai|pplx|nvapi|PMAK|CFPAT|tskey|pul)-[\\w-]{16,}|pat-[a-z]{2}\\d-[\\w-]{16,}',
    'EAA[A-Za-z0-9]{12,}|EAAA[\\w-]{16,}|sq0[a-z]{3}-[\\w-]{12,}',
    'SK[0-9a-f]{32}|key-[0-9a-f]{32}|dapi[0-9a-f]{32}',
    'AGE-SECRET-KEY-1[A-Z0-9]{16,}|FLWSECK[\\w-]{12,}|NR(?:AK|II|JS|RA)-[\\w-]{16,}|AT(?:ATT3|CTT3|BB)[\\w=-]{16,}|EZ[AT]K[0-9a-f]{20,}',
    '(?:hv[sbr]|dp\\.[a-z]{2,5})\\.[\\w.-]{16,}',
    'live_[A-Za-z0-9]{28,}|test_[A-Za-z0-9]{28,}|Atza?\\|[\\w+/=-]{16,}|amzn\\.mws\\.[\\w-]{20,}',
  ].join('|')})`,
  'g',
)
/** Those that begin with anything, by what all of them hold. */
const MARKED: readonly (readonly [mark: string, pattern: RegExp])[] = [
  ...['live', 'prod', 'secret', 'token', 'pat'].map(
    (word) => [word, new RegExp(`(?<![A-Za-z0-9])(?!pk)[a-z]{2,10}[_-]${word}[_-][A-Za-z0-9_]{12,}`, 'g')] as const,
  ),
  ['-us', /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}/g],
  [':AA', /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{24,}/g],
  ['.atlasv1.', /(?<![A-Za-z0-9])\w{14}\.atlasv1\.[\w-]{16,}/g],
]
const MAY_BE_MARKED = /[_-](?:live|prod|secret|token|pat|us)|:AA|\.atlasv1/
const SHORTEST = 12

const JWT = /\beyJ[\w-]{8,2048}(?:\.[\w-]{0,16384}){1,4}/g
const PEM =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g

/** What stands before is the first group. */
const PUTTY = /(Private-Lines:[ \t]{0,4}\d{1,4}\s{1,4})[\w+/=\s]{16,}/g
const USER_INFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@]{0,256}:)[^\s/?#@]{1,256}(?=@)/gi
/** A token in the place of a user. */
const USER = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)(?=[^@]{0,255}\d)[^\s/?#:@]{16,256}(?=@)/gi
/** `user:password@tcp(host)/db`, `user:password@host:5432`. */
const DATA_SOURCE =
  /((?:^|[\s"'=])[A-Za-z_][\w.-]{0,63}:)[^\s:@/"']{1,256}(?=@(?:tcp|udp|unix)?\(|@[\w.-]{1,128}:\d{2,5}(?!\d))/g
/** Addresses whose path is the secret. */
const HOOKS =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{4,24}\/|api\.telegram\.org\/bot|webhook\.office\.com\/)[\w:@/-]{8,512}/g
const USER_OPTION = /((?:^|\s)(?:-u|--user|--proxy-user|-U)[ =]{0,2}["']?[^\s:"']{1,128}:)[^\s"']{1,256}/g
const PASSWORD_OPTION = /(\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass)\b[^\n]{0,200}?\s-p ?)[^\s-]\S{0,255}/g
const COOKIE_OPTION =
  /((?:^|\s)(?:-b|--cookie)[ =]{0,2})(?:"[^"\n]{1,2048}|'[^'\n]{1,2048}|[^\s"'=]{1,128}=\S{1,2048})/g
/** What the code on a router says. */
const WIFI = /(\bWIFI:(?:[TSHR]:(?:[^;\\]|\\.){0,128};){0,4}P:)(?:[^;\\]|\\.){1,128}/g
const DIGEST = /\bdigest\s{1,4}/gi
const LONGEST_DIGEST = 2048
/** The private members of a key (RFC 7518, 6). */
const JWK = /(\\{0,3}"(?:d|k|p|q|dp|dq|qi)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}")[\w-]{8,}/g
const SCHEME = /(\b(?:bearer|basic)(?:\s|%20|\+){1,4})[\w.~+/-]{8,}=*/gi

/** Looks at a text once for whatever of these may be in it. */
const SUSPECT = /eyJ|-----BEGIN|:\/\/|@|bearer|basic|Private-Lines|WIFI:|"kty|digest|(?:^|\s)-[-uUpb]/i

export function secretForms(text: string, signs: TextSigns): readonly Span[] {
  if (text.length < SHORTEST) return NONE
  const found: Span[] = []
  if (signs.longest >= SHORTEST && (signs.hasDigits || signs.hasCapitals)) {
    addAll(PREFIXED, text, found)
    if (MAY_BE_MARKED.test(text))
      for (const [mark, pattern] of MARKED) if (text.includes(mark)) addAll(pattern, text, found)
  }
  if (!SUSPECT.test(text)) return found
  if (text.includes('eyJ')) addAll(JWT, text, found)
  if (text.includes('-----BEGIN')) addAll(PEM, text, found)
  if (text.includes('Private-Lines')) addAll(PUTTY, text, found)
  if (text.includes('://')) addAll(HOOKS, text, found)
  if (text.includes('@')) for (const pattern of [USER_INFO, USER, DATA_SOURCE]) addAll(pattern, text, found)
  if (text.includes('-u') || text.includes('-U') || text.includes('user')) addAll(USER_OPTION, text, found)
  if (text.includes('-b') || text.includes('--cookie')) addAll(COOKIE_OPTION, text, found)
  if (text.includes('response=')) addDigests(text, found)
  if (text.includes('"kty')) addAll(JWK, text, found)
  if (text.includes('WIFI:')) addAll(WIFI, text, found)
  if (text.includes('-p')) addAll(PASSWORD_OPTION, text, found)
  addAll(SCHEME, text, found, isCredential)
  return found
}

const NONE: readonly Span[] = []

function addAll(
  pattern: RegExp,
  text: string,
  found: Span[],
  isOne: (value: string, before: string) => boolean = () => true,
): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index, 0: whole, 1: before = '' } = match
    const meant = whole.slice(before.length)
    if (isOne(meant, before)) found.push({ start: index + before.length, end: index + whole.length, meant })
  }
}

/** `Digest username="ada", …, response="…"`, to the end of its line. */
function addDigests(text: string, found: Span[]): void {
  let answer = -1
  let done = 0
  for (const { 0: scheme, index } of text.matchAll(DIGEST)) {
    const start = index + scheme.length
    if (index < done) continue
    if (answer < start) answer = text.indexOf('response=', start)
    if (answer < 0) return
    if (answer - start > LONGEST_DIGEST) continue
    const meant = /^[^\n]*/.exec(text.slice(start, start + 2 * LONGEST_DIGEST))?.[0] ?? ''
    done = start + meant.length
    if (done > answer) found.push({ start, end: done, meant })
  }
}

/** What follows a scheme in longer texts is no credential. */
const LONGEST_CREDENTIAL = 8192

/** "Basic membership" and "Bearer certificates" are no credentials. */
function isCredential(value: string, before: string): boolean {
  if (value.length > LONGEST_CREDENTIAL) return false
  if (/^bearer/i.test(before)) return value.length >= 16 && /\d/.test(value)
  return Buffer.from(value, 'base64').toString('latin1').includes(':')
}
