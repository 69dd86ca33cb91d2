/**
 * Property tests draw anew on every run, and the same in CI, where a failure
 * has to be about the change that is tested. `FC_SEED` repeats a run.
 */
import fc from 'fast-check'

const { FC_SEED, CI } = process.env
if (FC_SEED !== undefined) fc.configureGlobal({ seed: Number(FC_SEED) })
else if (CI === 'true') fc.configureGlobal({ seed: 20_261_121 })
