import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { importCorpusFile, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf } from '../../http/message.ts'
import { serve } from '../serve.ts'

const model = await importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples'))

it('tells bodies apart that differ only in what is cut off', () => {
  const live = makeLive(model)
  const shown = (amount: number): unknown => {
    const body = Buffer.from(JSON.stringify({ description: 'x'.repeat(17_000), amount, currency: 'eur' }))
    const fields = fieldsOf([['content-type', 'application/json']])
    serve({ method: 'POST', path: '/charges', search: '', fields, body }, live, 0)
    return live.journal.last(1)[0]?.body
  }
  expect(shown(101)).toMatch(/^[^…]{16384}… \(17\d{3} bytes, [0-9a-f]{8}\)$/)
  expect(shown(101)).toBe(shown(101))
  expect(shown(101)).not.toBe(shown(102))
})
