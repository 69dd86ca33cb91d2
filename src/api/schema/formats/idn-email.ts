/** RFC 6531 mailboxes: any letters on either side. */
import { sampleEmail } from './email.ts'
import { type Format, textFormat } from './format.ts'
import { isInternationalHostname } from './idn-hostname.ts'

function isInternationalEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  return (
    at > 0 &&
    local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+$/u.test(atom)) &&
    isInternationalHostname(text.slice(at + 1))
  )
}

export const idnEmail: Format = textFormat('idn-email', isInternationalEmail, sampleEmail)
