import { readUpstream } from '../../agent/read-upstream.ts'
import type { Upstream } from '../../agent/upstream.ts'

export const usualUpstream: Upstream = readUpstream('pay', 'http://127.0.0.1:1')
