/** Certificates for tests alone: an authority, and a server and a client that it vouches for. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ca = `-----BEGIN CERTIFICATE-----
MIIBejCCASGgAwIBAgIUW0iOnAdNnw86OTwRwrCTWOITHIkwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMjYxMTQ0MTdaGA8yMTI2MTEwMjEx
NDQxN1owEjEQMA4GA1UEAwwHdGVzdC1jYTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABHgdUAllneSExOtoTnKHZfcS9V+RfB0DA6BYWQqSxCtxmKvz2BBieZShZ6xx
U47D3p7VnMVNk3vlRQjEUqg3smijUzBRMB0GA1UdDgQWBBRE+i9tx7jLhjGIXCBM
suAXYtfKPTAfBgNVHSMEGDAWgBRE+i9tx7jLhjGIXCBMsuAXYtfKPTAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIQDpXWzm0RnahrPwWGfaYvK2pbLp
1x93Dpw41Ep9Y0H12AIfHojK9zNksEYuRL/5EPC24SbUzkORImjNyvHR1FiIhQ==
-----END CERTIFICATE-----
`

const serverCert = `-----BEGIN CERTIFICATE-----
MIIBhDCCASugAwIBAgIUH6LLxTiqRqN0RZ9Eyr+kCzm6pJwwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMjYxMTQ0MTdaGA8yMTI2MTEwMjEx
NDQxN1owETEPMA0GA1UEAwwGc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEHLSUbuzLzhLD48afu4YlUT3WYZz3Ce131iF7a+KCw/Wk1RhmiwWfpOyLSXs8
cEW8v5ikDH63Vhn4ocq9bQFWGqNeMFwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/
AAABMB0GA1UdDgQWBBSEshiv95ETowZ6pxgvBHgVtG3i3TAfBgNVHSMEGDAWgBRE
+i9tx7jLhjGIXCBMsuAXYtfKPTAKBggqhkjOPQQDAgNHADBEAiAqlHFzg/gy8MRa
f2mgmdKSfM6rsRXfc+zGpabRa/SyeAIgE3kzuussvQnLY0J5Vg2gUAb85yMsLTBk
M7dcWwghM7Q=
-----END CERTIFICATE-----
`

const serverKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIDsV4LihwEFI2cEoa+F2Ta8mZI3VQDR/C3yti+ctiS0RoAoGCCqGSM49
AwEHoUQDQgAEHLSUbuzLzhLD48afu4YlUT3WYZz3Ce131iF7a+KCw/Wk1RhmiwWf
pOyLSXs8cEW8v5ikDH63Vhn4ocq9bQFWGg==
-----END EC PRIVATE KEY-----
`

const clientCert = `-----BEGIN CERTIFICATE-----
MIIBhDCCASugAwIBAgIUH6LLxTiqRqN0RZ9Eyr+kCzm6pJ0wCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMjYxMTQ0MThaGA8yMTI2MTEwMjEx
NDQxOFowETEPMA0GA1UEAwwGY2xpZW50MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEQxSYFzsUSau+H6SovIi2wn6iyaHyvpdihpdoHh9wDTKHbi/9Qj/WHIE1FA68
0EENtOi1bJwHI6X3Q8N/t7fHj6NeMFwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/
AAABMB0GA1UdDgQWBBTqx3fZs2BeC1ATqKSEO+Q+ENBUTzAfBgNVHSMEGDAWgBRE
+i9tx7jLhjGIXCBMsuAXYtfKPTAKBggqhkjOPQQDAgNHADBEAiA34nLTcnPe3sG/
zhSmh5e6z28HQ4gnxYcvFn0OcCUuzAIgSOho3FWQxK0Nzhg49/gEO5ljxppoGqmt
zybIJ9Xnd9E=
-----END CERTIFICATE-----
`

const clientKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEILe0p8wLfSqUozhaIJk3H2rzUU77f8FoO4mpFF6msJ68oAoGCCqGSM49
AwEHoUQDQgAEQxSYFzsUSau+H6SovIi2wn6iyaHyvpdihpdoHh9wDTKHbi/9Qj/W
HIE1FA680EENtOi1bJwHI6X3Q8N/t7fHjw==
-----END EC PRIVATE KEY-----
`

export const serverTls: { readonly key: string; readonly cert: string; readonly ca: string } = {
  key: serverKey,
  cert: serverCert,
  ca,
}

/** Files of the TLS options of an upstream. */
export function tlsFiles(folder: string): { readonly ca: string; readonly cert: string; readonly key: string } {
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  return { ca: write('ca.pem', ca), cert: write('client.pem', clientCert), key: write('client.key', clientKey) }
}
