import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import type { Operation } from '../src/api/description.ts'
import { type ApiModel, describe as describeModel } from '../src/api/model.ts'
import { type HttpResponse, responseField } from '../src/http/message.ts'
import { inOrder, jsonOf, SampleRequests } from '../src/sandbox/scenarios/sample-requests.ts'
import { serve } from '../src/sandbox/serve.ts'
import { field, isObject } from '../src/support/json.ts'
import { credential, importCorpusFile, listCorpus, makeLive } from './support/simulated.ts'

const corpusFiles = listCorpus()

it('has descriptions to serve', () => {
  expect(corpusFiles.length).toBeGreaterThan(8)
})

it.each(corpusFiles)('answers every operation of %s with a declared status and a valid body', async (file) => {
  const model = await importCorpusFile(file)
  const live = makeLive(model)
  const client = new SampleRequests(live.api, credential)
  const judge = judgeOf(model)
  const wrong: string[] = []
  for (const head of inOrder(live.api.head.operations)) {
    const { request, known } = client.make(head)
    const { response, operation } = serve(request, live, 0)
    client.learn(head, response)
    const whole = live.api.operation(head.id)
    if (operation !== head.id) wrong.push(`${head.method} ${head.path} was taken for ${operation}`)
    else if (whole !== undefined)
      for (const fault of judge(whole, response, known)) wrong.push(`${head.method} ${head.path}: ${fault}`)
  }
  expect(wrong).toEqual([])
})

it.each(corpusFiles)('refuses every closed operation of %s without a credential', async (file) => {
  const live = makeLive(await importCorpusFile(file))
  const client = new SampleRequests(describeModel({ ...(await importCorpusFile(file)) }), credential)
  const admitted: string[] = []
  for (const head of live.api.head.operations) {
    if (head.security.length === 0 || head.security.some((one) => Object.keys(one).length === 0)) continue
    const { request } = client.make(head)
    const secrets = /^(authorization|cookie)$|key/
    const open = request.fields.entries().filter(([name]) => !secrets.test(name))
    const bare = { ...request, search: request.search.replace(/(^|&)[^=]*=sk_test/g, '') }
    const { response } = serve(
      { ...bare, fields: { get: (n) => open.find(([m]) => m === n)?.[1], entries: () => open } },
      live,
      0,
    )
    if (response.status !== 401) admitted.push(`${head.method} ${head.path}: ${response.status}`)
  }
  expect(admitted).toEqual([])
})

type Judge = (operation: Operation, response: HttpResponse, known: boolean) => readonly string[]

/** Judges answers with Ajv, which shares nothing with our own validator. */
function judgeOf(model: ApiModel): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  formats.default(ajv)
  const schemas = Object.fromEntries([...model.schemas].map(([key, schema]) => [key, asShown(schema)]))
  const compiled = new Map<unknown, ValidateFunction>()
  const validatorOf = (schema: unknown): ValidateFunction => {
    let found = compiled.get(schema)
    if (found === undefined) {
      found = ajv.compile({ $id: `urn:body:${compiled.size}`, schemas, allOf: [asShown(schema)] })
      compiled.set(schema, found)
    }
    return found
  }
  return (operation, response, known) => {
    const { status } = response
    const declared = declaredFor(operation, status)
    if (declared === undefined) {
      // Some describe errors alone, or nothing at all.
      const free = status < 300 && !Object.keys(operation.responses).some((one) => /^[23]/.test(one))
      return free || (status === 404 && !known)
        ? []
        : [`status ${status} is not declared: ${String(response.body).slice(0, 200)}`]
    }
    if (status >= 500) return [`answered ${status}`]
    if (known && status >= 400)
      return [`a valid request was answered ${status}: ${String(response.body).slice(0, 200)}`]
    const types = Object.keys(declared.content)
    if (types.length === 0 || response.body.length === 0) return []
    const type = responseField(response, 'content-type')?.split(';')[0] ?? 'none'
    const media = declared.content[type] ?? declared.content[types.find((one) => one.split(';')[0] === type) ?? '*/*']
    if (media === undefined) return [`content type ${type} is not declared (${types.join(', ')})`]
    if (media.schema === undefined || !/json/.test(type)) return []
    const validate = validatorOf(media.schema)
    return validate(jsonOf(response)) ? [] : [`body of ${status}: ${ajv.errorsText(validate.errors)}`]
  }
}

/** The schema as an answer has to fulfil it: what is writeOnly is not asked for. */
function asShown(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asShown)
  if (!isObject(schema)) return schema
  const shown = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, asShown(one)]))
  const { required, properties } = schema
  if (!Array.isArray(required)) return shown
  return { ...shown, required: required.filter((name) => field(field(properties, name), 'writeOnly') !== true) }
}

function declaredFor(operation: Operation, status: number): Operation['responses'][string] | undefined {
  const { responses } = operation
  return responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default']
}
