import { CONNECT_TIMEOUT_MS, type Upstream, USUAL_WARMUP } from '../../agent/upstream.ts'

export const usualUpstream: Upstream = {
  name: 'pay',
  target: 'http://127.0.0.1:1',
  listen: '/pay',
  preserveHost: false,
  forwarded: false,
  tls: {},
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  record: { include: [], exclude: [], sample: 1 },
  mute: [],
  volatileFields: [],
  warmup: USUAL_WARMUP,
}
