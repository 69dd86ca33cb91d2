/** The signature in a sidecar file. No message repeats a value that may be a key. */
import { fieldsObjection } from '../../http/response-fields.ts'
import { isObject, textOf } from '../../support/json.ts'
import { hintAmong } from '../../support/nearest.ts'
import { algorithms, carriers, keyEncodings, outputs, type SignatureSpec } from './envelope.ts'
import { hasKeyPair } from './keys.ts'
import { ordinaryEnvelope } from './presets/index.ts'
import { strangers } from './strangers.ts'
import { type Room, templateObjection, templatesIn } from './template.ts'

export const signatureMembers = [
  'algorithm',
  'content',
  'keyEnv',
  'keyEncoding',
  'output',
  'in',
  'name',
  'format',
] as const

/** What differs from the base; `false` is no signature at all. */
export function readSignature(
  value: unknown,
  base: SignatureSpec | undefined,
  problems: string[],
): SignatureSpec | undefined {
  if (value === undefined) return base
  if (value === false) return undefined
  const from = base ?? ordinaryEnvelope.signature
  if (!isObject(value)) {
    problems.push('signature must be an object, or false for none')
    return from
  }
  problems.push(...strangers(value, signatureMembers, 'signature.'))
  const algorithm = oneOf('algorithm', value, algorithms, from.algorithm, problems)
  const { content = from.content, name = from.name, format = from.format, keyEnv = from.keyEnv } = value
  const spec: SignatureSpec = {
    algorithm,
    content: textOf(content),
    ...(keyEnv !== undefined && { keyEnv: textOf(keyEnv) }),
    keyEncoding: oneOf('keyEncoding', value, keyEncodings, encodingFor(algorithm, from), problems),
    output: oneOf('output', value, outputs, from.output, problems),
    in: oneOf('in', value, carriers, from.in, problems),
    name: textOf(name),
    format: textOf(format),
  }
  const wrong = [
    templateProblem('content', content),
    templateProblem('format', format),
    formatProblem(spec),
    keyEnv === undefined || isVariable(keyEnv) ? undefined : NO_VARIABLE,
    nameProblem(spec, name),
    pairProblem(spec),
  ]
  problems.push(...wrong.flatMap((problem) => (problem === undefined ? [] : [`signature.${problem}`])))
  return spec
}

/** A key of the one sort has no encoding of the other. */
function encodingFor(
  algorithm: SignatureSpec['algorithm'],
  { keyEncoding }: SignatureSpec,
): SignatureSpec['keyEncoding'] {
  if (hasKeyPair(algorithm)) return 'pem'
  return keyEncoding === 'pem' ? 'utf8' : keyEncoding
}

function oneOf<T extends string>(
  member: (typeof signatureMembers)[number],
  value: Readonly<Record<string, unknown>>,
  known: readonly T[],
  otherwise: T,
  problems: string[],
): T {
  const given = value[member]
  if (given === undefined) return otherwise
  const found = known.find((one) => one === given)
  if (found !== undefined) return found
  // Whoever mistakes the member may have put a key there: only what is near to a word is told.
  problems.push(`signature.${member} is not known (${hintAmong(typeof given === 'string' ? given : '', known)})`)
  return otherwise
}

/** Longer templates are no templates. */
const LONGEST = 4_096

function templateProblem(member: 'content' | 'format', value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST) return `${member} must be a template`
  const objection = templateObjection(value, member satisfies Room)
  return objection === undefined ? undefined : `${member} ${objection}`
}

function formatProblem({ format, in: where }: SignatureSpec): string | undefined {
  if (templatesIn(format).filter((name) => name === 'signature').length !== 1)
    return 'format must have {{signature}} once'
  return where === 'body' || /^[\x20-\x7e]*$/.test(format) ? undefined : 'format must be visible ASCII characters'
}

/** In capitals, as such names are: a key is hardly ever. */
function isVariable(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z_][A-Z0-9_]*$/.test(value)
}

const NO_VARIABLE =
  'keyEnv must be the name of an environment variable, in capitals; a key itself has no place in a file'

function nameProblem({ in: where }: SignatureSpec, name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '' || name.length > 200)
    return 'name must be that of a header field or a member'
  const objection = where === 'header' ? fieldsObjection({ [name]: '' }) : undefined
  return objection === undefined ? undefined : `name ${objection}`
}

function pairProblem({ algorithm, keyEncoding }: SignatureSpec): string | undefined {
  if (hasKeyPair(algorithm) === (keyEncoding === 'pem')) return undefined
  return `keyEncoding must ${keyEncoding === 'pem' ? 'not ' : ''}be pem for ${algorithm}`
}
