import { expect, it } from 'vitest'
import { nearestTo, samplePattern } from '../patterns.ts'

const signed = `^https://files.example.com/(letters|cards)/([a-z]{3}_[a-z0-9]{8,9})('|_proof)(.pdf|_small.png)?(version=[a-z0-9]*&)expires=[0-9]{10}&signature=[a-zA-Z0-9-_]+`

it('keeps of an address what the pattern takes, and puts in what it says besides', () => {
  const shown = 'https://files.example.com/cards/crd_208e45e4.pdf?version=v1&expires=1619218302&signature=Nf_k-9'
  expect(nearestTo(signed, shown).text).toBe(
    'https://files.example.com/cards/crd_208e45e4_proof.pdfversion=v1&expires=1619218302&signature=Nf_k-9',
  )
})

it('puts in what is missing', () => {
  const image = String.raw`^https://a\.example/[a-z]+\.(png|jpg)$`
  expect(nearestTo(image, 'https://a.example/one').text).toMatch(/^https:\/\/a\.example\/one\.(png|jpg)$/)
  expect(nearestTo('^[a-z]+-[0-9]{2,3}$', 'ab-1').text).toMatch(/^ab-\d{2}$/)
})

it('finds nothing where nothing is near, or the pattern looks back', () => {
  expect(nearestTo('^[0-9]{40}$', 'https://a.example/one').text).toBeUndefined()
  expect(nearestTo(String.raw`^(a|b)\1$`, 'ab').text).toBeUndefined()
})

it('draws file names with dots, and no quotation marks where there is another way', () => {
  const dice = [0.1, 0.4, 0.7, 0.9, 0.2]
  for (const source of ['^[a-z]{4}(.pdf|.png)$', '^[a-z]{4}.(pdf|png)$'])
    expect(samplePattern(source, () => dice[0] ?? 0)).toMatch(/^[a-z]{4}\.(pdf|png)$/)
  for (const one of dice) expect(samplePattern("^a('|_b)$", () => one)).toBe('a_b')
  expect(samplePattern('^("|\')$', () => 0)).toBe('"')
})

it('visits a part that holds no character once, however often it may be repeated', () => {
  const shown = 'https://x/'
  for (const part of ['(?:)', '(?=b)', '(?:(?=b))', '(?:^(?=b))'])
    for (const often of ['{0,3000000}', '{1000}', '{900,60000000}'])
      expect(nearestTo(`^https://a(?:${part})${often}b$`, shown).work).toBeLessThan(5000)
})

it('gives up on patterns of many parts, and of many ways', () => {
  const begin = performance.now()
  const shown = `https://${'abc1'.repeat(140)}`
  const many = ['|'.repeat(9000), `c${'(?:)'.repeat(4000)}`, `(?:c|${'d|'.repeat(300)})`]
  for (const part of many) expect(nearestTo(`^https://a(?:${part}){0,1000}b$`, shown).text).toBeUndefined()
  const far = nearestTo('^https://[a-z0-9]{0,580}[A-Z]{41}$', shown)
  expect(far.text).toBeUndefined()
  expect(far.work).toBeLessThan(320_000)
  expect(performance.now() - begin).toBeLessThan(5000)
})
