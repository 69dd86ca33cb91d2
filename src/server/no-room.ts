/** Refusals for want of memory: they say when to come again. */
import { type HttpResponse, json } from '../http/message.ts'

const SOON = ['Retry-After', '1']

export const noRoomForBody: HttpResponse = json(
  503,
  { message: 'The request bodies being received take all the memory they may; send this one again in a second' },
  SOON,
)

export const noRoomForAnswer: HttpResponse = json(
  503,
  { message: 'The answer is larger than all the memory that answers may take; ask for less at once' },
  SOON,
)
