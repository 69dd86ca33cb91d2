/** Methods that are registered (IANA HTTP Method Registry) and in use by APIs. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY SEARCH REPORT LINK UNLINK PURGE ' +
    'PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK ACL BIND UNBIND REBIND CHECKIN CHECKOUT MERGE MKCALENDAR LIST'
  ).split(' '),
)

/** The method, or `OTHER`: what a client makes up may say anything. */
export function knownMethod(method: string): string {
  return KNOWN.has(method) ? method : 'OTHER'
}
