import { expect, it } from 'vitest'
import type { RecordedMessage, Recording } from '../../traffic/recording.ts'
import { recordingCurl, recordingText } from './recording-text.ts'

const nothing: RecordedMessage = { fields: [], media: null, body: null, length: 0, truncated: false }
const recording: Recording = {
  v: 1,
  id: 'rec_0123456789abcdef',
  upstream: 'pay',
  at: '2026-05-17T09:30:00.000Z',
  duration_ms: 12,
  method: 'POST',
  path: '/v1/customers/cus_QxyzAbCdEf1234',
  query: [['expand', "it's"]],
  status: 200,
  ending: 'complete',
  request: {
    ...nothing,
    fields: [
      ['host', '<text:9>'],
      ['authorization', '<redacted:01234567>'],
      ['x-empty', ''],
    ],
    media: 'application/json',
    body: { status: "it's \u001b[31m" },
    length: 20,
  },
  response: { ...nothing, fields: [['content-type', 'image/png']], media: 'image/png', length: 9, omitted: 'not-read' },
  findings: ['fp_0123456789ab'],
}

it('is read by a person, and draws nothing on the terminal', () => {
  expect(recordingText(recording)).toEqual([
    'rec_0123456789abcdef  2026-05-17T09:30:00.000Z  pay  12 ms',
    '> POST /v1/customers/cus_QxyzAbCdEf1234?expand=it%27s',
    '> host: <text:9>',
    '> authorization: <redacted:01234567>',
    '> x-empty: ',
    '>',
    '> {',
    '>   "status": "it\'s \\u001b[31m"',
    '> }',
    '< 200',
    '< content-type: image/png',
    '<',
    '< (9 bytes of image/png, not kept: not-read)',
    'findings: fp_0123456789ab',
  ])
  const lost = recordingText({ ...recording, status: 0, ending: 'unreachable', request: nothing, response: nothing })
  expect(lost.slice(0, 3)).toEqual([
    'rec_0123456789abcdef  2026-05-17T09:30:00.000Z  pay  12 ms, unreachable',
    '> POST /v1/customers/cus_QxyzAbCdEf1234?expand=it%27s',
    '< no answer',
  ])
})

it('is a command that a shell reads as it is meant', () => {
  expect(recordingCurl(recording, 'http://127.0.0.1:4000/pay/')).toBe(
    "curl -i -X POST 'http://127.0.0.1:4000/pay/v1/customers/cus_QxyzAbCdEf1234?expand=it%27s'" +
      " -H 'authorization: <redacted:01234567>' -H 'x-empty;'" +
      ` --data-raw '{"status":"it'\\''s \\u001b[31m"}'`,
  )
  expect(recordingCurl({ ...recording, method: 'GET', query: [], request: nothing }, 'http://a/b')).toBe(
    "curl -i 'http://a/b/v1/customers/cus_QxyzAbCdEf1234'",
  )
  const form = { ...nothing, media: 'application/x-www-form-urlencoded', body: [['a', 'b c']], length: 5 }
  expect(recordingCurl({ ...recording, query: [], request: form }, 'http://a')).toContain("--data-raw 'a=b%20c'")
})
