/**
 * Property tests draw the same on every run, so that a failure is about the
 * change that is tested. `FC_SEED=any` draws anew, and `FC_SEED=<number>`
 * repeats such a run.
 */
import fc from 'fast-check'

const { FC_SEED = '20261121' } = process.env
if (FC_SEED !== 'any') fc.configureGlobal({ seed: Number(FC_SEED) })
