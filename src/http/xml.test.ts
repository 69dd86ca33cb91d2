import { expect, test } from 'vitest'
import { ok } from '../support/result.ts'
import { escapeXml, formatXml, parseXml, type XmlSchema, type XmlView } from './xml.ts'

interface Plain {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Plain>>
  readonly items?: Plain
  readonly xml?: object
}

function view(schema: Plain): XmlView<Plain> {
  return {
    types: schema.type === undefined ? [] : [schema.type],
    properties: new Map(Object.entries(schema.properties ?? {})),
    items: schema.items,
    variants: [],
    keywords: schema.xml === undefined ? {} : { xml: schema.xml },
    references: [],
  }
}

const shape = (schema: Plain): XmlSchema<Plain> => ({ schema, view })

const text: Plain = { type: 'string' }
const pet: Plain = {
  type: 'object',
  xml: { name: 'pet' },
  properties: {
    id: { type: 'integer', xml: { attribute: true } },
    name: { type: 'string', xml: { name: 'title' } },
    photos: { type: 'array', xml: { wrapped: true, name: 'photoUrls' }, items: { ...text, xml: { name: 'photo' } } },
    tags: { type: 'array', items: { type: 'object', xml: { name: 'tag' }, properties: { label: text } } },
    owner: { type: 'object', xml: { prefix: 'o', namespace: 'http://x.test/' }, properties: { city: text } },
  },
}
const value = {
  id: '5',
  name: 'Rex & <Co>',
  photos: ['a.png', 'b.png'],
  tags: [{ label: 'big' }, { label: 'old' }],
  owner: { city: 'Oslo' },
}
const document =
  '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="5"><title>Rex &amp; &lt;Co&gt;</title><photoUrls><photo>a.png</photo><photo>b.png</photo></photoUrls><tag><label>big</label></tag><tag><label>old</label></tag><o:owner xmlns:o="http://x.test/"><city>Oslo</city></o:owner></pet>'

test('writes names, attributes, wrapped arrays and prefixes as annotated', () => {
  expect(formatXml(value, shape(pet))).toBe(document)
})

test('reads them back', () => {
  expect(parseXml(document, shape(pet))).toEqual({ ok: true, value })
})

test('a single repeated element is still an array where the schema says so', () => {
  expect(parseXml('<pet><tag><label>x</label></tag></pet>', shape(pet))).toEqual({
    ok: true,
    value: { tags: [{ label: 'x' }] },
  })
})

test('reads character data, character references and comments', () => {
  expect(parseXml('<a><!-- no --><b><![CDATA[<x> & ]]>&#65;&#x42;&quot;</b></a>')).toEqual({
    ok: true,
    value: { b: '<x> & AB"' },
  })
})

test('names on Object.prototype are only names', () => {
  const parsed = parseXml('<a><__proto__><x>1</x></__proto__><constructor>2</constructor></a>')
  expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor'])
})

test.each([
  '',
  'text',
  '<a>',
  '<a/><b/>',
  '<a b=c/>',
  '<a>'.repeat(100_000),
  `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`,
  '<a b="1" b="2"/>',
  '<a>&nbsp;</a>',
  '<a>&constructor;</a>',
  '<a>&#0;</a>',
  '<a>]]></a>',
  '<a><!-- -- --></a>',
  '<a',
  `<${'a'.repeat(600)}/>`,
  `</${'a'.repeat(100_000)}>`,
  `<a>${'\n'.repeat(4_000_001)}</a>`,
  `<a>${'<b/>'.repeat(250_001)}</a>`,
  '<!DOCTYPE lolz [<!ENTITY lol "lol">]><a>&lol;</a>',
])('refuses what it cannot read, in one line', (xml) => {
  const parsed = parseXml(xml)
  expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/^[^\n]{5,300}$/) })
})

test('reads the next text after one that was refused', () => {
  expect(parseXml('<a><b x="1">')).toMatchObject({ ok: false })
  expect(parseXml('<c d="2">3</c>')).toEqual({ ok: true, value: { d: '2', $text: '3' } })
  expect(parseXml('<e>5</e>')).toEqual({ ok: true, value: '5' })
})

test('drops prefixes and declarations of namespaces, also of those that nobody declared', () => {
  const soap =
    '<s:Envelope xmlns:s="http://s.test/"><s:Body x:id="1"><pay xmlns="http://p.test/">5</pay></s:Body></s:Envelope>'
  expect(parseXml(soap)).toEqual({ ok: true, value: { Body: { id: '1', pay: '5' } } })
})

test('reads references of all kinds once', () => {
  expect(parseXml('<a>&amp;lt; &lt;&gt;&quot;&apos; &amp;#65;</a>')).toEqual(ok('&lt; <>"\' &#65;'))
  expect(parseXml('<a>&#38;amp; &#x41;&amp;lt;</a>')).toEqual(ok('&amp; A&lt;'))
  expect(parseXml(`<a>${'&amp;'.repeat(100_000)}</a>`)).toEqual(ok('&'.repeat(100_000)))
})

test('reads no more attributes than it can in time', () => {
  const attributes = Array.from({ length: 250_001 }, (_, i) => `a${i}="x"`).join(' ')
  expect(parseXml(`<a ${attributes}/>`)).toMatchObject({
    ok: false,
    error: expect.stringContaining('250000 attributes'),
  })
})

test('escapes the same wherever a long text is divided', () => {
  const part = 'a<b>&"\r\u0001😀\ud83d\ude00\ud83d'
  const safe = 'a&lt;b&gt;&amp;&quot;&#13;\uFFFD😀😀\uFFFD'
  for (const lead of ['', 'x', 'xx', 'xxx'])
    expect(escapeXml(lead + part.repeat(20_000))).toBe(lead + safe.repeat(20_000))
})
