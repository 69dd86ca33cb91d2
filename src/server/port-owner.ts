import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface PortOwner {
  readonly pid: number
  readonly command: string
}

const LISTENING = '0A'

/** The process that listens on a TCP port, where the system tells (Linux, processes of the same user). */
export function findPortOwner(port: number): PortOwner | undefined {
  try {
    const sockets = new Set(listeningInodes(port).map((inode) => `socket:[${inode}]`))
    if (sockets.size === 0) return undefined
    for (const pid of readdirSync('/proc')) {
      if (/^\d+$/.test(pid) && holdsOneOf(pid, sockets)) return { pid: Number(pid), command: commandOf(pid) }
    }
    return undefined
  } catch {
    return undefined
  }
}

function listeningInodes(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    linesOf(table)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === LISTENING)
      .map((columns) => columns[9] ?? ''),
  )
}

function linesOf(table: string): string[] {
  try {
    return readFileSync(table, 'utf8').split('\n').slice(1)
  } catch {
    return []
  }
}

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const directory = `/proc/${pid}/fd`
    return readdirSync(directory).some((fd) => sockets.has(linkOf(`${directory}/${fd}`)))
  } catch {
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
