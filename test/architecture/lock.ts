interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What keeps a lock file from installing elsewhere: packages it names but does not hold, and addresses of a host. */
export function findLockProblems(lock: {
  readonly packages?: Readonly<Record<string, LockedPackage>>
}): readonly string[] {
  const packages = new Map(Object.entries(lock.packages ?? {}))
  if (packages.size === 0) return ['the lock file holds no packages']
  return [...packages].flatMap(([path, { resolved, dependencies, optionalDependencies }]) => {
    const wanted = Object.keys({ ...dependencies, ...optionalDependencies })
    const missing = wanted.filter((name) => !isLocked(name, path, packages))
    return [
      ...missing.map((name) => `${path || 'the project'} wants ${name}, which is not in the lock file`),
      ...(resolved === undefined ? [] : [`${path} is bound to an address`]),
    ]
  })
}

/** Node's rule: look in the node_modules beside the package, then in those above. */
function isLocked(name: string, from: string, packages: ReadonlyMap<string, unknown>): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages.has(`${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true
    if (at === '') return false
  }
}
