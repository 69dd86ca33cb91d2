/**
 * Names that descriptions use without one agreed meaning. Values are made for
 * them, but none is refused: a provider may mean something else by the word.
 */
import { between, draw, type Format, HEX, LETTERS, padded, pick, textFormat } from './format.ts'

function loose(format: string, sample: (next: () => number) => string): Format {
  return textFormat(format, () => true, sample)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const phone = (next: () => number): string => `+1555${padded(between(next, 1_000_000, 1_999_999), 7)}`
const semver = (next: () => number): string => `${between(next, 1, 4)}.${between(next, 0, 20)}.${between(next, 0, 9)}`

export const looseFormats: readonly Format[] = [
  loose('phone', phone),
  loose('phone-number', phone),
  loose('e164', phone),
  loose('currency', (next) => pick(next, ['usd', 'eur', 'gbp'])),
  loose('iso-4217', (next) => pick(next, ['USD', 'EUR', 'GBP'])),
  loose('country', (next) => pick(next, ['US', 'DE', 'FR', 'GB'])),
  loose('iso-3166-1-alpha-2', (next) => pick(next, ['US', 'DE', 'FR', 'GB'])),
  loose('locale', (next) => pick(next, ['en-US', 'de-DE', 'fr-FR'])),
  loose('bcp47', (next) => pick(next, ['en-US', 'de-DE', 'fr-FR'])),
  loose('timezone', (next) => pick(next, ['UTC', 'Europe/Berlin', 'America/New_York'])),
  loose('slug', (next) => `${draw(next, LETTERS, 5)}-${draw(next, LETTERS, 4)}`),
  loose('semver', semver),
  loose('version', semver),
  loose('ulid', (next) => `01${draw(next, CROCKFORD, 24)}`),
  loose('color', (next) => `#${draw(next, HEX, 6)}`),
  loose('hex-color', (next) => `#${draw(next, HEX, 6)}`),
  loose('mac', (next) => Array.from({ length: 6 }, () => draw(next, HEX, 2)).join(':')),
  loose('cidr', (next) => `198.51.100.${between(next, 0, 15) * 16}/28`),
  loose('ip', (next) => `192.0.2.${between(next, 1, 254)}`),
  loose('domain', (next) => `${draw(next, LETTERS, 6)}.example.com`),
  loose('md5', (next) => draw(next, HEX, 32)),
  loose('sha1', (next) => draw(next, HEX, 40)),
  loose('sha256', (next) => draw(next, HEX, 64)),
  loose('hex', (next) => draw(next, HEX, 16)),
  loose('html', (next) => `<p>${draw(next, LETTERS, 8)}</p>`),
  loose('markdown', (next) => `**${draw(next, LETTERS, 8)}**`),
  loose('commonmark', (next) => `**${draw(next, LETTERS, 8)}**`),
  loose('char', (next) => draw(next, LETTERS, 1)),
]
