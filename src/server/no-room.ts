/** Refusals of what takes too much: for want of memory they say when to come again. */
import { type HttpResponse, json } from '../http/message.ts'
import type { Refused } from './incoming-body.ts'

const SOON = ['Retry-After', '1']

const noRoomForBody: HttpResponse = json(
  503,
  { message: 'The request bodies being received take all the memory they may; send this one again in a second' },
  SOON,
)

const tooManyPieces: HttpResponse = json(413, { message: 'The request body comes in too many small pieces' })

export const noRoomForAnswer: HttpResponse = json(503, {
  message: 'The answer is larger than all the memory that answers may take; ask for less at once',
})

export const noRoomForNow: HttpResponse = json(
  503,
  { message: 'The answers being made take all the memory they may; ask again in a second' },
  SOON,
)

export function bodyRefusal(why: Refused, limit: number): HttpResponse {
  switch (why) {
    case 'no-room':
      return noRoomForBody
    case 'crumbs':
      return tooManyPieces
    case 'too-large':
      return json(413, { message: `The request body is larger than ${limit} bytes` })
  }
}
