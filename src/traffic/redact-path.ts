/** A path without what is secret in it: what stands behind a step that says so, and parameters of steps. */
import { decodeSegment } from '../http/path-template.ts'
import type { Judge } from '../http/secrets-in-text.ts'

interface Hiding extends Judge {
  readonly placeholder: (value: string) => string
  /** A text without the secrets that stand in it, and of a longer one its begin. */
  readonly shown: (value: string) => string
}

/** Longer steps stay as they were sent: the path as a whole is looked at again. */
const MAX_STEP = 2048

/** What is encoded, a parameter, or a step that is no word behind one that is no plural. */
export const MAY_BE_STEP: RegExp = /[%;]|[^s/]\/(?![a-z_-]*(?:\/|$))/

/** What stands behind a step that says so is hidden, unless it is a word of the address, a version or the number of a record. */
const STEP_BEHIND = /^(?!(?:v?\d{1,3}|[A-Z]{2,8}|[A-Z]?[a-z]{1,24}(?:[-_][A-Za-z][a-z]{0,23}|[A-Z][a-z]{1,24}){0,4})$)/
/** Whose values are as short as numbers of records. */
const SHORT_CODE = /^c[vs][cvn]2?$|^(?:pin|otp)$/i

export function shownSteps(path: string, hiding: Hiding, template = ''): string {
  const { isSecret, placeholder } = hiding
  let before = ''
  const sentSteps = path.split('/')
  const literals = template.split('/')
  const isLiteral = (step: string, i: number): boolean => literals[i - sentSteps.length + literals.length] === step
  const steps = sentSteps.map((sent, i) => {
    const meant = decodeSegment(sent)
    const mayBeSecret = STEP_BEHIND.test(meant) || (SHORT_CODE.test(before) && /^\d+$/.test(meant))
    const isBehind = before !== '' && meant !== '' && mayBeSecret && !before.endsWith('s') && !isLiteral(meant, i)
    const isHidden = isBehind && isSecret(before, 'body', meant)
    before = meant
    if (isHidden) return placeholder(meant)
    const shown = shownStep(meant, hiding)
    return shown === meant || meant.length > MAX_STEP ? sent : shown
  })
  return steps.join('/')
}

/** `users;password=x` has parameters, as `?password=x` has. */
function shownStep(step: string, hiding: Hiding): string {
  const [name = '', ...parameters] = step.split(';')
  if (parameters.length === 0) return hiding.shown(step)
  const shown = parameters.map((parameter) => {
    const equals = parameter.indexOf('=')
    const [key, value] = [parameter.slice(0, Math.max(0, equals)), parameter.slice(equals + 1)]
    return equals > 0 && hiding.isSecret(key, 'query', value)
      ? `${key}=${hiding.placeholder(value)}`
      : hiding.shown(parameter)
  })
  return [hiding.shown(name), ...shown].join(';')
}
