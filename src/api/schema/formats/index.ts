/** The formats we assert and make values for. A name that is not here is an annotation only. */
import { binary } from './binary.ts'
import { base64url, byte } from './byte.ts'
import { date } from './date.ts'
import { dateTime } from './date-time.ts'
import { decimal } from './decimal.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import { double, float } from './floats.ts'
import { type Format, named } from './format.ts'
import { hostname } from './hostname.ts'
import { httpDate } from './http-date.ts'
import { idnEmail } from './idn-email.ts'
import { idnHostname } from './idn-hostname.ts'
import { int8, int16, int32, int64, uint8, uint16, uint32, uint64 } from './integers.ts'
import { ipv4 } from './ipv4.ts'
import { ipv6 } from './ipv6.ts'
import { iri } from './iri.ts'
import { iriReference } from './iri-reference.ts'
import { jsonPointer } from './json-pointer.ts'
import { looseFormats } from './loose.ts'
import { password } from './password.ts'
import { regex } from './regex.ts'
import { relativeJsonPointer } from './relative-json-pointer.ts'
import { time } from './time.ts'
import { unixTime } from './unix-time.ts'
import { uri } from './uri.ts'
import { uriReference } from './uri-reference.ts'
import { uriTemplate } from './uri-template.ts'
import { url } from './url.ts'
import { uuid } from './uuid.ts'

const all: readonly Format[] = [
  ...[dateTime, date, time, duration, unixTime, httpDate],
  ...[email, idnEmail, hostname, idnHostname, ipv4, ipv6],
  ...[uri, uriReference, iri, iriReference, uriTemplate, url],
  ...[uuid, named('guid', uuid), jsonPointer, relativeJsonPointer, regex],
  ...[byte, base64url, binary, password, decimal],
  ...[int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double],
  ...looseFormats,
]

export const formats: ReadonlyMap<string, Format> = new Map(all.map((format) => [format.format, format]))
