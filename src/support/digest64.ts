/** Sixty-four bits of a text, as 13 or fewer characters: tells versions apart, keeps no secret. Two FNV-1a runs with different bases. */
export function digest64(text: string, salt: string): string {
  let a = fnv(salt, 2166136261)
  let b = fnv(salt, 3335557771)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 16777619)
    b = Math.imul(b ^ unit, 1540483477)
  }
  return (mixed(a) >>> 0).toString(36) + (mixed(b) >>> 0).toString(36)
}

function fnv(text: string, basis: number): number {
  let h = basis
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h
}

function mixed(h: number): number {
  let m = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  m = Math.imul(m ^ (m >>> 13), 0xc2b2ae35)
  return m ^ (m >>> 16)
}
