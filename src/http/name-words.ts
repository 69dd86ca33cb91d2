/** Names of fields, parameters and properties as words: what is judged by its name is judged by the parts of it. */

/** `X-Amz-Signature`, `xAmzSignature` and `x.amz.signature` are x, amz, signature; accents go. */
export function wordsOf(name: string): readonly string[] {
  const plain = /[^\x20-\x7e]/.test(name) ? spelled(name) : name
  const apart = plain
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
  return apart.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

/** Without accents, and without the bar of an L and the missing point of an I. */
function spelled(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]+/g, '')
  return plain.replace(/[\u0141\u0142]/g, 'l').replace(/\u0131/g, 'i')
}

/** Parts of names that are written as one word. */
const PARTS = new Set(
  `access account admin answer api app application assertion auth authentication authorization aws backup basic bearer
  bot card cc client code codes config confirm confirmation connection consumer cookie credential credentials credit
  csrf current customer cvc cvn cvv data database db debit deploy dev device door email encryption file firebase gate
  gift git github google hash host http id json key keys keystore license licence login mail master masterpass merchant mfa mongo
  my mysql new no num number oauth old one otp pass passcode passphrase passwd password passwords pem personal phrase
  pin pop postgres pre private proxy pub public pwd recovery redis refresh registration repeat reset root rsa secret secrets
  security seed server service session sess shared sign signature signing smtp sms ssh ssl stream string subscription
  sudo temp time token tokens totp two twitter user value verification verifier verify vpn web webhook wifi wlan wpa
  xsrf zip`.split(/\s+/),
)
const LONGEST_PART = 14
const LONGEST_WORD = 48

/** `creditcardnumber` is credit, card, number; a word that is not made of known parts alone stays whole. */
export function partsOf(word: string): readonly string[] {
  if (word.length < 5 || word.length > LONGEST_WORD || PARTS.has(word)) return [word]
  const bare = word.replace(/\d+$/, '')
  if (PARTS.has(bare)) return [bare]
  const found = divided(bare) ?? (bare.startsWith('x') ? divided(bare.slice(1)) : undefined)
  return found ?? [word]
}

/** Into as few parts as there can be. */
function divided(word: string): readonly string[] | undefined {
  const best: (readonly string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - LONGEST_PART); start < end; start++) {
      const before = best[start]
      if (before === undefined || !PARTS.has(word.slice(start, end))) continue
      if (before.length + 1 < (best[end]?.length ?? word.length)) best[end] = [...before, word.slice(start, end)]
    }
  }
  return best[word.length]
}
