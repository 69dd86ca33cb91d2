import { expect, it } from 'vitest'
import { NOTHING_ATTACHED } from './attachment.ts'
import { addSink, readSink, removeSink } from './sinks.ts'

it.each([
  [{ url: 'http://h/', evnets: ['a.b'] }, 'A sink has no "evnets": did you mean events?'],
  [{ url: 'http://h/', to: 1 }, 'A sink has no "to": it has url, events, lease_ms'],
  [{ url: 'ftp://x:supersecret@h/' }, 'A sink must be an http: or https: address, not "ftp://h/"'],
])('refuses %j', (sent, message) => {
  expect(() => readSink(sent, ['a.b'])).toThrow(message)
})

it('shows no secret of an address that it does not know, nor of those that it knows', () => {
  const attachment = addSink(NOTHING_ATTACHED, readSink({ url: 'http://ada:secret@host/hook?key=secret' }, []))
  expect(() => removeSink(attachment, 'http://ada:secret@host/hoook', 'pay')).toThrow(
    'Sandbox "pay" has no sink "http://host/hoook": there is http://host/hook?key=…',
  )
})
