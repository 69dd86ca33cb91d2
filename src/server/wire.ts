/** Performs what a fault does to an answer on its way out: the only switch on wire effects. */
import type { ServerResponse } from 'node:http'
import type { WireEffect } from '../http/wire.ts'

/** An answer that is ready to leave. */
export interface Leaving {
  readonly status: number
  /** With Content-Length, where there is a body. */
  readonly fields: string[]
  readonly body: Uint8Array
  /** Sends it as it should be. */
  send(): void
}

/** Ways an answer ends, the strongest first: of several effects one decides. */
const ENDINGS: readonly WireEffect['effect'][] = ['reset', 'hang', 'close', 'garble', 'misstate', 'drip', 'linger']

const hanging = new WeakSet<ServerResponse>()

/** True for an answer that will never come: nobody need wait for it. */
export function isHanging(answer: ServerResponse): boolean {
  return hanging.has(answer)
}

/** Delays add up; then the strongest effect decides how the answer leaves. */
export function perform(answer: ServerResponse, wire: readonly WireEffect[], leaving: Leaving): void {
  const ms = wire.reduce((sum, one) => sum + (one.effect === 'wait' || one.effect === 'hang' ? one.ms : 0), 0)
  if (wire.some(({ effect }) => effect === 'hang')) hanging.add(answer)
  const [ending] = ENDINGS.flatMap((name) => wire.find(({ effect }) => effect === name) ?? [])
  later(answer, ms, () => finish(answer, ending, leaving))
}

/** Runs after so many milliseconds, unless the connection has gone by then. */
function later(answer: ServerResponse, ms: number, run: () => void): void {
  if (ms === 0) {
    run()
    return
  }
  const timer = setTimeout(() => {
    answer.removeListener('close', stop)
    run()
  }, ms)
  const stop = (): void => clearTimeout(timer)
  answer.once('close', stop)
}

function finish(answer: ServerResponse, ending: WireEffect | undefined, leaving: Leaving): void {
  if (answer.destroyed || answer.headersSent) return
  switch (ending?.effect) {
    case undefined:
    case 'wait':
      leaving.send()
      return
    case 'reset':
      reset(answer)
      return
    case 'hang':
    case 'close':
      answer.destroy()
      return
    case 'garble':
      garble(answer, leaving)
      return
    case 'misstate':
      misstate(answer, leaving, ending.more)
      return
    case 'drip':
      drip(answer, leaving, ending)
      return
    case 'linger':
      linger(answer, leaving, ending.ms)
      return
    default:
      ending satisfies never
  }
}

function reset(answer: ServerResponse): void {
  const { socket } = answer
  if (socket === null) answer.destroy()
  else socket.resetAndDestroy()
}

/** A chunk whose size is no number: every parser stops there. */
function garble(answer: ServerResponse, { status, fields }: Leaving): void {
  const { socket } = answer
  answer.writeHead(status, [...withoutLength(fields), 'Transfer-Encoding', 'chunked', 'Connection', 'close'])
  answer.flushHeaders()
  socket?.write('not a chunk\r\nof HTTP at all\r\n\r\n')
  socket?.destroySoon()
}

function misstate(answer: ServerResponse, { status, fields, body }: Leaving, more: number): void {
  const { socket } = answer
  answer.writeHead(status, [
    ...withoutLength(fields),
    'Content-Length',
    String(body.length + more),
    'Connection',
    'close',
  ])
  answer.write(body)
  socket?.destroySoon()
}

function withoutLength(fields: readonly string[]): string[] {
  return fields.filter((_, i) => !/^(content-length|connection)$/i.test(fields[i - (i % 2)] ?? ''))
}

type Drip = Extract<WireEffect, { effect: 'drip' }>

/** Pieces are sent this far apart where the speed is given, in milliseconds. */
const PIECE_MS = 50

function drip(answer: ServerResponse, leaving: Leaving, effect: Drip): void {
  const { status, fields, body } = leaving
  const { bytesPerSecond } = effect
  const ms = bytesPerSecond === undefined ? effect.ms : (body.length / bytesPerSecond) * 1000
  const pieces = bytesPerSecond === undefined ? effect.pieces : Math.max(1, Math.ceil(ms / PIECE_MS))
  answer.writeHead(status, fields)
  answer.flushHeaders()
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const turns = Math.max(1, Math.ceil(body.length / size))
  const next = (turn: number): void => {
    later(answer, Math.round(ms / turns), () => {
      const piece = body.subarray((turn - 1) * size, turn * size)
      if (turn >= turns) answer.end(piece)
      else {
        answer.write(piece)
        next(turn + 1)
      }
    })
  }
  next(1)
}

/** Content-Length tells the client that it has all; the end of the connection it sees later. */
function linger(answer: ServerResponse, { status, fields, body }: Leaving, ms: number): void {
  const { socket } = answer
  answer.writeHead(status, [...withoutConnection(fields), 'Connection', 'close'])
  answer.write(body)
  if (body.length === 0) answer.flushHeaders()
  later(answer, ms, () => socket?.destroySoon())
}

function withoutConnection(fields: readonly string[]): string[] {
  return fields.filter((_, i) => !/^connection$/i.test(fields[i - (i % 2)] ?? ''))
}
