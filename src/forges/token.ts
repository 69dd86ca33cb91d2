/** The token that a forge is asked with: only from variables of the environment, and named by them in messages. */
import { ToolError } from '../support/errors.ts'
import type { Platform } from './forge.ts'
import type { Env } from './place.ts'

export interface Token {
  /** The variable that holds it. */
  readonly variable: string
  readonly value: string
  /** Header field of the API. */
  readonly field: readonly [name: string, value: string]
  /** The user name that git gives beside it. */
  readonly gitUser: string
}

const VARIABLES: Readonly<Record<Platform, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitlab: ['GITLAB_TOKEN', 'CI_JOB_TOKEN'],
}

/** undefined where none is set. Throws a ToolError for what cannot be one. */
export function findToken(platform: Platform, env: Env): Token | undefined {
  const variable = VARIABLES[platform].find((name) => (env[name] ?? '').trim() !== '')
  if (variable === undefined) return undefined
  const value = (env[variable] ?? '').trim()
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ToolError('usage', `${variable} has characters that are not allowed in a token (copy the token again)`)
  const isJob = variable === 'CI_JOB_TOKEN'
  return {
    variable,
    value,
    field: isJob ? ['JOB-TOKEN', value] : ['Authorization', `Bearer ${value}`],
    gitUser: platform === 'github' ? 'x-access-token' : isJob ? 'gitlab-ci-token' : 'oauth2',
  }
}

export function tokenVariables(platform: Platform): string {
  return VARIABLES[platform].join(' or ')
}

/** Text without the token, also as git's Basic credentials hold it. */
export function withoutToken(text: string, token: Token | undefined): string {
  // What is so short is no token, but may be a word.
  if (token === undefined || token.value.length < 8) return text
  return text.replaceAll(token.value, '[token]').replaceAll(basicOf(token), '[token]')
}

/** RFC 7617. */
export function basicOf({ gitUser, value }: Token): string {
  return btoa(`${gitUser}:${value}`)
}
