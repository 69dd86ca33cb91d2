/** Members of a sidecar that nobody knows. */
import { bracketedHint } from '../../support/nearest.ts'

const SECRET = /key|secret|token|password/i
const FROM_ENVIRONMENT = 'keys come from the environment only, from the variable that signature.keyEnv names'

/** A clause for each, with the one that was nearly meant; of what may be a key the value is not repeated. */
export function strangers(value: object, known: readonly string[], lead = ''): readonly string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const shown = `${lead}${name.slice(0, 80)}`
      if (SECRET.test(name)) return `${shown} is not read: ${FROM_ENVIRONMENT}`
      return `${shown} is not known${bracketedHint(name, known)}`
    })
}
