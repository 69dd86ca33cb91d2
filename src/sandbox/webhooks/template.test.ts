import { expect, it } from 'vitest'
import { fill, type Room, readBack, readBackEach, templateNames, templateObjection, templatesIn } from './template.ts'

it.each<readonly [Room, string, string | undefined]>([
  ['content', '{{id}}.{{timestamp}}.{{body}}', undefined],
  ['content', '{{ json_string  body }}', undefined],
  ['content', '{{bdy}}', 'has {{bdy}}, which is not a template (did you mean body?)'],
  ['content', '{{time_stamp}}', 'has {{time_stamp}}, which is not a template (did you mean timestamp?)'],
  ['content', '{{}}', `has {{}}, which is not a template (there is ${templateNames.join(', ')})`],
  [
    'content',
    '{{signature}}',
    'cannot hold {{signature}}: there is event, id, timestamp, timestamp_ms, now_rfc3339, uuid, body, json_string body, url, form_sorted, body_sha256',
  ],
  [
    'wrap',
    '{{form_sorted}}',
    'cannot hold {{form_sorted}}: there is event, id, timestamp, timestamp_ms, now_rfc3339, uuid, body, json_string body, url',
  ],
  [
    'headers',
    '{{body}}',
    'cannot hold {{body}}: there is event, id, timestamp, timestamp_ms, now_rfc3339, uuid, url, body_sha256',
  ],
  [
    'query',
    '{{url}}',
    'cannot hold {{url}}: there is event, id, timestamp, timestamp_ms, now_rfc3339, uuid, body_sha256',
  ],
  ['format', 't={{timestamp}},v1={{signature}}', undefined],
  ['wrap', '{"a": {}} {b}', undefined],
])('judges in %s %j', (room, text, objection) => {
  expect(templateObjection(text, room)).toBe(objection)
})

it('fills each place once, and nothing in what it filled in', () => {
  expect(fill('{{id}}-{{ event }}-{{id}}', (name) => `{{${name}}}$&`)).toBe('{{id}}$&-{{event}}$&-{{id}}$&')
})

it('tells the templates of a text in order', () => {
  expect(templatesIn('{{url}}{{json_string body}}{{nope}}{{url}}')).toEqual(['url', 'json_string body', 'url'])
})

it('reads back what a text was filled with', () => {
  expect(readBack('v0:{{timestamp}}+{{event}}', 'v0:12+a.b')).toEqual(
    new Map([
      ['timestamp', '12'],
      ['event', 'a.b'],
    ]),
  )
  expect(readBack('v0:{{timestamp}}', 'v0:now')).toBeUndefined()
  expect(readBack('v0:{{timestamp}}', 'v0:12 ')).toBeUndefined()
  expect(readBack('{{id}}', 'x'.repeat(10_000))).toBeUndefined()
})

it('reads back each of several in one text', () => {
  const signatures = (format: string, text: string): unknown[] =>
    readBackEach(format, text).map((one) => one.get('signature'))
  expect(signatures('v1,{{signature}}', 'v1,aa= v2,bb v1a,cc v1,dd')).toEqual(['aa=', 'dd'])
  expect(signatures('t={{timestamp}},v1={{signature}}', 't=1,v1=aa,v1=bb')).toEqual(['aa'])
  expect(signatures('sha256={{signature}}', 'xsha256=aa')).toEqual([])
})
