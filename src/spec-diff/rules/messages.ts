/** Bodies and responses of two operations. */
import type { Header, Operation, Response } from '../contract/contract.ts'
import { compareContent } from './content.ts'
import { type Context, compareSchemas } from './schema-changes.ts'

export function compareBodies(context: Context, before: Operation, after: Operation): void {
  const { ledger, place } = context
  const [was, is] = [before.body, after.body]
  if (was === undefined && is === undefined) return
  const location = 'request.body'
  if (was === undefined)
    ledger.tell(`request-body-added-${is?.required === true ? 'required' : 'optional'}`, place, location)
  else if (is === undefined) ledger.tell('request-body-removed', place, location)
  else {
    if (was.required !== is.required)
      ledger.tell(is.required ? 'request-body-became-required' : 'request-body-became-optional', place, location)
    compareContent(context, { before: was.content, after: is.content, subject: 'request', location })
  }
}

export function compareResponses(context: Context, before: Operation, after: Operation): void {
  const [was, is] = [before.responses, after.responses]
  for (const response of was) {
    const other = is.find(({ status }) => status === response.status) ?? standIn(is, response.status)
    if (other !== undefined) compareResponse(context, response, other)
    else
      tell(context, isSuccess(response.status, was) ? 'response-success-removed' : 'response-status-removed', response)
  }
  for (const response of is) {
    if (was.some(({ status }) => status === response.status)) continue
    const other = standIn(was, response.status)
    if (other !== undefined) compareResponse(context, { ...other, status: response.status }, response)
    else if (response.status === 'default' || isRangeOfKnown(response.status, was)) continue
    else tell(context, isSuccess(response.status, is) ? 'response-success-added' : 'response-status-added', response)
  }
}

function tell({ ledger, place }: Context, rule: string, { status }: Response): void {
  ledger.tell(rule, place, `response.${status}`)
}

/** A range or the default that says what a status is, where no response is for it alone. */
function standIn(responses: readonly Response[], status: string): Response | undefined {
  if (status === 'default') return undefined
  const range = responses.find((one) => one.status === `${status[0]}XX`)
  if (range !== undefined) return range
  // Beside described successes, the default is for errors.
  if (status.startsWith('2') && responses.some((one) => one.status.startsWith('2'))) return undefined
  return responses.find((one) => one.status === 'default')
}

/** `2XX` in place of all the successes there were adds none. */
function isRangeOfKnown(status: string, responses: readonly Response[]): boolean {
  return status.endsWith('XX') && responses.some((one) => one.status[0] === status[0])
}

function isSuccess(status: string, responses: readonly Response[]): boolean {
  return /^[123]/.test(status) || (status === 'default' && !responses.some((one) => one.status.startsWith('2')))
}

function compareResponse(context: Context, before: Response, after: Response): void {
  const location = `response.${before.status}`
  compareContent(context, {
    before: before.content,
    after: after.content,
    subject: 'response',
    location: `${location}.body`,
  })
  compareHeaders(context, location, before.headers, after.headers)
}

function compareHeaders(context: Context, at: string, before: readonly Header[], after: readonly Header[]): void {
  const { ledger, place } = context
  const fresh = new Map(after.map((header) => [header.name.toLowerCase(), header]))
  for (const header of before) {
    const location = `${at}.header.${header.name}`
    const other = fresh.get(header.name.toLowerCase())
    fresh.delete(header.name.toLowerCase())
    if (other === undefined) {
      ledger.tell(header.required ? 'header-removed' : 'header-optional-removed', place, location)
      continue
    }
    if (header.required !== other.required)
      ledger.tell(other.required ? 'header-became-required' : 'header-became-optional', place, location)
    compareSchemas(context, 'header', location, { before: header.schema, after: other.schema })
  }
  for (const { name } of fresh.values()) ledger.tell('header-added', place, `${at}.header.${name}`)
}
