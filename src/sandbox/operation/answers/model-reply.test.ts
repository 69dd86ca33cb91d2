import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'
import { promptIn, replyTo } from './prompt.ts'

const at = (value: unknown, place: readonly string[]): unknown =>
  place.reduce((one, step) => (one as Record<string, unknown> | undefined)?.[step], value)

const text = '{type: string}'
const number = '{type: integer}'
const turns = `{type: array, items: {type: object, properties: {role: ${text}, content: {}}}}`

/** One operation that is sent and answers so, and a read of what it made. */
const asking = (sent: string, answer: string, type = 'application/json') => `
paths:
  /replies:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}
      responses: {'200': &one {description: ok, content: {${type}: {schema: {type: object, properties: {id: ${text}, ${answer}}}}}}}
  /replies/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': *one}}
`

const chat = asking(
  `model: ${text}, messages: ${turns}`,
  `choices: {type: array, minItems: 1, items: {type: object, properties: {message: {type: object, properties: {role: {type: string, enum: [assistant]}, content: ${text}}}}}},
   usage: {type: object, properties: {prompt_tokens: ${number}, completion_tokens: ${number}, total_tokens: ${number}, completion_tokens_details: {type: object, properties: {text_tokens: ${number}, reasoning_tokens: ${number}}}}}`,
)
const messages = asking(
  `model: ${text}, messages: ${turns}`,
  `role: {type: string, enum: [assistant]}, content: {type: array, items: {type: object, required: [type, text], properties: {type: {type: string, enum: [text]}, text: ${text}}}},
   stop_reason: {type: string, nullable: true, enum: [end_turn, max_tokens]}, usage: {type: object, properties: {input_tokens: ${number}, output_tokens: ${number}}}`,
)
const question = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Why?' },
  ],
}

it.each([
  ['choices', chat, ['choices', '0', 'message', 'content'], question],
  ['parts of a message', messages, ['content', '0', 'text'], question],
  [
    'generated text',
    asking(`model: ${text}, prompt: ${text}`, `response: ${text}, done: {type: boolean}`),
    ['response'],
    { model: 'm', prompt: 'Why?' },
  ],
] as const)('replies to what was asked, in %s', async (_name, yaml, place, body) => {
  const { ask } = await sandboxOf(yaml)
  const made = ask('POST /replies', { body }).body as { readonly id: string }
  expect(at(made, place)).toBe(replyTo({ asked: 'Why?', read: '' }, {}))
  expect(ask(`GET /replies/${made.id}`).body).toEqual(made)
})

it('replies where nothing is kept of it, and in lists that would be left out', async () => {
  const parts = `{type: array, items: {type: object, properties: {text: ${text}}}}`
  const { ask } = await sandboxOf(`
paths:
  /models/{model}: {get: {parameters: [&model {name: model, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {name: ${text}}}}}}}}}
  /models/{model}:generate:
    post:
      parameters: [*model]
      requestBody: {content: {application/json: {schema: {type: object, properties: {contents: {type: array, items: {type: object, properties: {role: ${text}, parts: ${parts}}}}}}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {
        candidates: {type: array, items: {type: object, properties: {content: {type: object, properties: {role: ${text}, parts: ${parts}}}}}},
        usageMetadata: {type: object, properties: {promptTokenCount: ${number}, candidatesTokenCount: ${number}, totalTokenCount: ${number}}}}}}}}}
`)
  const body = { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] }
  expect(ask('POST /models/m:generate', { body }).body).toEqual({
    candidates: [{ content: { parts: [{ text: replyTo({ asked: 'Why?', read: '' }, {}) }] } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 20, totalTokenCount: 21 },
  })
})

it('counts the tokens of what was read and written', async () => {
  const { ask } = await sandboxOf(chat)
  const { usage } = ask('POST /replies', { body: question }).body as { readonly usage: Record<string, unknown> }
  expect(usage).toEqual({
    prompt_tokens: 4,
    completion_tokens: 20,
    total_tokens: 24,
    completion_tokens_details: { text_tokens: 20, reasoning_tokens: 0 },
  })
})

it('says why the model stopped, and begins as done', async () => {
  const { ask } = await sandboxOf(messages)
  expect(ask('POST /replies', { body: question }).body).toMatchObject({ stop_reason: 'end_turn' })
  const job = await sandboxOf(
    asking(
      `model: ${text}, input: ${text}, background: {type: boolean}`,
      `background: {type: boolean}, status: {type: string, enum: [queued, in_progress, completed, failed]}, completed_at: {type: integer, nullable: true},
       output: {type: array, minItems: 1, items: {type: object, required: [content], properties: {content: {type: array, minItems: 1, items: {type: object, required: [text], properties: {text: ${text}}}}}}}`,
    ),
  )
  const body = { model: 'm', input: 'Why?' }
  expect(job.ask('POST /replies', { body }).body).toMatchObject({ status: 'completed' })
  expect(job.ask('POST /replies', { body: { ...body, background: true } }).body).toMatchObject({ status: 'queued' })
})

it('answers what the example answers to its own request', async () => {
  const { ask } = await sandboxOf(`
paths:
  /replies:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {model: ${text}, prompt: ${text}}}, example: {model: m, prompt: Why?}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: ${text}, completion: ${text}}}, example: {id: r1, completion: Because.}}}}}
  /replies/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: ${text}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: ${text}, completion: ${text}}}}}}}}
`)
  expect(ask('POST /replies', { body: { model: 'm', prompt: 'Why?' } }).body).toMatchObject({ completion: 'Because.' })
  expect(ask('POST /replies', { body: { model: 'm', prompt: 'When?' } }).body).toMatchObject({
    completion: replyTo({ asked: 'When?', read: '' }, {}),
  })
})

it('streams the reply in parts', async () => {
  const { ask } = await sandboxOf(
    asking(
      `model: ${text}, messages: ${turns}`,
      `choices: {type: array, minItems: 1, items: {type: object, required: [delta, finish_reason], properties: {delta: {type: object, required: [content], properties: {content: ${text}}}, finish_reason: {type: string, nullable: true, enum: [stop, length]}}}}`,
      'application/x-ndjson',
    ),
  )
  const lines = ask('POST /replies', { body: question }).text.trim().split('\n')
  const items = lines.map((line) => JSON.parse(line) as unknown)
  const parts = items.map((item) => at(item, ['choices', '0', 'delta', 'content']))
  expect(parts.join('')).toBe(replyTo({ asked: 'Why?', read: '' }, {}))
  expect(items.map((item) => at(item, ['choices', '0', 'finish_reason']))).toEqual([null, null, 'stop'])
})

it.each([
  [
    'a question with choices of its own',
    asking(
      `prompt: ${text}`,
      `prompt: ${text}, choices: {type: array, minItems: 1, items: {type: object, properties: {text: ${text}}}}`,
    ),
    { prompt: 'Which colour?' },
  ],
  [
    'a message to somebody',
    asking(`to: ${text}, input: ${text}`, `message: {type: object, properties: {content: ${text}}}`),
    { to: 'a', input: 'Hello' },
  ],
  [
    'a job',
    asking(`model: ${text}, input: {type: object}`, `status: {type: string, enum: [queued, done]}, response: ${text}`),
    { model: 'm', input: { a: 1 } },
  ],
])('says nothing of %s', async (_name, yaml, body) => {
  const { ask } = await sandboxOf(yaml)
  const made = ask('POST /replies', { body })
  expect(made.status).toBeLessThan(300)
  expect(JSON.stringify(made.body)).not.toContain('You asked')
  expect(made.body).not.toMatchObject({ status: 'done' })
})

it('keeps a text that was sent where a reply would stand', async () => {
  const { ask } = await sandboxOf(asking(`model: ${text}, prompt: ${text}, completion: ${text}`, `completion: ${text}`))
  const body = { model: 'm', prompt: 'Why?', completion: 'Mine.' }
  expect(ask('POST /replies', { body }).body).toMatchObject({ completion: 'Mine.' })
})

it('repeats at most 120 characters, and no half of one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), (asked) => {
      const prompt = promptIn({ prompt: asked })
      const reply = prompt === undefined ? '' : replyTo(prompt, {})
      expect(reply.length).toBeLessThanOrEqual(120 + 80)
      expect(reply.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '')).not.toMatch(/[\uD800-\uDFFF]/)
    }),
  )
})

it.each([2.5, 3])('counts whole tokens where max_tokens is %d', async (limit) => {
  const { ask } = await sandboxOf(
    asking(
      `model: ${text}, prompt: ${text}, max_tokens: {type: number}`,
      `completion: ${text}, usage: {type: object, properties: {prompt_tokens: {type: number}, completion_tokens: {type: number}, total_tokens: {type: number}}}`,
    ),
  )
  const { usage } = ask('POST /replies', { body: { model: 'm', prompt: 'Why?', max_tokens: limit } }).body as {
    readonly usage: unknown
  }
  expect(usage).toEqual({ prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 })
})

it('leaves a count that may not be the one it would be', async () => {
  const usage = (bound: string) =>
    asking(
      `model: ${text}, prompt: ${text}`,
      `completion: ${text}, usage: {type: object, required: [prompt_tokens, completion_tokens], properties: {prompt_tokens: {type: integer, ${bound}}, completion_tokens: ${number}}}`,
    )
  const { ask } = await sandboxOf(usage('minimum: 5, maximum: 6'))
  const made = ask('POST /replies', { body: { model: 'm', prompt: 'Why?' } })
  const { prompt_tokens, completion_tokens } = (made.body as { readonly usage: Record<string, number> }).usage
  expect([5, 6]).toContain(prompt_tokens)
  expect(completion_tokens).toBe(20)
})

it('keeps counts that were sent', async () => {
  const { ask } = await sandboxOf(
    asking(
      `model: ${text}, prompt: ${text}, prompt_tokens: ${number}`,
      `completion: ${text}, prompt_tokens: ${number}, completion_tokens: ${number}`,
    ),
  )
  const body = { model: 'm', prompt: 'Why?', prompt_tokens: 99 }
  expect(ask('POST /replies', { body }).body).toMatchObject({ prompt_tokens: 99, completion_tokens: 20 })
})

it.each([
  ['response', `response: ${text}`],
  ['completion', `completion: {type: string, nullable: true}`],
])('takes no bare %s for what a model wrote', async (_name, answer) => {
  const { ask } = await sandboxOf(asking(`model: ${text}, prompt: ${text}`, answer))
  expect(ask('POST /replies', { body: { model: 'Corolla', prompt: 'Sell it' } }).text).not.toContain('You asked')
})
