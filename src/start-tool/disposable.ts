/**
 * What `await using` calls. Test runners give each file a realm of its own, where Node 20 has no `Symbol.asyncDispose`;
 * compilers then look for the registered symbol of that name.
 */
export function disposedBy(end: () => Promise<void>): AsyncDisposable {
  const known: symbol | undefined = Symbol.asyncDispose
  return { ...(known !== undefined && { [known]: end }), [Symbol.for('Symbol.asyncDispose')]: end } as AsyncDisposable &
    Record<symbol, typeof end>
}
