/**
 * The HTTP/1.1 connections to one upstream. A request is sent once and never
 * again, so an idle connection is used only while it is surely alive: for a
 * shorter time than the upstream keeps it, never after anything was heard on it,
 * and only once the event loop has read what the kernel holds. Nor is one used on
 * which anything came behind the end of an answer: the next request would take
 * it for its own.
 */
import { Agent, type ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { isAnswered, isAwaited } from './behind.ts'
import { dial, type Place } from './dial.ts'

/** How long an idle connection is used when the upstream says nothing; common servers close theirs after 2 s or later. */
const IDLE_MS = 1_000
/** What the upstream says less this. */
const MARGIN_MS = 1_000
const LONGEST_IDLE_MS = 10_000
const MOST_IDLE = 256
/** After an answer without a body, which some upstreams send all the same, a connection is idle for so long before it is used. */
const SETTLE_MS = 10
/** What comes so soon behind an answer is no word about the idle connection. */
const BEHIND_MS = 500
/** For how long connections of an upstream that sent something behind an answer are used once each. */
const DISTRUST_MS = 60_000

interface Link {
  readonly socket: Socket
  /** Milliseconds of `performance.now()` since when it is idle; undefined while it is in use. */
  idleSince: number | undefined
  usableMs: number
  /** Turn of the event loop in which its last answer ended. */
  freedIn: number
  /** Its answer has no body. */
  isDoubtful: boolean
  /** What is to come on it may belong to an answer before. */
  isSpoiled: boolean
}

interface Taking {
  readonly link: Link
  readonly request: ClientRequest
}

/** Node takes its connections from an Agent; this one keeps its own books of them. */
export class Connections extends Agent {
  readonly #place: Place
  readonly #links = new Map<Socket, Link>()
  /** The freshest last. */
  #idle: Link[] = []
  readonly #dialling = new Set<() => void>()
  /** Of the event loop, counted while connections are freed and used. */
  #turn = 0
  #isTurnWatched = false
  /** Requests that get their connection at the end of this turn, and at that of the next. */
  #taking: Taking[] = []
  #takingNext: Taking[] = []
  #distrustUntil = 0
  #sweep: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(place: Place) {
    super({ keepAlive: true })
    this.#place = place
  }

  /** Called by node for each request. */
  addRequest(request: ClientRequest): void {
    const link = this.#takeIdle()
    if (link === undefined) this.#dial(request)
    else this.#lookAgain(link, request)
  }

  /** What the upstream said in Keep-Alive of how long it keeps a connection. */
  hint(socket: Socket, keepAlive: string): void {
    const link = this.#links.get(socket)
    const seconds = /(?:^|[,\s])timeout\s*=\s*"?(\d+)/i.exec(keepAlive)?.[1]
    if (link === undefined || seconds === undefined) return
    link.usableMs = Math.min(Math.max(0, Number(seconds) * 1000 - MARGIN_MS), LONGEST_IDLE_MS)
  }

  /** Its answer has no body: it is looked at for longer before it is used again. */
  doubt(socket: Socket): void {
    const link = this.#links.get(socket)
    if (link !== undefined) link.isDoubtful = true
  }

  /** It is not used again. */
  spoil(socket: Socket): void {
    const link = this.#links.get(socket)
    if (link !== undefined) link.isSpoiled = true
  }

  /** A connection that was made elsewhere. */
  adopt(socket: Socket): void {
    this.#release(this.#keep(socket))
  }

  /** Idle connections are closed now, others when their answers have come. */
  close(): void {
    this.#isClosed = true
    for (const { socket } of this.#idle.splice(0)) socket.destroy()
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }

  /** Closes whatever is left. */
  override destroy(): void {
    this.close()
    for (const giveUp of this.#dialling) giveUp()
    for (const socket of this.#links.keys()) socket.destroy()
  }

  #takeIdle(): Link | undefined {
    const now = performance.now()
    for (let link = this.#idle.pop(); link !== undefined; link = this.#idle.pop()) {
      if (isAlive(link) && now - (link.idleSince ?? 0) < link.usableMs) return link
      link.socket.destroy()
    }
    return undefined
  }

  /**
   * Once the loop has read what the kernel holds. Until then the link counts as
   * idle: what is heard on it ends it. What is read in a turn was asked for at its
   * begin: where the link was freed in this turn, that was before.
   */
  #lookAgain(link: Link, request: ClientRequest): void {
    const taking = link.freedIn === this.#turn ? this.#takingNext : this.#taking
    taking.push({ link, request })
    this.#atTurnsEnd()
  }

  #atTurnsEnd(): void {
    if (this.#isTurnWatched) return
    this.#isTurnWatched = true
    setImmediate(this.#turnEnds)
  }

  readonly #turnEnds = (): void => {
    const looked = this.#taking
    this.#taking = this.#takingNext
    this.#takingNext = []
    this.#turn++
    this.#isTurnWatched = false
    if (this.#taking.length > 0) this.#atTurnsEnd()
    for (const { link, request } of looked) this.#use(link, request)
  }

  #use(link: Link, request: ClientRequest): void {
    if (!isAlive(link)) {
      this.#dial(request)
      return
    }
    link.idleSince = undefined
    link.isDoubtful = false
    request.reusedSocket = true
    request.onSocket(link.socket)
  }

  #dial(request: ClientRequest): void {
    const giveUp = dial(this.#place, ['http/1.1'], (error, socket) => {
      this.#dialling.delete(giveUp)
      if (socket === undefined) {
        request.emit('error', error ?? new Error('no connection'))
        request.destroy()
        return
      }
      const link = this.#keep(socket)
      if (request.destroyed) this.#release(link)
      else request.onSocket(socket)
    })
    this.#dialling.add(giveUp)
  }

  #keep(socket: Socket): Link {
    const link: Link = {
      socket,
      idleSince: undefined,
      usableMs: IDLE_MS,
      freedIn: 0,
      isDoubtful: false,
      isSpoiled: false,
    }
    this.#links.set(socket, link)
    // These stay for the life of the connection; node's own come and go with each request.
    const drop = (): void => {
      if (link.idleSince !== undefined) socket.destroy()
    }
    const begins = (): void => {
      if (isAnswered(socket)) this.#distrust(link)
    }
    const heard = (): void => {
      if (link.idleSince === undefined && isAwaited(socket, begins)) return
      this.#distrust(link)
      socket.destroy()
    }
    const ended = (): void => {
      drop()
      if (link.idleSince === undefined && isReset(socket)) socket.emit('error', new Error('the connection was reset'))
    }
    socket.on('data', heard)
    socket.on('end', ended)
    socket.on('error', drop)
    socket.on('free', () => this.#release(link))
    // It becomes another protocol, and is no connection of ours any more.
    socket.on('agentRemove', () => {
      socket.removeListener('data', heard)
      socket.removeListener('end', ended)
    })
    socket.on('close', () => {
      this.#links.delete(socket)
      if (link.idleSince === undefined) return
      const at = this.#idle.lastIndexOf(link)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return link
  }

  /** Something came that belongs to no request. */
  #distrust(link: Link): void {
    link.isSpoiled = true
    const now = performance.now()
    if (now - (link.idleSince ?? now) < BEHIND_MS) this.#distrustUntil = now + DISTRUST_MS
  }

  #release(link: Link): void {
    link.idleSince = performance.now()
    if (!this.#mayKeep(link) || link.idleSince < this.#distrustUntil) {
      link.socket.destroy()
      return
    }
    link.socket.resume()
    if (link.isDoubtful) setTimeout(() => this.#offer(link), SETTLE_MS).unref()
    else this.#offer(link)
  }

  #offer(link: Link): void {
    if (!this.#mayKeep(link)) {
      link.socket.destroy()
      return
    }
    link.freedIn = this.#turn
    this.#atTurnsEnd()
    this.#idle.push(link)
    this.#sweep ??= setInterval(() => this.#dropOld(), IDLE_MS).unref()
  }

  #mayKeep(link: Link): boolean {
    return !this.#isClosed && !link.isSpoiled && isAlive(link) && link.usableMs > 0 && this.#idle.length < MOST_IDLE
  }

  #dropOld(): void {
    const now = performance.now()
    const isOld = (link: Link): boolean => now - (link.idleSince ?? 0) >= link.usableMs
    const old = this.#idle.filter(isOld)
    this.#idle = this.#idle.filter((link) => !isOld(link))
    for (const { socket } of old) socket.destroy()
    if (this.#idle.length > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

/**
 * A reset that arrives right behind data is reported as an end in good order;
 * an answer whose end is that of the connection would look whole. Only a
 * connection that was reset has no peer. (Nobody asks for the address before:
 * node would remember it.)
 */
export function isReset(socket: Socket): boolean {
  return !socket.destroyed && socket.remoteAddress === undefined
}

function isAlive({ socket }: Link): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.writableLength === 0
}
