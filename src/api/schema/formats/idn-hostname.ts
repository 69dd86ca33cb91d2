/** Internationalised host names: labels of letters, digits and marks, within the lengths of the DNS. */
import { type Format, textFormat } from './format.ts'
import { sampleHostname } from './hostname.ts'

export function isInternationalHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  return text.length > 0 && text.length <= 253 && labels.every(isLabel)
}

function isLabel(label: string): boolean {
  if (label.length > 63 || label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--')
    return /^xn--[a-z0-9-]*[a-z0-9]$/i.test(label)
  return /^(?!\p{M})(?:[\p{L}\p{N}\p{M}-]|[\u00b7\u0375\u05f3\u05f4\u30fb]|\u200c|\u200d)+$/u.test(label)
}

export const idnHostname: Format = textFormat('idn-hostname', isInternationalHostname, sampleHostname)
