/** The address of a git remote: URL, scp-like, or a place on this machine (gitglossary, git-push "GIT URLS"). */

export interface RemoteAddress {
  /** With its port over http; '' on this machine. */
  readonly host: string
  /** Without a slash in front and `.git` behind. */
  readonly path: string
  readonly isHttp: boolean
}

/** undefined for a place on this machine. */
export function readRemoteAddress(address: string): RemoteAddress | undefined {
  if (/^file:/i.test(address)) return undefined
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    if (!URL.canParse(address)) return undefined
    const url = new URL(address)
    const isHttp = /^https?:$/.test(url.protocol)
    return { host: isHttp ? url.host : url.hostname, path: repoPath(url.pathname), isHttp }
  }
  const [, host, path] = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(.+)$/.exec(address) ?? []
  return host === undefined ? undefined : { host, path: repoPath(path ?? ''), isHttp: false }
}

/** An http address without user name and password; any other as it is. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1')
}

function repoPath(path: string): string {
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
}
